import type { Fault, Faults } from '#domain/fault.ts';
import type { Field, FieldType } from './model.ts';

/** Why the database is likely to have refused what the form took for right. */
const likely: Partial<Record<FieldType, Fault>> = {
  contactEmail: { kind: 'email_form' },
  contactPhone: { kind: 'phone_form' },
  date: { kind: 'no_such_date' },
  paragraph: { kind: 'too_long' },
};

/** The question that the database refused by its path; none where the form does not ask it. */
export function faultsAt(path = '', fields: readonly Field[]): Faults | null {
  const field = fields.find((one) => one.path === path || path.startsWith(`${one.path}[`));
  if (!field) return null;
  // Where days are bounded, the database goes by a clock that is right.
  const fault = field.daysAhead ? ({ kind: 'day_too_soon' } as const) : likely[field.type];
  return { [path]: fault ?? { kind: 'not_accepted' } };
}
