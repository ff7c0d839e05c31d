import type { ErrorReport } from '#contract/monitoring.ts';
import type { Handed, HandledError } from '#browser/handed.ts';

export interface Met extends HandledError {
  filename: string;
  severity: NonNullable<ErrorReport['severity']>;
}

/** A file of a build that is not there any more, in the words of Chromium, Firefox and Safari, and in ours. */
const CHUNK = /dynamically imported module|importing a module script|preload css|ChunkLoadError/i;
/**
 * Nothing of ours, and nothing that is wrong: extensions, scripts of strangers, a layout that took a second look, a
 * fading between two pages that the browser left out (https://github.com/w3c/csswg-drafts/issues/13726).
 */
const NOISE = /extension:\/\/|Script error|ResizeObserver loop|AbortError|Transition was|view transition/;

/** An error as it was met (spec 1 §8); null for what is no error of ours. */
export function readError(what: Exclude<Handed, { event: string }>): Met | null {
  const met =
    what instanceof Event ? readEvent(what) : { ...what, filename: '', severity: 'medium' as const };
  if (!met || NOISE.test(`${met.message}\n${met.filename}\n${met.stack}`)) return null;
  // The page is broken: an island fell, or a part of it did not come.
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
  // A picture that does not come has its own fallback.
  if (target instanceof HTMLScriptElement)
    return { ...thrown('ChunkLoadError: a script did not come', 'RUNTIME_ERROR'), filename: target.src };
  return null;
}

function thrown(reason: unknown, error_type: Met['error_type']): Met {
  // Why a part could not be fetched says more than that it could not. Anything may be thrown.
  const { cause = reason } = Object(reason) as { cause?: unknown };
  const { name = 'Error', message = textOf(cause), stack = '' } = Object(cause) as Partial<Error>;
  return { message: `${name}: ${message}`, error_type, stack, filename: '', severity: 'high' };
}

/** Not everything has a text: an object without a prototype throws where it is asked for one. */
function textOf(what: unknown): string {
  try {
    return String(what);
  } catch {
    return 'no text';
  }
}

/** What was written to the console as an error, where React or a component is meant. */
export function readConsole(said: readonly unknown[]): HandledError | null {
  const message = said.map(textOf).join(' ');
  return /react|component/i.test(message) ? { message, error_type: 'RUNTIME_ERROR', stack: '' } : null;
}
