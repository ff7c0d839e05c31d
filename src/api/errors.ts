import { readRefusal, readSqlRefusal, type Refusal } from '#contract/errors.ts';

export type Failure = { ok: false } & Refusal;

export type Answer<T> = { ok: true; value: T } | Failure;

export function fromPostgrest(status: number, body: unknown): Failure {
  return { ok: false, ...(readSqlRefusal(asRecord(body)) ?? fromStatus(status)) };
}

export function fromFunction(status: number, body: unknown): Failure {
  const { code, field, cents, ages, other } = asRecord(body);
  return { ok: false, ...(readRefusal({ code, field, cents, ages, other }) ?? fromStatus(status)) };
}

function fromStatus(status: number): Refusal {
  if (status === 429) return { code: 'rate_limited' };
  return { code: status === 401 || status === 403 ? 'unauthorized' : 'unexpected' };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
