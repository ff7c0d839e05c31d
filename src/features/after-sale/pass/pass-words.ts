import type { ErrorCode } from '#contract/errors.ts';
import { formatSessions } from '#contract/format.ts';
import type { OwnRefusals } from '../../../api/refusal-words.ts';
import { refusalWords } from '../messages.ts';

/** What is said of a pass of several sessions. */
export const passWords = {
  heading: 'Sessions',
  left: (credits: number, total: number) => {
    if (credits > total) return `${credits} sessions left`;
    return `${credits} of ${formatSessions(total)} left`;
  },
  until: (date: string) => `valid until ${date}`,
  first: 'Book the first session',
  more: 'Book another session',
  title: 'Which session?',
  lead: 'Each session you book takes one from your pass. Nothing more is paid.',
  loading: 'Looking for free sessions...',
  failed: 'The sessions did not load. Nothing has changed; please try again.',
  none: 'There is no other session to book just now.',
  noneHelp: 'New ones come every week. The reminder e-mails bring you back to this page.',
  otherTeams: 'Show other teams too',
  wait: 'Join the waitlist',
  waitFor: (when: string) => `Join the waitlist for ${when}`,
  waitHelp:
    'With the same name, date of birth and e-mail address as here, the spot that comes free is kept for your child on this page.',
  choose: 'Please choose a session first.',
  returnsUntil: (moment: string) => `You can cancel it until ${moment}, Singapore time, and keep the credit.`,
  returnsNoMore: 'It begins soon: if you cancel, you lose the credit.',
  book: 'Book this session',
  keep: 'Not now',
  booked: (when: string, left: string) => `Booked: ${when}. ${left}.`,
  usedUp: 'All sessions of this pass are used or booked.',
  usedUpRenews: 'New ones come with the next renewal.',
  over: (date: string) => `This pass ended on ${date}.`,
  passes: 'See the passes',
  calendar: 'Add to calendar',
  giveBack: (returns: boolean) => (returns ? 'Cancel this session, keep the credit' : 'Cancel this session'),
  giveBackOf: (when: string, returns: boolean) =>
    returns ? `Cancel this session, keep the credit: ${when}` : `Cancel this session: ${when}`,
  giveBackTitle: (when: string) => `Cancel ${when}?`,
  comesBack: 'You keep the credit, and can book another session with it.',
  comesBackUntil: (date: string) =>
    `You keep the credit, and can book another session with it until ${date}.`,
  lost: (moment: string) =>
    `You could have kept the credit until ${moment}, Singapore time. If you cancel now, you lose it.`,
  place: 'The spot goes to another child at once.',
  confirm: 'Cancel it, keep the credit',
  confirmLost: 'Cancel it, and lose the credit',
  stay: 'Keep the session',
  given: (left: string) => `Cancelled: the credit is on your pass again. ${left}.`,
  givenLost: (left: string) => `Cancelled. ${left}.`,
} as const;

export const bookingWords = {
  ahead: 'Booked',
  begun: 'Begun',
  attended: 'Attended',
  missed: 'Missed',
  called_off: 'Called off',
  given_back: 'Cancelled late',
} as const;

/** Where a refusal means something else than with an order's other changes. */
const refusals: OwnRefusals = {
  session_full:
    'That session has just filled up. Please choose another one; nothing was taken from your pass.',
  session_started: 'That session has begun, so it can be neither booked nor cancelled any more.',
  session_not_found: 'That session was taken off the timetable. Please choose another one.',
  already_booked: 'Your child is booked there already. Please choose another session.',
  no_credit: 'This pass has no session left, perhaps because of another window. Nothing was booked.',
  pass_not_found: 'This part of your order has no sessions to book.',
  booking_not_found: 'This session is no longer part of your pass.',
  booking_closed: 'That session was cancelled already, perhaps in another window. This is how it stands now.',
  credit_not_returned:
    'It is too late meanwhile to keep the credit. Please look again before you cancel the session.',
};

export const passRefusal = async (code: ErrorCode): Promise<string> =>
  refusals[code] ?? (await refusalWords(code));
