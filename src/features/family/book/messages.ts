import type { CreditBooking } from '#contract/family-booking.ts';
import { formatLastMoment, formatSessions } from '#contract/format.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatClock, formatDate, formatHours } from '#domain/dates.ts';
import { isolateName } from '#domain/isolate-name.ts';
import { sessionMessages } from '#domain/session-messages.ts';
import { creditMessages } from '#ui/family/messages.ts';
import type { Option } from './model.ts';
import { offline } from '#domain/offline-messages.ts';

export const messages = {
  title: 'Book a session',
  lead: 'Each session uses one credit. You pay nothing more.',
  loading: 'Loading...',
  failed: 'The sessions did not load. Please try again.',
  everybody: 'All children',
  credits: (name: string, credits: number) => `${isolateName(name)}: ${credits}`,
  creditsOf: (name: string, credits: number) => `${isolateName(name)}, ${formatSessions(credits)} left`,
  later: 'Show later days',
  otherTeams: sessionMessages.otherTeams,
  booked: 'Booked',
  full: 'Full',
  heldForYou: 'Held for you',
  wait: 'Join the waitlist',
  noMore: (name: string) =>
    `${name} has no credits left for another session. Remove a session, or get a pass.`,
  book: (count: number) => (count === 1 ? 'Book session' : `Book ${count} sessions`),
  chosen: (count: number) => `${formatSessions(count)}, ${plural(count, 'credit')}`,
  startsSoon: sessionMessages.startsSoon,
  until: (moment: string) =>
    `You can cancel until ${formatLastMoment(moment)}, Singapore time, and keep the credit.`,
  nothing: 'No sessions to book right now.',
  nothingText: 'The coming weeks are full or not planned yet. We add new sessions every week.',
  noCredits: 'No credits left.',
  noCreditsText: creditMessages.fromPass,
  getPass: 'Get a pass',
  noChild: 'Who is the session for?',
  noChildText: 'Add your child first; a name and a birthday are enough.',
  addChild: 'Add a child',
  tryOut: 'Book a Try-Out first',
  nothingBooked: 'Nothing was booked.',
  more: 'Book another',
  back: 'Back to Family Base',
} as const;

export const whenOf = ({ session_date, starts_at, ends_at }: Option['session']): string =>
  `${formatDate(session_date)}, ${formatHours(starts_at, ends_at)}`;

export function cancelRule(chosenOptions: readonly Option[]): string {
  const [first] = chosenOptions;
  if (chosenOptions.length === 1 && first)
    return first.returnsCredit ? messages.until(first.creditReturnsUntil) : messages.startsSoon;
  return chosenOptions
    .filter(({ returnsCredit }) => !returnsCredit)
    .map(({ child, session }) => `${isolateName(child)}, ${whenOf(session)}: ${messages.startsSoon}`)
    .join(' ');
}

export const bookedTitle = (count: number): string => (count === 1 ? 'Booked!' : `${count} sessions booked!`);

/** Returns for example "Kai: Red Otter A, Sat 28 Nov 2026, 10.30 am, Somerset. 3 sessions left." */
export const bookedLine = (child: string, { session, credits_left }: CreditBooking): string =>
  `${child}: ${session.class_type}, ${formatDate(session.session_date)}, ${formatClock(session.starts_at)}, ${session.location_name}. ${formatSessions(credits_left)} left.`;

export const refusals: OwnMessages = {
  session_full: 'That session has just filled up. Please choose another one.',
  session_started: 'That session has started. Please choose a later one.',
  session_not_found: sessionMessages.notOnTimetable,
  already_booked: 'You have already booked this, perhaps in another window.',
  no_credit: 'You have no credits left for this. You may have used them in another window.',
  offline: `${offline} Your choice is still here. Please book when you are back online.`,
  unexpected: 'That did not work. Your choice is still here. Please try again.',
};
