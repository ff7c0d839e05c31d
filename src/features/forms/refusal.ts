import type { Fault, Faults } from '#domain/fault.ts';
import type { Field, FieldType } from './model.ts';

/** The likely reason why the database refused an answer that the form accepted. */
const likely: Partial<Record<FieldType, Fault>> = {
  contactEmail: { kind: 'email_form' },
  contactPhone: { kind: 'phone_form' },
  date: { kind: 'no_such_date' },
  paragraph: { kind: 'too_long' },
};

/** The question for the path that the database refused; null if the form does not have it. */
export function faultsAt(path = '', fields: readonly Field[]): Faults | null {
  const field = fields.find((one) => one.path === path || path.startsWith(`${one.path}[`));
  if (!field) return null;
  // The browser's clock may be wrong, so the database may refuse a date that the form accepted.
  const fault = field.daysAhead ? ({ kind: 'day_too_soon' } as const) : likely[field.type];
  return { [path]: fault ?? { kind: 'not_accepted' } };
}
