import type { ErrorCode } from '#contract/errors.ts';
import { isOffline } from '../../browser/online.ts';
import { ageRange } from '../../domain/ages.ts';
import type { Fault } from '../../domain/fault.ts';
import { faultWords as generalWords } from '../../ui/people/words.ts';
import { type OwnRefusals, refusalWords as wordsOf } from '../../api/refusal-words.ts';

export const messages = {
  loading: 'Looking that up...',
  title: 'Join the waitlist',
  lead: 'All your children together, or not at all. As soon as there is room for everybody, we keep the spots for you and write to you.',
  free: (count: number) =>
    count === 1 ? 'One spot is free right now.' : `${count} spots are free right now.`,
  freeText: 'You can book that at once. Wait here only if you need more spots together.',
  book: 'Book now',
  children: 'Who wants to come?',
  child: (index: number) => `Child ${index + 1}`,
  friend: 'A friend',
  friendHint: 'Another family’s child, who comes along. The name is enough.',
  addChild: 'Add another child',
  addFriend: 'Add a friend',
  remove: (name: string) => `Take ${name || 'this child'} off`,
  offer: 'What would you book it with?',
  offerHint: 'Nothing is charged now. You can change it later.',
  contact: 'Where do we reach you?',
  join: 'Join the waitlist',
  joining: 'Waiting costs nothing, and you can leave at any time.',
  help: 'Ask on WhatsApp',
  helpText: 'Hello! I have a question about the waitlist.',
  tryAgain: 'Try again',
} as const;

export const fieldWords: Record<string, string> = {
  'parent.name': 'Parent’s name',
  'parent.email': 'E-mail',
  'parent.phone': 'WhatsApp number',
  offer_id: messages.offer,
};

/** `children[1].dob`: `Child 2, date of birth`. */
export function fieldName(field: string): string {
  const child = /^children\[(\d+)\]\.(name|dob)$/.exec(field);
  if (!child) return fieldWords[field] ?? field;
  return `${messages.child(Number(child[1]))}, ${child[2] === 'name' ? 'name' : 'date of birth'}`;
}

export const placeholders = {
  name: 'Your full name',
  email: 'you@example.com',
  phone: '+65 9123 4567',
} as const;

export function faultWords(fault: Fault): string {
  if (fault.kind !== 'age_not_allowed') return generalWords(fault);
  return (fault.minAge ?? fault.maxAge) === undefined
    ? 'On the first day this child is too young or too old for it.'
    : `This is for ${ageRange(fault)}: on the first day this child is younger or older.`;
}

const by = (spots: number, one: string, several: string) => (spots === 1 ? one : several);

