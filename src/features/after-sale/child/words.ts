import type { Fault } from '../../../domain/fault.ts';
import { faultWords, personLabels } from '../../../ui/people/words.ts';

export const childWords = {
  heading: 'Your child',
  headings: 'Your children',
  about: 'Allergies, who may collect, whom we call: tell us when something has changed.',
  open: (name: string) => `Tell us something new about ${name}`,
  title: (name: string) => `About ${name}`,
  lead: 'What we know is not shown here, for your child’s safety. What you leave empty stays as it is.',
  child: 'your child',
  allergies: 'Allergies',
  noteHint: 'Replaces what you told us before.',
  conditions: 'Conditions, medicine, fears',
  pickup: 'Who else may collect your child?',
  pickupHint: 'Whoever you name here replaces everybody named before.',
  emergency: 'Whom do we call in an emergency?',
  emergencyHint: 'Replaces the contact you gave before.',
  noneAllergies: 'No allergies any more',
  noneConditions: 'No conditions any more',
  nonePickup: 'Nobody but the parents any more',
  add: 'Add a person',
  save: 'Save',
  close: 'Close without saving',
  nothing: 'Nothing is filled in yet, so nothing would change.',
} as const;

/** `emergency_contacts[0].phone`: `Whom do we call in an emergency? Mobile`, as its heading and label say it. */
export function childFieldName(field: string): string {
  const group = field.startsWith('pickup') ? childWords.pickup : childWords.emergency;
  const part = /^(?:pickup|emergency).*\.(name|relationship|phone)$/.exec(field)?.[1];
  if (part) return `${group} ${personLabels[part as keyof typeof personLabels]}`;
  return field === 'medical_conditions' ? childWords.conditions : childWords.allergies;
}

export const childFaultWords = (fault: Fault): string =>
  fault.kind === 'nothing_filled_in' ? childWords.nothing : faultWords(fault);
