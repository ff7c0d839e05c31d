import type { CancelledDay } from '#contract/camp-days.ts';
import type { CancelledByUs, MissingDetail } from '#contract/family.ts';
import { brand } from '#config/brand.ts';
import { formatDate, formatDays, formatLastMoment, formatSessions } from '#contract/format.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { addDays, formatClock, formatHours, formatMoment, today, weekdayOf } from '#domain/dates.ts';
import { joinNames, longWhoAndWhere } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import { creditMessages, familyErrors } from '#ui/family/messages.ts';
import { sessionMessages } from '#domain/session-messages.ts';
import { joinIsolatedNames, type Appointment, type NextAppointment } from './model.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const messages = {
  title: 'Family Base',
  loading: 'Loading...',
  credits: (children: number) =>
    children === 1 ? 'credits for one child' : `credits for ${numberWord(children)} children`,
  upcoming: (count: number) => (count === 1 ? 'upcoming booking' : 'upcoming bookings'),
  progress: 'sessions booked',
  children: `Your ${brand.product.toLowerCase()}s`,
  addChild: 'Add a child',
  coming: 'Coming up',
  week: 'Week plan',
  calendar: 'Calendar link',
  activity: 'The last 30 days',
  waiting: 'Waiting for a spot',
  nothingNext: 'Nothing is planned yet. Book whenever you like.',
  noComing: 'Nothing is booked yet.',
  noActivity: 'Nothing in the last 30 days.',
  book: 'Book a session',
  getPass: 'Get a pass',
  quiz: 'Start the quiz',
  profile: (name: string) => `${name}’s profile`,
  longProfile: 'Profile',
  showAll: (count: number) => `Show all ${count}`,
  emptyTitle: 'Your Family Base is ready.',
  emptyText: 'Add your child, and you will find their credits, bookings and coaches’ notes here.',
  emptyBook: sessionMessages.bookFirst,
} as const;

const numberWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
const numberWord = (count: number): string => numberWords[count] ?? String(count);

/** Returns for example "Morning, Mei Tan.", by Singapore time. `now` is in milliseconds. */
export function greeting(name: string, now: number): string {
  const clock = formatClock(new Date(now).toISOString());
  const hour = (Number(clock.split('.')[0]) % 12) + (clock.endsWith('pm') ? 12 : 0);
  const partOfDay = hour < 12 ? 'Morning' : hour < 18 ? 'Afternoon' : 'Evening';
  return name.trim() === '' ? `${partOfDay}.` : `${partOfDay}, ${name.trim()}.`;
}

/** Returns for example "Kai skates in 2 hours 20 minutes." */
export function nextMessage({ first, names }: NextAppointment, now: number): string {
  const verb = names.length === 1 ? ['skates', 'is off to'] : ['skate', 'are off to'];
  const activity = first.kind === 'session' ? (verb[0] ?? '') : `${verb[1] ?? ''} ${first.title}`;
  return `${joinIsolatedNames(names)} ${activity} ${whenMessage(first, now)}.`;
}

function whenMessage({ startsAt, firstDay }: Appointment, now: number): string {
  const msLeft = Date.parse(startsAt) - now;
  if (msLeft <= 0) return 'right now';
  if (msLeft < 6 * HOUR_MS) return `in ${spanMessage(msLeft)}`;
  const day = today(new Date(now));
  const clock = formatClock(startsAt);
  if (firstDay === day) return `today at ${clock}`;
  if (firstDay === addDays(day, 1)) return `tomorrow at ${clock}`;
  if (firstDay < addDays(day, 7)) return `on ${weekdayOf(firstDay)} at ${clock}`;
  return `on ${formatDate(firstDay)}`;
}

function spanMessage(span: number): string {
  const minutes = Math.max(1, Math.round(span / MINUTE_MS));
  const [hours, restMinutes] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && plural(hours, 'hour'), restMinutes > 0 && plural(restMinutes, 'minute')];
  return parts.filter(Boolean).join(' ');
}
/**
 * Returns the things to bring without their reasons, so that "Closed shoes: flat soles grip best" becomes "Closed
 * shoes".
 */
export const bringMessage = (items: readonly string[]): string =>
  items
    .map((line) => (line.split(/[:,]/)[0] ?? line).trim())
    .map((line, at) => (at === 0 ? line : line.charAt(0).toLowerCase() + line.slice(1)))
    .join(', ');