export const entryWords = {
  joined: 'You are on the list!',
  joinedText: 'We have sent you an e-mail with the way back to this page.',
  waiting: (position: number) =>
    position === 1 ? 'You are next.' : `You are number ${position} in the queue.`,
  waitingText: (spots: number) =>
    spots === 1
      ? 'As soon as a spot is free, we keep it for you and write to you.'
      : `As soon as ${spots} spots together are free, we keep them for you and write to you.`,
  unconfirmed: 'One more tap, in your e-mail',
  unconfirmedText:
    'We have sent an e-mail to the address you gave. You are in the queue from the moment you confirm it there; before that nothing is kept for you.',
  noMail:
    'Nothing there after a few minutes? Look in your spam folder, or join again with the address corrected.',
  confirmTitle: 'Is this you?',
  confirmText: 'Tap once, and your place in the queue counts from now.',
  confirm: 'Confirm and join the queue',
  offered: 'It is your turn.',
  offeredText: (spots: number) =>
    spots === 1
      ? 'A spot is free, and kept for you until'
      : `${spots} spots together are free, and kept for you until`,
  left: (time: string) => `${time} left`,
  price: (price: string, spots: number) => by(spots, price, `${price} for each child, before any rebate`),
  next: (spots: number) =>
    `After that ${by(spots, 'it goes', 'they go')} to the next family. Nothing is charged until you book.`,
  accept: 'Book it now',
  decline: 'No, thank you',
  declineTitle: 'Let it go?',
  declineText: (spots: number) =>
    `${by(spots, 'The spot goes', 'The spots go')} to the next family at once. This cannot be undone.`,
  declineConfirm: 'Let it go',
  leave: 'Leave the waitlist',
  leaveTitle: 'Leave the waitlist?',
  leaveText: 'Your place in the queue goes to the next family. This cannot be undone.',
  leaveConfirm: 'Leave',
  stay: 'Stay',
  forWhom: 'Waiting for',
  friend: 'friend',
  /** By how many spots it was about. */
  ends: (spots: number) => ({
    accepted: {
      title: by(spots, 'Your spot is in the checkout', 'Your spots are in the checkout'),
      text: `${by(spots, 'It is', 'They are')} held while you fill it in and pay.`,
      action: 'Go on to the checkout',
    },
    enrolled: {
      title: 'You are in!',
      text: 'It is booked and paid. Everything about it is in our e-mail.',
      action: '',
    },
    declined: {
      title: 'You let it go',
      text: `${by(spots, 'The spot', 'The spots')} went to the next family.`,
      action: '',
    },
    lapsed: {
      title: 'Time’s up',
      text: `${by(spots, 'The spot was', 'The spots were')} kept for you, and went to the next family. You can join again at the end of the queue.`,
      action: 'Join again',
    },
    never_confirmed: {
      title: 'This was not confirmed in time',
      text: 'So you are not in the queue, and nothing was kept. The link in our e-mail still works, at the end of the queue; or join again.',
      action: 'Join again',
    },
    called_off: {
      title: 'It does not take place',
      text: 'We are sorry: this was called off, and so is the waiting. Nothing was charged.',
      action: '',
    },
    left: { title: 'You have left the waitlist', text: 'You hear nothing more about this one.', action: '' },
  }),
  elsewhere: 'See what else is on',
} as const;

export const gone = {
  missing: {
    title: 'What would you like to wait for?',
    text: 'Choose a class or a camp first. A full one has a button that leads here.',
  },
  session_not_found: {
    title: 'This class is over, or off the timetable',
    text: 'There may be room in another one.',
  },
  camp_not_found: { title: 'This camp is over, or not on sale', text: 'There may be room in another week.' },
  offer_not_available: {
    title: 'Nothing is on sale for it right now',
    text: 'So nobody can book it, and there is no queue. There may be something else that you like.',
  },
  waitlist_entry_not_found: {
    title: 'We do not know this link',
    text: 'It may be incomplete. Please open the one in our e-mail, or ask us on WhatsApp.',
  },
  failed: { title: 'It did not load', text: 'Nothing is lost. Please try again.' },
} as const;

const refusals = {
  place_free: 'Good news: there is room for all of you right now. Nobody waits for what can be booked.',
  already_waiting:
    'One of these children is on this list already. The way back is in the e-mail we sent you.',
  already_booked:
    'One of these children has a spot already. Please take the name off the list and try again.',
  session_not_found: 'This class has begun, or was taken off the timetable.',
  camp_not_found: 'This camp has begun, or is not on sale any more.',
  offer_not_available: 'That pass is not on sale now. Please choose another one.',
  child_not_found: 'One of these children is not part of your family’s account.',
  rate_limited: 'That was a lot at once. Please try again in a moment; what you typed is kept.',
  offline: 'You seem to be offline. What you typed is kept; please try again when you are back.',
  unexpected: 'It did not reach us. What you typed is kept; please try again.',
} satisfies OwnRefusals;

/** A code in the parent's words. */
export const refusalWords = (code: ErrorCode): Promise<string> => wordsOf(code, refusals);

/** Reserve Your Spot (spec 2 §4, §5 and §8). Heading, text and thanks come from content. */
export const reserveWords = {
  success: 'Spot reserved successfully!',
  failure: (message: string | null) =>
    `Failed to reserve spot: ${message ?? (isOffline() ? refusals.offline : 'Unknown error')}`,
  /** Where not even the script of the form could be fetched. */
  unreached: 'Failed to reserve spot: You seem to be offline. Please load this page again when you are back.',
  close: 'Close',
  tooMany: 'Please try again in a moment.',
  notOnSale: 'This package is not open for reservations now.',
} as const;
