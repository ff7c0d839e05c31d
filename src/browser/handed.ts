import type { ErrorReport } from '#contract/monitoring.ts';

/** Single short values. Nothing about a child has a name here. */
export type EventData = Readonly<Record<string, string | number | boolean>>;

/** An error that somebody met and dealt with, in words of ours. */
export type HandledError = Pick<ErrorReport, 'message' | 'error_type' | 'stack'>;

/** What an island tells the watcher of the page (features/watch): an error, or an event that was kept. */
export type Handed = Event | HandledError | { event: string; data: EventData };

declare global {
  // A line in the head begins it, and hears of errors before any script is there (features/watch/early-script.ts).
  var handed: { push: (what: Handed) => unknown; length: number } | undefined;
}

/**
 * Waits until the watcher has come, and never keeps anybody waiting: islands know nothing of it, nor does it weigh on
 * them.
 */
export function handOver(what: Handed): void {
  globalThis.handed ??= [] as Handed[];
  globalThis.handed.push(what);
}
