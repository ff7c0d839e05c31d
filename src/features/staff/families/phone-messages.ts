import type { FamilyContact, InvitedParent, phonePurposes, RecordedByPhone } from '#contract/family-child.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { plural } from '#contract/plural.ts';
import type * as v from 'valibot';
import { changeMessages } from './change-messages.ts';
import { agreedMessages } from './messages.ts';

type Purpose = (typeof phonePurposes)[number];

/** Staff write down what somebody says by phone. The family gets an e-mail each time. */
export const phoneMessages = {
  record: 'Record an answer by phone',
  recordHint:
    'Read the text to a parent, then record the answer. The family gets an e-mail, and a parent can change the answer in Family Base. Only parents themselves can accept the terms and sign the indemnity.',
  purpose: (purpose: Purpose) => agreedMessages.purposes[purpose],
  consentOf: (purpose: Purpose, child: string | null) =>
    child === null ? agreedMessages.purposes[purpose] : `${agreedMessages.purposes[purpose]}: ${child}`,
  who: { label: 'Who said it' },
  answer: (words: string) => ({ label: 'Answer', hint: `Please read this out: “${words}”` }),
  answers: [
    { value: 'yes', label: 'Agrees' },
    { value: 'no', label: 'Does not agree' },
  ],
  save: changeMessages.saveCorrection,
  contactSaved: ({ notified }: v.InferOutput<typeof RecordedByPhone>) =>
    notified === 0
      ? changeMessages.nothingChanged
      : `Corrected. ${plural(notified, 'parent was', 'parents were')} notified by e-mail.`,
  saved: ({ notified }: v.InferOutput<typeof RecordedByPhone>) =>
    `Recorded. ${plural(notified, 'parent was', 'parents were')} notified by e-mail.`,
  contactButton: 'Add emergency contact',
  contact: 'Add an emergency contact given by phone',
  contactName: { label: 'Full name' },
  relationship: { label: 'Relationship to the children', hint: 'For example “grandmother”.' },
  phone: { label: 'Phone number', hint: 'Please read it back to the caller.' },
  toldBy: {
    label: 'Who told you',
    hint: 'The family sees this in a note. The contact goes to the end of the list, and the others stay.',
  },
  contactsButton: 'Correct emergency contacts',
  contacts: 'Emergency contacts',
  contactsLogged: 'We log that you opened this. The first person on each list is called first.',
  noContacts: 'Nobody is on the list yet.',
  contactLine: ({ name, relationship, phone }: FamilyContact) =>
    [name, relationship, formatPhone(phone)].filter(Boolean).join(' · '),
  contactFor: ({ child_name, position }: FamilyContact) =>
    `${position}. ${child_name === null ? 'for the whole family' : `for ${child_name}`}`,
  correctContact: (name: string) => `Correct emergency contact ${name}`,
  first: {
    label: 'Call this person first',
    hint: 'The others stay on the list. Only a parent can remove somebody.',
  },
  firstAnswers: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'Keep the order as it is' },
  ],
  inviteButton: 'Invite second parent',
  invite: 'Invite a second parent',
  email: {
    label: 'E-mail of the second parent',
    hint: 'Do this only if the first parent asked for it. A parent who accepts can see and change everything about the children. The first parent gets an e-mail at once and can withdraw the invitation.',
  },
  send: 'Send invitation',
  invited: ({ email, mailed }: v.InferOutput<typeof InvitedParent>) =>
    mailed
      ? `We have sent an invitation to ${email}, and told the first parent.`
      : 'The invitation was not e-mailed, because the first parent has not confirmed their own address. They can send the link from Family Base.',
  removeButton: 'Remove parent',
  removeOf: (name: string) => `Remove ${name} from this family`,
  removeMeans: (name: string) =>
    [
      'Please check who is asking first, for example by calling the number on record. If there is a court order, read it.',
      `${name} will no longer see anything about the children, and the links in their e-mails will stop working. The other parent becomes the first, and both get an e-mail.`,
      `${name} may still collect the children. Only the other parent can change that, in Family Base. Until then, please tell the coaches.`,
    ].join('\n'),
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} has been removed. We have notified both parents by e-mail.`,
  whoRemoves:
    'A parent can be removed by the first parent in Family Base, or by a business admin on this page. To stop somebody from collecting a child, a parent must enter this in Family Base. Until then, please tell the coaches.',
  asked: { health: 'health', emergency_contact: 'who to call in an emergency' },
} as const;
