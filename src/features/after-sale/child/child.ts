import type { ChildDetails } from '#contract/after-sale.ts';
import { emptyPerson, type PersonTyped, readPeople } from '../../../domain/contact-person.ts';
import type { Faults } from '../../../domain/fault.ts';
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

export const noAnswers: ChildAnswers = {
  ...{ allergies: '', noAllergies: false, conditions: '', noConditions: false },
  ...{ pickup: [emptyPerson], nobodyElse: false, emergency: emptyPerson },
};

/** What is left empty is left out, and stays as it was; what was ticked as over is cleared. All that is wrong, else. */
export function detailsOf(answers: ChildAnswers): { faults: Faults; details: ChildDetails } {
  const faults: Faults = {};
  const details: ChildDetails = {};
  const allergies = noteOf(answers.allergies, answers.noAllergies);
  if (allergies !== undefined) details.allergies = allergies;
  const conditions = noteOf(answers.conditions, answers.noConditions);
  if (conditions !== undefined) details.medical_conditions = conditions;

  const pickup = answers.nobodyElse ? [] : peopleOf(answers.pickup, 'pickup_authorizations', false, faults);
  if (answers.nobodyElse || pickup.length > 0) details.pickup_authorizations = pickup;
  const contacts = peopleOf([answers.emergency], 'emergency_contacts', true, faults);
  if (contacts.length > 0) details.emergency_contacts = contacts;

  const isNothing = Object.keys(details).length === 0 && Object.keys(faults).length === 0;
  if (isNothing) faults['allergies'] = { kind: 'nothing_filled_in' };
  return { faults, details };
}

function noteOf(text: string, over: boolean): string | null | undefined {
  if (over) return null;
  return text.trim() === '' ? undefined : text.trim();
}

function peopleOf(typed: readonly PersonTyped[], group: string, needsPhone: boolean, faults: Faults) {
  const read = readPeople(typed, group, needsPhone);
  Object.assign(faults, read.faults);
  return read.people;
}

/** The children of the order that are booked or wait to be, each once, by their place in it. */
export function childrenOf(lines: readonly ManagedLine[]): { child: number; name: string | null }[] {
  const found = new Map<number, string | null>();
  for (const { child, child_name, status } of lines)
    if (child !== null && status !== 'cancelled') found.set(child, child_name);
  return [...found].map(([child, name]) => ({ child, name }));
}
