import type { ErrorCode } from '#contract/errors.ts';
import { ageRange } from '#domain/ages.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage as generalMessages } from '#ui/people/messages.ts';
import { type OwnMessages, errorText as wordsOf } from '#api/error-text.ts';
import { offlineTyped } from '#domain/offline-messages.ts';

export const messages = {
  loading: 'Loading...',
  title: 'Join the waitlist',
  lead: 'We offer you spots for all your children together. As soon as there is room for everybody, we’ll hold the spots and write to you.',
  free: (count: number) =>
    count === 1 ? 'One spot is free right now.' : `${count} spots are free right now.`,
  freeText: 'You can book now. Join the waitlist only if you need more spots together.',
  book: 'Book now',
  children: 'Who wants to come?',
  child: (index: number) => `Child ${index + 1}`,
  friend: 'A friend',
  friendHint: 'Another family’s child who is coming too. The name is enough.',
  addChild: 'Add another child',
  addFriend: 'Add a friend',
  remove: (name: string) => `Remove ${name || 'this child'}`,
  offer: 'Which pass would you book with?',
  offerHint: 'Nothing is charged now. You can change it later.',
  contact: 'How can we reach you?',
  join: 'Join the waitlist',
  joining: 'Waiting costs nothing, and you can leave at any time.',
  help: 'Ask on WhatsApp',
  helpText: 'Hello! I have a question about the waitlist.',
  tryAgain: 'Try again',
} as const;

export const fieldMessages: Record<string, string> = {
  'parent.name': 'Parent’s name',
  'parent.email': 'E-mail',
  'parent.phone': 'WhatsApp number',
  offer_id: messages.offer,
};

/** Turns `children[1].dob` into "Child 2, date of birth". */
export function fieldName(field: string): string {
  const child = /^children\[(\d+)\]\.(name|dob)$/.exec(field);
  if (!child) return fieldMessages[field] ?? field;
  return `${messages.child(Number(child[1]))}, ${child[2] === 'name' ? 'name' : 'date of birth'}`;
}

export const placeholders = {
  name: 'Your full name',
  email: 'you@example.com',
  phone: '+65 9123 4567',
} as const;

export function faultMessage(fault: Fault): string {
  if (fault.kind !== 'age_not_allowed') return generalMessages(fault);
  return (fault.minAge ?? fault.maxAge) === undefined
    ? 'This child will be too young or too old on the first day.'
    : fault.age === undefined
      ? `This is for ${ageRange(fault)}, and this child will be younger or older on the first day. Please check the date of birth, or choose another class or camp.`
      : `This is for ${ageRange(fault)}, and this child will be ${fault.age} on the first day. Please check the date of birth, or choose another class or camp.`;
}

export const notFoundMessages = {
  missing: {
    title: 'What would you like to wait for?',
    text: 'Please choose a class or a camp first. If it is full, it has a button for the waitlist.',
  },
  session_not_found: {
    title: 'This class has started or is no longer on the timetable',
    text: 'There may be room in another one.',
  },
  camp_not_found: {
    title: 'This camp has started or is not on sale',
    text: 'There may be room in another week.',
  },
  offer_not_available: {
    title: 'This is not on sale right now',
    text: 'It can’t be booked, so there is no waitlist. You may like something else.',
  },
  waitlist_entry_not_found: {
    title: 'This waitlist link does not work',
    text: 'It may be incomplete. Please open the one in our e-mail, or ask us on WhatsApp.',
  },
  failed: { title: 'The waitlist did not load', text: 'Nothing is lost. Please try again.' },
} as const;

const refusals = {
  place_free: 'Good news: there is room for all of you right now. You can book without waiting.',
  already_waiting:
    'One of these children is already on this waitlist. Use the link in the e-mail we sent you.',
  already_booked: 'One of these children already has a spot. Please remove that child and try again.',
  session_not_found: `${notFoundMessages.session_not_found.title}.`,
  camp_not_found: `${notFoundMessages.camp_not_found.title}.`,
  offer_not_available: 'That pass is not on sale now. Please choose another one.',
  child_not_found: 'One of these children is not part of your family’s account.',
  rate_limited: 'Too many attempts. Everything you typed is still here. Please try again in a moment.',
  offline: offlineTyped,
  unexpected: 'Your request did not reach us. Everything you typed is still here. Please try again.',
} satisfies OwnMessages;

export const errorText = (code: ErrorCode): Promise<string> => wordsOf(code, refusals);
