import type { ErrorReport } from '#contract/monitoring.ts';

/** Short single values. No data about a child may be added. */
export type EventData = Readonly<Record<string, string | number | boolean>>;

/** An error that the code caught and handled, with a message of our own. */
export type HandledError = Pick<ErrorReport, 'message' | 'error_type' | 'stack'>;

/** An error event, a handled error, or an analytics event for the page's watcher (features/watch). */
export type QueuedReport = Event | HandledError | { event: string; data: EventData };

declare global {
  // An inline script in the head creates it, to record errors before any other script has loaded
  // (features/watch/record-errors.ts).
  var reportQueue: { push: (what: QueuedReport) => unknown; length: number } | undefined;
}

/** Queues a report until the watcher has loaded. It never waits, and islands do not have to load the watcher. */
export function queueReport(what: QueuedReport): void {
  globalThis.reportQueue ??= [] as QueuedReport[];
  globalThis.reportQueue.push(what);
}
