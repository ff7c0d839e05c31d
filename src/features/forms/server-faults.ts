import type { Fault, Faults } from '#domain/fault.ts';
import type { Field, FieldType } from './model.ts';

/** The most likely reasons for the database's refusal, because the form had accepted the answer. */
const likelyFaults: Partial<Record<FieldType, Fault>> = {
  contactEmail: { kind: 'email_form' },
  contactPhone: { kind: 'phone_form' },
  date: { kind: 'no_such_date' },
  paragraph: { kind: 'too_long' },
};

/** Returns the faults for a path, or null if the form has no such question. */
export function faultsForPath(path = '', fields: readonly Field[]): Faults | null {
  const field = fields.find((candidate) => candidate.path === path || path.startsWith(`${candidate.path}[`));
  if (!field) return null;
  // The browser's clock may be wrong, so the database may refuse a date that the form accepted.
  const fault = field.daysAhead ? ({ kind: 'day_too_soon' } as const) : likelyFaults[field.type];
  // A line of the message can be refused only for its length.
  if (path.startsWith('message')) return { [path]: { kind: 'too_long' } };
  return { [path]: fault ?? { kind: 'not_accepted' } };
}
