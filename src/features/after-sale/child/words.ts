import { plural } from '#contract/plural.ts';
import type { Fault } from '#domain/fault.ts';
import { faultWords, personLabels } from '#ui/people/words.ts';

export const childWords = {
  heading: 'Your child',
  headings: 'Your children',
  about: 'Allergies, medicine, who may collect, whom we call: tell us when something is new.',
  open: (name: string) => `Tell us something new about ${name}`,
  title: (name: string) => `About ${name}`,
  lead: 'What you write is added to what we know. To take something away, sign in or write to us.',
  known: {
    reported: (date: string) =>
      `You told us about health on ${date}. It is not shown here, for your child’s safety.`,
    nothing: (date: string) => `On ${date} you said that there is nothing to report.`,
    unknown: () => 'Nobody has told us about your child’s health yet.',
  },
  people: (pickup: number, contacts: number) =>
    `We know ${plural(pickup, 'person', 'people')} who may collect, and ${plural(contacts, 'emergency contact')}.`,
  child: 'your child',
  allergies: 'Allergies',
  noteHint: 'One a line.',
  medicines: 'Medicine to carry (inhaler, EpiPen …)',
  conditions: 'Conditions, fears',
  help: 'Needs help with',
  nothingToReport: 'Nothing to report',
  pickup: 'Who else may collect your child?',
  pickupHint: 'Whoever you name here may collect besides those named before.',
  emergency: 'Whom do we call in an emergency?',
  emergencyHint: 'We call them after those you named before.',
  add: 'Add a person',
  save: 'Save',
  close: 'Close without saving',
  nothing: 'Nothing is filled in yet.',
} as const;

const list = (names: readonly string[]) => new Intl.ListFormat('en-SG').format(names);

/** The page that asks a parent about the children of an order; its link permits nothing else. */
export const askedWords = {
  title: (names: readonly string[]) => `Please tell us about ${list(names)}`,
  lead: 'Our coaches look after your child better when they know this. It takes about two minutes.',
  thanks: 'Thank you. That is all we need.',
  done: 'The coaches see it on their list. You can close this page.',
  told: 'You have told us',
  send: (name: string) => `Send what we should know about ${name}`,
  confirm:
    'You have an account with us. Coaches see what you tell us here, marked as not confirmed, until you sign in and confirm it.',
  pickupHint: 'Besides the parents. Leave it empty if nobody else does.',
  emergencyHint: 'Somebody we can call where we cannot reach you.',
  signIn: 'Sign in instead',
  safe: 'This link only adds what you write. It shows nothing that we know, cannot cancel or move a booking, and works once for each child.',
  helpText: (names: readonly string[]) => `Hello! This is about what you should know of ${list(names)}.`,
} as const;

const notes: Partial<Record<string, string>> = {
  ...{ medications: childWords.medicines, medical_conditions: childWords.conditions },
  physical_limitations: childWords.help,
};

/** `emergency_contacts[0].phone` becomes `Whom do we call in an emergency? Mobile`, its heading and its label. */
export function childFieldName(field: string): string {
  const group = field.startsWith('pickup') ? childWords.pickup : childWords.emergency;
  const part = /^(?:pickup|emergency).*\.(name|relationship|phone)$/.exec(field)?.[1];
  if (part) return `${group} ${personLabels[part as keyof typeof personLabels]}`;
  return notes[field] ?? childWords.allergies;
}

export const childFaultWords = (fault: Fault): string =>
  fault.kind === 'nothing_filled_in' ? childWords.nothing : faultWords(fault);
