import type { ChildDetails } from '#contract/after-sale.ts';
import { emptyPerson, type PersonTyped } from '../../../domain/contact-person.ts';
import { readPhone } from '../../../domain/phone.ts';
import type { ManagedLine } from '../model.ts';

/** What a parent types anew of a child, and what of it is sent (contract/after-sale.ts, ChildDetails). No I/O. */
export interface ChildAnswers {
  allergies: string;
  noAllergies: boolean;
  conditions: string;
  noConditions: boolean;
  pickup: PersonTyped[];
  nobodyElse: boolean;
  emergency: PersonTyped;
}

/** Which field is at fault, and why. */
export interface Fault {
  id: string;
  why: 'nothing' | 'name' | 'phone';
}

export const noAnswers: ChildAnswers = {
  ...{ allergies: '', noAllergies: false, conditions: '', noConditions: false },
  ...{ pickup: [emptyPerson], nobodyElse: false, emergency: emptyPerson },
};

const isEmpty = (person: PersonTyped) => Object.values(person).every((text: string) => text.trim() === '');

type Read = { details: ChildDetails } | { fault: Fault };

/** What is left empty is left out, and stays as it was; what was ticked as over is cleared. */
export function detailsOf(answers: ChildAnswers): Read {
  const details: ChildDetails = {};
  const allergies = noteOf(answers.allergies, answers.noAllergies);
  if (allergies !== undefined) details.allergies = allergies;
  const conditions = noteOf(answers.conditions, answers.noConditions);
  if (conditions !== undefined) details.medical_conditions = conditions;

  if (answers.nobodyElse) details.pickup_authorizations = [];
  else {
    const people = peopleOf(answers.pickup, 'pickup', false);
    if ('id' in people) return { fault: people };
    if (people.length > 0) details.pickup_authorizations = people;
  }
  const contacts = peopleOf([answers.emergency], 'emergency', true);
  if ('id' in contacts) return { fault: contacts };
  if (contacts.length > 0) details.emergency_contacts = contacts;
  return Object.keys(details).length === 0 ? { fault: { id: 'allergies', why: 'nothing' } } : { details };
}

function noteOf(text: string, over: boolean): string | null | undefined {
  if (over) return null;
  return text.trim() === '' ? undefined : text.trim();
}

function peopleOf(typed: readonly PersonTyped[], group: string, needsPhone: boolean) {
  const people = [];
  for (const [index, person] of typed.entries()) {
    if (isEmpty(person)) continue;
    const read = readPhone(person.phone);
    const phone = 'e164' in read ? read.e164 : null;
    if (person.name.trim() === '') return { id: `${group}-${index}-name`, why: 'name' as const };
    if (phone === null && (needsPhone || person.phone.trim() !== ''))
      return { id: `${group}-${index}-phone`, why: 'phone' as const };
    people.push({ name: person.name.trim(), relationship: person.relationship.trim() || null, phone });
  }
  return people;
}

/** The children of the order that are booked or wait to be, each once, by their place in it. */
export function childrenOf(lines: readonly ManagedLine[]): { child: number; name: string | null }[] {
  const found = new Map<number, string | null>();
  for (const { child, child_name, status } of lines)
    if (child !== null && status !== 'cancelled') found.set(child, child_name);
  return [...found].map(([child, name]) => ({ child, name }));
}
