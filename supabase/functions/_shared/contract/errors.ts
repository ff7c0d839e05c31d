import type { ErrorCode } from './error-codes.ts';

export type { ErrorCode };

const priced = ['price_changed', 'code_minimum', 'refund_changed', 'move_costs_more'] as const;
/** The codes that come with an amount in cents. */
export type PricedCode = (typeof priced)[number];

/**
 * A refusal with its data. `field` is for example `parent.email`, `ages` is for example `7-12`, `number` is the number
 * of the existing order, `names` are the children who have been checked in, and `other` is the line at the same time
 * (`times_overlap`), for example `lines[0]`.
 */
export type Refusal =
  | {
      code: Exclude<ErrorCode, PricedCode>;
      field?: string;
      ages?: string;
      number?: string;
      names?: string[];
      other?: string;
    }
  | { code: PricedCode; field?: string; cents?: number };

interface ErrorBody {
  code: unknown;
  field: unknown;
  cents: unknown;
  ages: unknown;
  number?: unknown;
  /** A JSON array. */
  names?: unknown;
  other?: unknown;
}

/** Reads a refusal from an external answer. Returns null if its code does not look like one of our codes. */
export function readRefusal({ code, field, cents, ages, number, names, other }: ErrorBody): Refusal | null {
  if (!isErrorCode(code)) return null;
  const where = typeof field === 'string' && field !== '' ? { field } : {};
  if (code === 'age_not_allowed') return { code, ...where, ...(typeof ages === 'string' && { ages }) };
  if (code === 'times_overlap') return { code, ...where, ...(typeof other === 'string' && { other }) };
  if (code === 'sale_differs') return { code, ...where, ...(typeof number === 'string' && { number }) };
  if (code === 'child_checked_in') return { code, ...where, ...namesIn(names) };
  if (isPriced(code)) return { code, ...where, ...(Number.isInteger(cents) && { cents: cents as number }) };
  return { code, ...where };
}

/**
 * Reads a refusal that SQL raised. The error's message is the code, its hint is the field, and its details are further
 * data.
 */
export function readSqlRefusal(error: {
  message?: unknown;
  hint?: unknown;
  details?: unknown;
}): Refusal | null {
  const { message, hint, details } = error;
  return readRefusal({
    code: message,
    field: hint,
    cents: Number(details ?? NaN),
    ages: details,
    number: details,
    names: details,
    other: details,
  });
}

function namesIn(json: unknown): { names?: string[] } {
  try {
    const names: unknown = JSON.parse(String(json));
    return Array.isArray(names) ? { names: names.filter((name) => typeof name === 'string') } : {};
  } catch {
    return {};
  }
}

/** The amount of a refusal, if its code has one. */
export const centsOf = (refusal: Refusal) => ('cents' in refusal ? refusal.cents : undefined);

/** The children who have been checked in, if the refusal is about them. */
export const namesOf = (refusal: Refusal) => ('names' in refusal ? refusal.names : undefined);

const isPriced = (code: ErrorCode): code is PricedCode => (priced as readonly string[]).includes(code);

/**
 * Returns whether a value looks like an error code. It checks only the form, because the list of codes would be larger
 * than a page's script.
 */
export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value);
