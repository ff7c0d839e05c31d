import type { Fault, Faults } from '#domain/fault.ts';
import type { Field, FieldType } from './model.ts';

/** The likely reason why the database refused an answer that the form accepted. */
const likelyFaults: Partial<Record<FieldType, Fault>> = {
  contactEmail: { kind: 'email_form' },
  contactPhone: { kind: 'phone_form' },
  date: { kind: 'no_such_date' },
  paragraph: { kind: 'too_long' },
};

/** Null if the form has no question with that path. */
export function faultsForPath(path = '', fields: readonly Field[]): Faults | null {
  const field = fields.find((candidate) => candidate.path === path || path.startsWith(`${candidate.path}[`));
  if (!field) return null;
  // The browser's clock may be wrong, so the database may refuse a date that the form accepted.
  const fault = field.daysAhead ? ({ kind: 'day_too_soon' } as const) : likelyFaults[field.type];
  // Answers without a column of their own are refused only for their length.
  if (path.startsWith('message')) return { [path]: { kind: 'too_long' } };
  return { [path]: fault ?? { kind: 'not_accepted' } };
}
