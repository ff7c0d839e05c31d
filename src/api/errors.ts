import { isErrorCode, type Refusal } from '#contract/errors.ts';

export type Failure = { ok: false } & Refusal;

/** What every call answers with. Nothing is thrown: a failure is a code until a feature puts it into words. */
export type Answer<T> = { ok: true; value: T } | Failure;

/** A PostgREST error (`{code, message, details, hint}`): SQL puts its code into `message`, the field into `hint`. */
export function fromPostgrest(status: number, body: unknown): Failure {
  const { message, hint, details } = asRecord(body);
  if (isErrorCode(message))
    return withField(
      { ok: false, code: message, ...(message === 'code_minimum' && minimumOf(Number(details ?? NaN))) },
      hint,
    );
  return { ok: false, code: fromStatus(status) };
}

/** A refusal of one of our functions (`{code, field?, totalCents?, minimumCents?}`). */
export function fromFunction(status: number, body: unknown): Failure {
  const { code, field, totalCents, minimumCents } = asRecord(body);
  if (!isErrorCode(code)) return { ok: false, code: fromStatus(status) };
  const failure = withField({ ok: false, code, ...minimumOf(minimumCents) }, field);
  return Number.isInteger(totalCents) ? { ...failure, totalCents: totalCents as number } : failure;
}

const minimumOf = (cents: unknown) => (Number.isInteger(cents) ? { minimumCents: cents as number } : {});

function withField(failure: Failure, field: unknown): Failure {
  return typeof field === 'string' && field !== '' ? { ...failure, field } : failure;
}

function fromStatus(status: number): Failure['code'] {
  if (status === 429) return 'rate_limited';
  return status === 401 || status === 403 ? 'unauthorized' : 'unexpected';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
