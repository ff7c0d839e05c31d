import { plural } from '#contract/plural.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage, personLabels } from '#ui/people/messages.ts';

export const childMessages = {
  heading: 'Your child',
  headings: 'Your children',
  about:
    'Tell us about anything new: allergies, medicine, who may collect your child, or who we should call.',
  open: (name: string) => `Tell us something new about ${name}`,
  title: (name: string) => `About ${name}`,
  lead: 'What you write is added to what we already know. To remove something, sign in or write to us.',
  knownDetails: {
    reported: (date: string) =>
      `You told us about your child’s health on ${date}. For your child’s safety, we do not show the details here.`,
    nothing: (date: string) => `You told us on ${date} that there is nothing to report.`,
    unknown: () => 'We have no information about your child’s health yet.',
  },
  people: (pickup: number, contacts: number) =>
    `On our list: ${plural(pickup, 'person', 'people')} who may collect your child, and ${plural(contacts, 'emergency contact')}.`,
  child: 'your child',
  allergies: 'Allergies',
  noteHint: 'One per line.',
  medicines: 'Medicine to carry (inhaler, EpiPen…)',
  conditions: 'Medical conditions and fears',
  help: 'Needs help with',
  nothingToReport: 'Nothing to report',
  pickup: 'Who else may collect your child?',
  pickupHint: 'The people you name here are added to those already on our list.',
  emergency: 'Who should we call in an emergency?',
  emergencyHint: 'We call them after the people already on our list.',
  add: 'Add a person',
  save: 'Save',
  close: 'Close without saving',
  nothing: 'You have not filled anything in yet.',
} as const;

const list = (names: readonly string[]) => new Intl.ListFormat('en-SG').format(names);

/** Messages of the page that asks a parent about their children. The page's link permits nothing else. */
export const requestedMessages = {
  title: (names: readonly string[]) => `Please tell us about ${list(names)}`,
  lead: 'This helps our coaches look after your child. It takes about two minutes.',
  thanks: 'Thank you. That is all we need.',
  receivedText: 'The coaches can see it on their list. You can close this page.',
  receivedTitle: 'Details received',
  send: (name: string) => `Send details about ${name}`,
  confirm:
    'You have an account with us. Coaches see what you tell us here, marked as not confirmed, until you sign in and confirm it.',
  pickupHint: 'Anybody other than the parents. Leave this empty if there is nobody else.',
  emergencyHint: 'Somebody we can call if we can’t reach you.',
  signIn: 'Sign in instead',
  safe: 'This link only adds what you write. It does not show what we already know, can’t cancel or move a booking, and works once for each child.',
  helpText: (names: readonly string[]) => `Hello! I would like to tell you something about ${list(names)}.`,
} as const;

const notes: Partial<Record<string, string>> = {
  medications: childMessages.medicines,
  medical_conditions: childMessages.conditions,
  physical_limitations: childMessages.help,
};

/**
 * Returns the name of a field. For `emergency_contacts[0].phone`, it is the heading and the label: `Who should we call
 * in an emergency? Mobile`.
 */
export function childFieldName(field: string): string {
  const group = field.startsWith('pickup') ? childMessages.pickup : childMessages.emergency;
  const fieldName = /^(?:pickup|emergency).*\.(name|relationship|phone)$/.exec(field)?.[1];
  if (fieldName) return `${group} ${personLabels[fieldName as keyof typeof personLabels]}`;
  return notes[field] ?? childMessages.allergies;
}

export const childFaultMessage = (fault: Fault): string =>
  fault.kind === 'nothing_filled_in' ? childMessages.nothing : faultMessage(fault);
