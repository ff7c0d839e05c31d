import type { Fault, Faults } from './fault.ts';
import { readPhone } from './phone.ts';

export interface PersonTyped {
  name: string;
  relationship: string;
  phone: string;
}
export const emptyPerson: PersonTyped = { name: '', relationship: '', phone: '' };

export interface ContactPerson {
  name: string;
  relationship: string | null;
  phone: string | null;
}

const isEmpty = (person: PersonTyped) => Object.values(person).every((text: string) => text.trim() === '');

/** Reads a typed list. Returns the people with any text, and the errors by `group[index].field`. */
export function readPeople(
  typed: readonly PersonTyped[],
  group: string,
  needsPhone: boolean,
): { people: ContactPerson[]; faults: Faults } {
  const faults: Faults = {};
  const people = typed.flatMap((person, index) => {
    if (isEmpty(person)) return [];
    if (person.name.trim() === '') faults[`${group}[${index}].name`] = { kind: 'missing' };
    const phone = phoneOf(person.phone, needsPhone);
    if (phone && 'kind' in phone) faults[`${group}[${index}].phone`] = phone;
    return {
      name: person.name.trim(),
      relationship: person.relationship.trim() || null,
      phone: phone && 'e164' in phone ? phone.e164 : null,
    };
  });
  return { people, faults };
}

function phoneOf(text: string, needed: boolean): { e164: string } | Fault | null {
  if (text.trim() !== '') return readPhone(text);
  return needed ? { kind: 'missing' } : null;
}
