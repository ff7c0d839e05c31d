import type { ErrorReport } from '#contract/monitoring.ts';

/** The data of an event, which are short single values. They must never contain data about a child. */
export type EventData = Readonly<Record<string, string | number | boolean>>;

/** An error that the code caught and handled, with a message that we wrote. */
export type HandledError = Pick<ErrorReport, 'message' | 'error_type' | 'stack'>;

/** What the page's watcher (features/watch) receives. It is an error event, a handled error or an analytics event. */
export type QueuedReport = Event | HandledError | { event: string; data: EventData };

declare global {
  // An inline script in the head creates the queue, to record errors before any other script has loaded
  // (features/watch/record-errors.ts).
  var reportQueue: { push: (queued: QueuedReport) => unknown; length: number } | undefined;
}

/** Queues a report until the watcher has loaded. It returns at once, so islands need not load the watcher. */
export function queueReport(queued: QueuedReport): void {
  globalThis.reportQueue ??= [] as QueuedReport[];
  globalThis.reportQueue.push(queued);
}
