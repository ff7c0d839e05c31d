import type { SchedulePlace, SoldAs } from '#contract/management-schedule.ts';
import type { HeadCount } from '#contract/roster.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { addDays, formatDate, formatHours, formatMoment, formatTime } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { headLine, stateNames } from '#domain/gate-words.ts';
import { staffRefusals } from '#ui/staff/refusals.ts';
import { plural } from '#contract/plural.ts';
import type { Fill, SiteLine } from './model.ts';

export const messages = {
  title: 'Schedule',
  empty: [
    'Nothing is planned.',
    'Make a session or a camp, or a line of the weekly pattern. What took place stands under “All years”.',
  ],
  loading: 'Loading...',
  failed: 'The schedule did not load.',
  late: 'That did not come. What stands here may be old.',
  views: 'Parts of the schedule',
  tabs: { week: 'Week', list: 'List', pattern: 'Weekly pattern' },
  back: 'Week before',
  forth: 'Week after',
  thisWeek: 'This week',
  place: 'Place',
  allPlaces: 'All places',
  newSession: 'New session',
  newCamp: 'New camp',
  copyWeek: 'Copy this week',
  callOff: 'Call off…',
  viewOffText: 'The schedule is for who manages it. It changes what is shown, not what you may.',
} as const;

export const weekWords = {
  range: (monday: string) => `${formatDate(monday, { year: false })} to ${formatDate(addDays(monday, 6))}`,
  summary: (places: readonly SchedulePlace[], fill: Fill) => {
    const on = places.filter(({ is_called_off }) => !is_called_off);
    const sessions = on.filter(({ kind }) => kind === 'session').length;
    const off = places.length - on.length;
    return [
      plural(sessions, 'session', 'sessions'),
      plural(on.length - sessions, 'camp', 'camps'),
      `${fill.booked} of ${fill.capacity} places booked${fill.held > 0 ? `, ${fill.held} held` : ''}`,
      ...(off > 0 ? [`${off} called off`] : []),
    ].join(' · ');
  },
  camps: 'Camps of this week',
  sessions: 'Sessions by day',
  nothing: 'Nothing takes place this week.',
  nothingText: 'Copy a week that has sessions, make one, or look at the weekly pattern.',
  nothingThere: 'Nothing takes place there this week.',
  hours: ({ starts_at, ends_at }: SchedulePlace) => formatHours(starts_at, ends_at),
  days: ({ first_day, last_day }: SchedulePlace) =>
    `${formatDate(first_day, { year: false })} to ${formatDate(last_day, { year: false })}`,
  fill: ({ booked, capacity, taken }: SchedulePlace) => {
    const held = taken - booked;
    const open = capacity - taken;
    const left = open < 0 ? `${-open} too many` : open === 0 ? 'full' : `${open} open`;
    return `${booked} of ${capacity} · ${left}${held > 0 ? `, ${held} held` : ''}`;
  },
  waiting: (count: number) => plural(count, 'family waits', 'families wait'),
  off: (reason: string | null) => (reason === null ? 'Called off' : `Called off: ${reason}`),
  notOnSale: 'Not on sale',
  begun: 'Has begun',
  noCoach: 'no coach yet',
  allOf: (day: string) => `All of ${formatDate(day, { year: false })}`,
  choose: (title: string, at: string) => `Choose ${title}, ${at}`,
} as const;

export const chooseWords = {
  label: 'What is called off',
  text: 'Choose what does not take place. Nothing happens before you have seen what it comes to.',
  count: (count: number) => `${count} chosen`,
  all: 'Choose everything shown',
  next: 'What it comes to',
  stop: 'Stop',
} as const;

export function siteWords(line: SiteLine): string {
  switch (line.state) {
    case 'built':
      return line.since === null
        ? 'Sessions are on the site at once. Camps follow with its next build.'
        : `All of this is on the site: sessions at once, camps since ${formatMoment(line.since)}.`;
    case 'waiting':
      return 'A build of the site is asked for: camps change there within a minute.';
    case 'building':
      return 'The site is being built with the new camps.';
    case 'failed':
      return 'The site could not be built: camps there are as they were. Sessions are right.';
  }
}

export const placeWords = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'This did not load.',
  gone: 'This is not on the schedule any more.',
  newSession: 'A new session',
  newCamp: 'A new camp',
  booked: 'Booked',
  waiting: 'Waiting',
  open: 'Open',
  held: 'Held',
  edit: 'Change it',
  children: 'Who is booked',
  today: (heads: HeadCount) => `Today: ${headLine(heads)}.`,
  childToday: (name: string, state: keyof typeof stateNames) => `${name} (${stateNames[state]})`,
  nobody: 'Nobody is booked.',
  changes: 'What was changed',
  unchanged: 'Nothing was changed.',
  made: 'Made',
  roster: 'Today’s roster',
  queue: 'Who waits',
  callOff: 'Call it off…',
  another: 'Make another like this',
  coaches: (names: readonly string[]) => (names.length === 0 ? 'no coach yet' : names.join(', ')),
  fixed:
    'Families have booked or wait, so class and day cannot change: call it off instead, and they choose another. Before a new place, time or coach is saved you see what it comes to.',
  fixedCamp:
    'Families have booked, so tier and days cannot change: call it off instead, and they choose another. Before a new place, time or coach is saved you see what it comes to.',
  by: (by: string | null, at: string) => `${by ?? 'The system'}, ${formatMoment(at)}`,
} as const;

