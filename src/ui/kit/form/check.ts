import type { Fault, Faults } from '#domain/fault.ts';
import { birthFault, partsOfDate } from '#domain/person.ts';
import { readPhone } from '#domain/phone.ts';
import type { FormField, Values } from './field.ts';

/** Returns the errors by field. `today` is an ISO date. */
export function checkFields(fields: readonly FormField[], values: Values, today: string): Faults {
  const faults: Faults = {};
  for (const field of fields) {
    const fault = findFault(field, values[field.path] ?? '', today);
    if (fault) faults[field.path] = fault;
  }
  return faults;
}

function findFault({ kind, required, maxLength }: FormField, text: string, today: string): Fault | null {
  if (kind === 'birth') return birthFault(partsOfDate(text), today);
  if (text.trim() === '') return required ? { kind: kind === 'choice' ? 'choose' : 'missing' } : null;
  if (kind === 'phone') {
    const read = readPhone(text);
    return 'e164' in read ? null : read;
  }
  if (kind === 'date' && text > today) return { kind: 'future_date' };
  return text.length > (maxLength ?? Infinity) ? { kind: 'too_long' } : null;
}
