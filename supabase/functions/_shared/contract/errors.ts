import type { ErrorCode } from './error-codes.ts';

export type { ErrorCode };

/** Refusals that say an amount, as it is now: a price, a refund, a difference, what an order must come to at least. */
const priced = ['price_changed', 'code_minimum', 'refund_changed', 'move_costs_more'] as const;
export type PricedCode = (typeof priced)[number];

/**
 * A "no". `field` names the input at fault, e.g. `parent.email`; `cents`, and with `age_not_allowed` the
 * `ages` as `7-12`, are there if they were said.
 */
export type Refusal =
  | { code: Exclude<ErrorCode, PricedCode>; field?: string; ages?: string }
  | { code: PricedCode; field?: string; cents?: number };

interface Said {
  code: unknown;
  field: unknown;
  cents: unknown;
  ages: unknown;
}

/** The refusal in what came from outside; null when its code is none of ours. */
export function readRefusal({ code, field, cents, ages }: Said): Refusal | null {
  if (!isErrorCode(code)) return null;
  const where = typeof field === 'string' && field !== '' ? { field } : {};
  if (code === 'age_not_allowed') return { code, ...where, ...(typeof ages === 'string' && { ages }) };
  if (isPriced(code)) return { code, ...where, ...(Number.isInteger(cents) && { cents: cents as number }) };
  return { code, ...where };
}

/** As SQL raises it: the code is the error's message, the field its hint, the amount or the ages its details. */
export function readSqlRefusal(error: {
  message?: unknown;
  hint?: unknown;
  details?: unknown;
}): Refusal | null {
  const { message, hint, details } = error;
  return readRefusal({ code: message, field: hint, cents: Number(details ?? NaN), ages: details });
}

/** The amount of a refusal that says one. */
export const centsOf = (refusal: Refusal) => ('cents' in refusal ? refusal.cents : undefined);

const isPriced = (code: ErrorCode): code is PricedCode => (priced as readonly string[]).includes(code);

/**
 * Told by its shape: the list weighs more than a page's own words. A code of a newer release is one too, and has the
 * general sentence.
 */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value);