export const leadWords = {
  title: 'Who leads it',
  nobody: 'No coach yet.',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Take ${name} off`,
} as const;

export const formWords = {
  make: 'Make it',
  save: 'Save',
  saveOver: 'Save over it',
  takeTheirs: 'Take theirs',
  cancel: 'Leave it',
  noCoach: 'No coach yet',
  minutes: 'Minutes',
  capacityHint: 'More places go to who waits first; the rest is on sale at once.',
  price: ({ title, price_cents, rungs, min_age, max_age }: SoldAs): string =>
    price_cents === null
      ? 'This tier is not published, so its camps cannot be booked. Prices stand in Studio.'
      : `Sold as “${title}”, as published: ${formatMoney(price_cents)}${rungs[0] ? `, at first ${formatMoney(rungs[0].price_cents)}` : ''}${min_age === null ? '' : `, ages ${min_age} to ${max_age}`}. Prices are changed in Studio, for all camps of the tier.`,
  onSale: 'Shown and on sale',
  onSaleNote: 'Off, it leaves the site; who has a place keeps it.',
  done: {
    made: 'Made.',
    saved: 'Saved.',
    put_back: 'Put back as it was.',
  },
  offered: (count: number) =>
    count === 0
      ? ''
      : ` ${plural(count, 'family', 'families')} of the waitlist ${count === 1 ? 'is' : 'are'} offered a place.`,
  live: { session: ' It is on the site at once.', camp: ' It is on the site within a minute.' },
  undo: 'Undo',
  overtaken: (by: string | null) => `${by ?? 'Somebody else'} changed this while you looked:`,
  overtakenText: 'What you typed stands in the form still. Save over it, or take theirs.',
  becomes: (field: string, was: string, is: string) => `${fieldName(field)}: ${was} becomes ${is}`,
  change: (field: string, was: string, is: string) => `${fieldName(field)}: ${was} became ${is}`,
} as const;

const names: Partial<Record<string, string>> = {
  class_type_id: 'Class',
  location_id: 'Place',
  coach_id: 'Coach',
  session_date: 'Day',
  session_time: 'Begins at',
  duration_minutes: 'Minutes',
  max_capacity: 'Places',
  name: 'Name',
  tier: 'Tier',
  team_types: 'Teams',
  start_date: 'First day',
  end_date: 'Last day',
  session_time_start: 'Begins at',
  session_time_end: 'Ends at',
  capacity: 'Places',
  is_active: 'On sale',
  weekday: 'Weekday',
  active: 'Planned each week',
  status: 'State',
  cancelled_at: 'Called off',
};
export const fieldName = (field: string): string => names[field] ?? field.replaceAll('_', ' ');
export const teamNames = { white: 'White', red: 'Red', black: 'Black', x: 'X' } as const;
export const weekdayNames = { 6: 'Saturday', 7: 'Sunday' } as const;

/** `named`: names of classes, places and coaches by id. */
export function valueWords(value: unknown, named: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '…';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatMoment(value);
  if (/^\d{2}:\d{2}(:\d{2})?$/.test(value)) return formatTime(value);
  return named.get(value) ?? value;
}

export const patternWords = {
  title: 'Weekly pattern',
  text: (until: string) =>
    `Of this the coming weekends are made by themselves, now until ${formatDate(until)}. What is planned already stays as it is.`,
  add: 'Add to the pattern',
  planned: (count: number) => `${plural(count, 'session', 'sessions')} to come`,
  pause: 'Pause',
  resume: 'Plan again',
  paused: 'Paused',
  places: (capacity: number, minutes: number) => `${capacity} places, ${minutes} min`,
  added: (made: number) => `Added. ${plural(made, 'session is', 'sessions are')} planned and on the site.`,
  saved: 'Saved. What is planned already stays as it is.',
  pausedDone: (planned: number) =>
    planned === 0
      ? 'Paused.'
      : `Paused. ${plural(planned, 'session', 'sessions')} planned already stay${planned === 1 ? 's' : ''}: call them off in the week.`,
  resumed: (made: number) => `Planned again. ${plural(made, 'session was', 'sessions were')} made.`,
  changed: 'Somebody changed the pattern while you looked. This is how it stands now.',
} as const;

export const copyWords = {
  title: 'Copy this week',
  text: (from: string) =>
    `The sessions of the week of ${formatDate(from)} are made again, with their coaches and places. Nobody’s booking is copied, and what is there already stays.`,
  to: 'Into the week of',
  hint: 'Any day of it.',
  copy: 'Copy',
  done: (made: number, leftOut: number, to: string) =>
    `${plural(made, 'session', 'sessions')} made in the week of ${formatDate(to)}, on the site at once.${leftOut > 0 ? ` ${leftOut} left out: there already, called off there, or over.` : ''}`,
  undo: 'Undo',
  undone: 'Taken back.',
  look: 'See that week',
} as const;

export const refusals: OwnRefusals = {
  ...staffRefusals,
  unexpected: 'We do not know whether that arrived. Please look at how it stands before you try again.',
  invalid_input: 'That is not possible here. Please look at it again.',
  session_in_use:
    'Families have booked or wait for it, so that stands. Places are never fewer than are taken.',
  camp_in_use: 'Families have booked it, so that stands. Places are never fewer than are taken.',
  camp_in_past: 'These days are over. Please choose days that are still to come.',
  notice_needed:
    'Families have booked this. Please look at what the change does, and choose whether they are told.',
  session_started: 'It would have begun already.',
  session_not_found: 'It was called off, or taken back. This is how it stands now.',
  too_late: 'It was made too long ago to be taken back. Call it off instead.',
};
