import { readRefusal, readSqlRefusal, type Refusal } from '#contract/errors.ts';

export type Failure = { ok: false } & Refusal;

/** The result of every call. Nothing is thrown: a failure is a code until a feature turns it into a message. */
export type Answer<T> = { ok: true; value: T } | Failure;

/** Reads a PostgREST error (`{code, message, details, hint}`). */
export function fromPostgrest(status: number, body: unknown): Failure {
  return { ok: false, ...(readSqlRefusal(asRecord(body)) ?? fromStatus(status)) };
}

/** Reads a refusal of an edge function, in the contract's shape. */
export function fromFunction(status: number, body: unknown): Failure {
  const { code, field, cents, ages } = asRecord(body);
  return { ok: false, ...(readRefusal({ code, field, cents, ages }) ?? fromStatus(status)) };
}

function fromStatus(status: number): Refusal {
  if (status === 429) return { code: 'rate_limited' };
  return { code: status === 401 || status === 403 ? 'unauthorized' : 'unexpected' };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
