import type { ErrorReport } from '#contract/monitoring.ts';
import type { Handed, HandledError } from '#browser/handed.ts';

export interface Met extends HandledError {
  filename: string;
  severity: NonNullable<ErrorReport['severity']>;
}

/** Messages of Chromium, Firefox, Safari and our own code for a build file that no longer exists. */
const CHUNK = /dynamically imported module|importing a module script|preload css|ChunkLoadError/i;
/**
 * Errors that are not ours or are harmless: extensions, scripts of other sites, a repeated layout, and a view
 * transition that the browser skipped (https://github.com/w3c/csswg-drafts/issues/13726).
 */
const NOISE = /extension:\/\/|Script error|ResizeObserver loop|AbortError|Transition was|view transition/;

/** An error in the form of a report (spec 1 §8); null if it is not ours. */
export function readError(what: Exclude<Handed, { event: string }>): Met | null {
  const met =
    what instanceof Event ? readEvent(what) : { ...what, filename: '', severity: 'medium' as const };
  if (!met || NOISE.test(`${met.message}\n${met.filename}\n${met.stack}`)) return null;
  // The page is broken: an island crashed, or a part of it could not be loaded.
  if (met.error_type === 'REACT_ERROR' || CHUNK.test(met.message)) met.severity = 'critical';
  return met;
}

function readEvent(event: Event): Met | null {
  const { target } = event;
  if ('reason' in event) return thrown(event.reason, 'PROMISE_REJECTION');
  if ('message' in event) {
    const { message, filename, error } = event as Omit<ErrorEvent, 'error'> & { error: unknown };
    return { ...thrown(error ?? message, 'RUNTIME_ERROR'), filename: filename || '' };
  }
  // A picture that fails to load has its own fallback, so only scripts count.
  if (target instanceof HTMLScriptElement)
    return { ...thrown('ChunkLoadError: a script did not come', 'RUNTIME_ERROR'), filename: target.src };
  return null;
}

function thrown(reason: unknown, error_type: Met['error_type']): Met {
  // The cause of a failed import says more than the failure itself. Any value can be thrown.
  const { cause = reason } = Object(reason) as { cause?: unknown };
  const { name = 'Error', message = textOf(cause), stack = '' } = Object(cause) as Partial<Error>;
  return { message: `${name}: ${message}`, error_type, stack, filename: '', severity: 'high' };
}

/** `String` throws for an object without a prototype. */
function textOf(what: unknown): string {
  try {
    return String(what);
  } catch {
    return 'no text';
  }
}

/** An error in the console that mentions React or a component. */
export function readConsole(said: readonly unknown[]): HandledError | null {
  const message = said.map(textOf).join(' ');
  return /react|component/i.test(message) ? { message, error_type: 'RUNTIME_ERROR', stack: '' } : null;
}
