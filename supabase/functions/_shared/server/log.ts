import Stripe from 'stripe';
import { requestScope } from './request-scope.ts';
import { scrub } from './scrub.ts';

type Level = 'info' | 'warning' | 'error';
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * One line of JSON: `time`, `level`, `event` and the call's `function` and `request_id`, then `fields`. Nothing that
 * somebody typed goes into it.
 */
export function writeLog(level: Level, event: string, fields: Fields = {}): void {
  const scope = requestScope();
  const line = JSON.stringify({
    time: new Date().toISOString(),
    level,
    event,
    ...(scope && { function: scope.fn, request_id: scope.requestId }),
    ...fields,
  });
  if (level === 'info') console.info(line);
  else console.error(line);
}

/**
 * Writes a fault down without what people typed: of Stripe's errors only what names them, since their words
 * may quote a parameter; of others what is left of their words when addresses, numbers and secrets are taken out.
 */
export function logFault(where: string, error: unknown): void {
  writeLog('error', 'fault', { where, error: describe(error) });
}

/** Something that is no fault, and that a person has to look at. */
export function logNotice(text: string): void {
  writeLog('warning', 'notice', { text });
}

function describe(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) {
    return ['Stripe', error.type, error.code, error.param, error.requestId].filter(Boolean).join(' ');
  }
  return scrub(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