export const nextLabels = {
  heading: 'Next',
  when: 'When',
  where: 'Where',
  bring: 'Bring',
  pickup: 'Who collects',
  map: 'Map',
} as const;

export const hoursMessage = ({ kind, startsAt, endsAt, firstDay, lastDay }: Appointment): string =>
  kind === 'camp' && firstDay !== lastDay
    ? `${formatDays(firstDay, lastDay)}, ${formatHours(startsAt, endsAt)}`
    : `${formatDate(firstDay)}, ${formatHours(startsAt, endsAt)}`;

export const pickupMessage = (names: readonly string[]): string =>
  names.length === 0
    ? 'You'
    : `You, or ${names.length > 1 ? joinIsolatedNames(names).replace(/ and /, ' or ') : (names[0] ?? '')}`;
export const pickupLoading = 'You. Loading the names of others…';
export const pickupUnsaid = 'You. Names of others will load when you are online.';

export const levelMessages = {
  ladder: (level: number) => `Level ${level} of 8`,
  currentLevel: (level: number) => `Level ${level}, now`,
  noTeam: 'Still too young for a team',
  pending: 'Level check pending.',
  pendingText: 'The 60-second quiz tells the coach where to start.',
  next: (level: number) => `Next: Level ${level}.`,
  nextText: 'A coach decides at a session when your child moves up.',
  top: 'Level 8: the top of the ladder.',
  complete: 'Assessment complete',
  incomplete: 'Assessment pending',
  noted: (coach: string | null, at: string) => `${coach ?? 'A coach'}, ${formatDate(today(new Date(at)))}:`,
  quizHere: (team: string) => `The quiz suggests ${team}.`,
  growthReport: ({ title, last_day }: { title: string; last_day: string }) =>
    `Growth report: ${title}, ${formatDate(last_day)}`,
  useQuiz: (name: string) => `Save the result for ${name}`,
  quizUsed: 'We have saved the quiz result, and the coach can see it.',
} as const;

export const factMessages = {
  credits: (credits: number) => (credits === 1 ? 'credit left' : 'credits left'),
  renews: (title: string, date: string) => `${title}, renews ${formatDate(date, { year: false })}`,
  until: (title: string, date: string | null) =>
    date === null ? title : `${title}, until ${formatDate(date, { year: false })}`,
  ended: (title: string, date: string) => `${title} ended ${formatDate(date, { year: false })}`,
  noPass: 'no pass yet',
  sessions: (sessions: number) => (sessions === 1 ? 'session' : 'sessions'),
  since: (date: string) => `since ${monthOf(date)}`,
  noSessionsYet: 'the first one is still to come',
  turnedUp: 'attended',
  of: (attendedCount: number, markedCount: number) => `${attendedCount} of ${markedCount}`,
} as const;

