import type { ErrorReport } from '#contract/monitoring.ts';
import type { QueuedReport, HandledError } from '#browser/report-queue.ts';

export interface ErrorDetails extends HandledError {
  filename: string;
  severity: NonNullable<ErrorReport['severity']>;
}

/** Matches the messages of Chromium, Firefox, Safari and our own code for a build file that no longer exists. */
const CHUNK = /dynamically imported module|importing a module script|preload css|ChunkLoadError/i;
/**
 * Matches errors that are harmless or not ours, from extensions, from scripts of other sites, or about a view
 * transition that the browser skipped (https://github.com/w3c/csswg-drafts/issues/13726).
 */
const NOISE = /extension:\/\/|Script error|ResizeObserver loop|AbortError|Transition was|view transition/;

/** Turns an error into a report (spec 1 §8), or returns null if the error is not ours. */
export function readError(report: Exclude<QueuedReport, { event: string }>): ErrorDetails | null {
  const error =
    report instanceof Event ? readEvent(report) : { ...report, filename: '', severity: 'medium' as const };
  if (!error || NOISE.test(`${error.message}\n${error.filename}\n${error.stack}`)) return null;
  // Such an error means that an island crashed or could not be loaded.
  if (error.error_type === 'REACT_ERROR' || CHUNK.test(error.message)) error.severity = 'critical';
  return error;
}

function readEvent(event: Event): ErrorDetails | null {
  const { target } = event;
  if ('reason' in event) return describeThrown(event.reason, 'PROMISE_REJECTION');
  if ('message' in event) {
    const { message, filename, error } = event as Omit<ErrorEvent, 'error'> & { error: unknown };
    return { ...describeThrown(error ?? message, 'RUNTIME_ERROR'), filename: filename || '' };
  }
  // A picture that fails to load has its own fallback, so only scripts count.
  if (target instanceof HTMLScriptElement)
    return {
      ...describeThrown('ChunkLoadError: a script did not come', 'RUNTIME_ERROR'),
      filename: target.src,
    };
  return null;
}

function describeThrown(reason: unknown, error_type: ErrorDetails['error_type']): ErrorDetails {
  // The cause of a failed import says more than the failure itself. JavaScript can throw any value, so nothing is
  // assumed about the cause.
  const { cause = reason } = Object(reason) as { cause?: unknown };
  const { name = 'Error', message = toText(cause), stack = '' } = Object(cause) as Partial<Error>;
  return { message: `${name}: ${message}`, error_type, stack, filename: '', severity: 'high' };
}

/** Turns any value into text. `String` throws for an object without a prototype. */
function toText(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'no text';
  }
}

/** Returns a console error if it mentions React or a component. Others are not reported. */
export function readConsole(values: readonly unknown[]): HandledError | null {
  const message = values.map(toText).join(' ');
  return /react|component/i.test(message) ? { message, error_type: 'RUNTIME_ERROR', stack: '' } : null;
}
