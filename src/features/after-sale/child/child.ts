import type { ChildDetails } from '#contract/after-sale.ts';
import { emptyPerson, type PersonTyped, readPeople } from '#domain/contact-person.ts';
import type { Faults } from '#domain/fault.ts';
import type { ManagedLine } from '../model.ts';

/** What a parent types in the form. Health details that we already have are never sent to the browser. */
export interface ChildAnswers {
  allergies: string;
  medications: string;
  medical_conditions: string;
  physical_limitations: string;
  isNothing: boolean;
  pickup: readonly PersonTyped[];
  emergency: PersonTyped;
}

export const noteFields = [
  'allergies',
  'medications',
  'medical_conditions',
  'physical_limitations',
] as const satisfies (keyof ChildAnswers & keyof ChildDetails)[];

export const noAnswers: ChildAnswers = {
  allergies: '',
  medications: '',
  medical_conditions: '',
  physical_limitations: '',
  isNothing: false,
  pickup: [emptyPerson],
  emergency: emptyPerson,
};

/**
 * Returns the details without empty fields, because the database adds the others to the details that it already has.
 */
export function buildDetails(answers: ChildAnswers): { faults: Faults; body: ChildDetails } {
  const faults: Faults = {};
  const details: ChildDetails = {};
  for (const field of noteFields) {
    const text = answers[field].trim();
    if (text !== '') details[field] = text;
  }
  if (answers.isNothing && Object.keys(details).length === 0) details.nothing_to_report = true;

  const pickup = peopleOf(answers.pickup, 'pickup_authorizations', false, faults);
  if (pickup.length > 0) details.pickup_authorizations = pickup;
  const contacts = peopleOf([answers.emergency], 'emergency_contacts', true, faults);
  if (contacts.length > 0) details.emergency_contacts = contacts;

  const isNothing = Object.keys(details).length === 0 && Object.keys(faults).length === 0;
  if (isNothing) faults['allergies'] = { kind: 'nothing_filled_in' };
  return { faults, body: details };
}

function peopleOf(people: readonly PersonTyped[], group: string, needsPhone: boolean, faults: Faults) {
  const read = readPeople(people, group, needsPhone);
  Object.assign(faults, read.faults);
  return read.people;
}

/** Returns each child who has a booked or waiting line once, in the order of the lines. */
export function childrenOf(lines: readonly ManagedLine[]): { child: number; name: string | null }[] {
  const namesByChild = new Map<number, string | null>();
  for (const { child, child_name, status } of lines)
    if (child !== null && status !== 'cancelled') namesByChild.set(child, child_name);
  return [...namesByChild].map(([child, name]) => ({ child, name }));
}