const monthOf = (date: string) =>
  new Intl.DateTimeFormat('en-SG', { month: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

const missing: Record<MissingDetail, string> = {
  health: 'health',
  emergency_contact: 'emergency contacts',
  medical: 'consent to emergency treatment',
  liability: 'consent to the risks of sport',
  activity: 'consent to take part',
  doctor_phone: 'a doctor’s phone number',
  photo: 'photos, yes or no',
};
/** Returns for example "Still missing: health, emergency contacts." */
export const missingMessage = (details: readonly MissingDetail[]): string =>
  `Still missing: ${details.map((detail) => missing[detail]).join(', ')}.`;

export const offMessages = {
  title: ({ title, starts_at }: CancelledByUs) => `Cancelled: ${title}, ${formatMoment(starts_at)}`,
  who: (names: string, reason: string | null) =>
    [names, reason]
      .map((sentence) => sentence?.trim().replace(/(?<![.!?…])$/, '.'))
      .join(' ')
      .trim(),
  credit: 'The credit is back on the pass.',
  bookAnother: 'Book another session',
  choose: 'Choose another week or a full refund.',
  /** Names those without a payment if somebody else in the family has paid. */
  unpaid: (names: string | null) =>
    names === null
      ? 'No payment was made to us for this spot, so there is nothing to refund.'
      : `No payment was made to us for ${names}, so there is nothing to refund for that spot.`,
  order: 'Choose now',
} as const;

export const comingMessages = {
  usesCredit: 'uses 1 credit',
  paid: 'paid',
  map: 'Map',
  calendar: 'Calendar',
  cannot: 'Can’t make it',
  order: 'Receipt and changes',
  cancelledByUs: 'Cancelled. You do not need to do anything.',
  cancelledByUsCamp: 'Cancelled. Choose another week or a full refund.',
} as const;

/** Returns for example `Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am to 12 pm`. */
export const comingName = (appointment: Appointment): string =>
  [appointment.child, appointment.title, appointment.place, hoursMessage(appointment)].join(', ');

export const cancelMessages = {
  title: (child: string) => `${child} can’t make it?`,
  returns: (until: string) =>
    `If you cancel by ${formatLastMoment(until)}, Singapore time, you get the credit back.`,
  creditLost: (until: string) => sessionMessages.creditLost(formatLastMoment(until)),
  noCredit: 'This session used no credit, so you get none back.',
  place: sessionMessages.place,
  cancel: sessionMessages.cancelKeepingCredit,
  cancelLost: 'Cancel this session and lose the credit',
  cancelPlain: 'Cancel this session',
  move: 'Move to another day',
  keep: 'Keep the session',
  back: 'Back',
  creditReturned: (bookingName: string, credits: number, until: string | null) =>
    `Cancelled: ${bookingName}. The credit is back: ${formatSessions(credits)} left${until === null ? '' : `, until ${formatDate(until)}`}.`,
  cancelledWithoutCredit: (bookingName: string) => `Cancelled: ${bookingName}.`,
  choose: 'Which session instead?',
  looking: sessionMessages.loading,
  none: 'There is no other session with a free spot right now. We add new ones every week.',
  notRead: sessionMessages.failed,
  otherTeams: sessionMessages.otherTeams,
  moved: (bookingName: string) => `Moved: ${bookingName}.`,
  moveIt: 'Move to this session',
} as const;

/** Returns for example `Kai, Spark Camp, Bishan, Wed 9 Dec 2026`. */
const dayName = ({ child, title, place }: Appointment, day: string) =>
  longWhoAndWhere([child], {
    camp: { name: title, location_name: place, start_date: day, end_date: day },
  });

export const absenceMessages = {
  open: 'Miss a day',
  title: (child: string) => `Which day will ${child} miss?`,
  rule: 'The coaches see it at once. You keep the spot, and we do not refund a missed day.',
  wholeCamp: 'To move or cancel the whole camp, open “Receipt and changes”.',
  away: 'Not coming',
  tell: 'Can’t come',
  takeBack: 'Can come',
  close: 'Close',
  told: (appointment: Appointment, day: string) =>
    `Thank you for telling us. Not coming: ${dayName(appointment, day)}.`,
  tookBack: (appointment: Appointment, day: string) =>
    `Good to know. Coming after all: ${dayName(appointment, day)}.`,
  days: (days: readonly string[]) =>
    `Not coming on ${joinNames(days.map((day) => formatDate(day, { year: false })))}.`,
  noCamp: ({ day, reason }: CancelledDay) => `No camp on ${formatDate(day, { year: false })}: ${reason}.`,
} as const;

export const activityMessages = {
  attended: 'Attended',
  missed: 'Missed',
  cancelled: 'Cancelled',
  cancelledByUs: 'Cancelled by us',
  unmarked: 'Attendance not marked yet',
  makeUp: creditMessages.getBack,
  madeUp: (bookingName: string, credits: number, makeUpsLeft: number) =>
    `The credit for ${bookingName} is back. The pass now has ${formatSessions(credits)}. ${makeUpsLeft === 0 ? 'That was the last make-up.' : `${plural(makeUpsLeft, 'more make-up')}.`}`,
} as const;

export const birthdayMessages = {
  title: (name: string, years: number, day: string) => `${name} turns ${years} in ${monthOf(day)}.`,
  text: 'Skate parties fit ten guests and one very brave cake.',
  link: 'See parties',
} as const;

export const refusals: OwnMessages = {
  offline: familyErrors.offline,
  credit_not_returned: 'It’s too late to get the credit back. Please check again before you cancel.',
  booking_closed: 'That session has already been cancelled, perhaps in another window.',
  session_full: 'That session has just filled up. Nothing has changed. Please choose another one.',
  no_credit: 'You have no credits left for this session. Nothing was booked.',
};
