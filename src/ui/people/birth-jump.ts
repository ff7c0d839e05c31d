import type { DateParts } from '#domain/person.ts';

const order = ['day', 'month', 'year'] as const;
const maxDigits = { day: 2, month: 2, year: 4 } as const;

export interface Jump {
  patch: Partial<DateParts>;
  to: keyof DateParts | null;
}

/**
 * Returns where the focus moves after typing. A digit that fills a field moves it to the next field. Deleting never
 * moves it.
 */
export function jumpAfter(part: keyof DateParts, before: string, typed: string): Jump {
  const isFull = typed.length > before.length && /^\d+$/.test(typed) && typed.length === maxDigits[part];
  return { patch: { [part]: typed }, to: isFull ? (order[order.indexOf(part) + 1] ?? null) : null };
}

/**
 * Parses a pasted date ("04/09/2018", "4 9 2018", "2018-09-04", "04092018"). Returns null if the text is not a date.
 */
export function pastedDate(text: string): DateParts | null {
  const normalized = text.normalize('NFKC').trim();
  const iso = /^(\d{4})\D(\d{1,2})\D(\d{1,2})$/.exec(normalized);
  if (iso) return { day: iso[3] ?? '', month: iso[2] ?? '', year: iso[1] ?? '' };
  const dayFirst =
    /^(\d{1,2})\D+(\d{1,2})\D+(\d{4})$/.exec(normalized) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(normalized);
  return dayFirst ? { day: dayFirst[1] ?? '', month: dayFirst[2] ?? '', year: dayFirst[3] ?? '' } : null;
}

/** Returns the field to which Backspace in an empty field moves. */
export const beforePart = (part: keyof DateParts): keyof DateParts | null =>
  order[order.indexOf(part) - 1] ?? null;
