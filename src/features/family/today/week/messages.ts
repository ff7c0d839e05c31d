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
  fromToday: 'Days of this week that have ended are not shown.',
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
  noCamp: (reason: string) => `No camp on this day: ${reason}.`,
} as const;
