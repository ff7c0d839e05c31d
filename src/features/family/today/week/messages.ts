import { formatDay } from '#contract/format.ts';
import { addDays, formatDays, weekdayOf } from '#domain/dates.ts';
import { MAX_CLASSES } from './model.ts';

export const weekMessages = {
  title: 'Your week',
  loading: 'Loading your week',
  days: (monday: string) => formatDays(monday, addDays(monday, 6)),
  day: (day: string) => `${weekdayOf(day)}, ${formatDay(day, { year: false })}`,
  weeks: 'Weeks',
  before: 'Week before',
  after: 'Week after',
  over: 'Over',
  print: 'Print this week',
  free: 'Nothing booked',
  empty: 'Nothing is booked in this week.',
  book: 'Book a session',
  more: `We show your next ${MAX_CLASSES} classes. There may be more in this week.`,
  change: 'Change who may collect your child',
  bringClass: 'Bring to a class',
  bringCamp: 'Bring to a camp',
  calendar: 'Put it into your calendar',
  away: 'Not coming, as you told us.',
  cancelled: 'Cancelled by us. Please do not come.',
  wasAway: 'Not there, as you told us.',
  wasCancelled: 'Cancelled by us.',
  party: (isHost: boolean) => (isHost ? 'Your party' : 'You said that you come'),
  partyCancelled: 'This party is cancelled.',
  noPlace: 'The place will load when you are online.',
  moreBefore: 'We show your latest bookings. There may have been more on the days that have ended.',
  noCamp: (reason: string) => `No camp on this day: ${reason}.`,
} as const;
