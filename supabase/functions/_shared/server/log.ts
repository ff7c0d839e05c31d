import { requestScope } from './request-scope.ts';
import { redact } from './redact.ts';

type Level = 'info' | 'warning' | 'error';
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes one line of JSON. It must not contain anything that a person typed. */
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

/** Stripe's messages may quote a parameter, so only the fields that identify an error are logged. */
export function logFault(where: string, error: unknown): void {
  writeLog('error', 'fault', { where, error: describe(error) });
}

export function logNotice(text: string): void {
  writeLog('warning', 'notice', { text });
}

function describe(error: unknown): string {
  if (isFromStripe(error))
    return ['Stripe', error.type, error.code, error.param, error.requestId].filter(Boolean).join(' ');
  return redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Stripe's library is not imported, because most functions do without it. Each of its errors has these fields. */
function isFromStripe(error: unknown): error is Record<'type' | 'code' | 'param' | 'requestId', unknown> {
  return error instanceof Error && 'rawType' in error && 'requestId' in error;
}
