import type { SchedulePlace, SoldAs } from '#contract/management-schedule.ts';
import type { HeadCount } from '#contract/roster.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { addDays, formatDate, formatHours, formatMoment, formatTime } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { headLine, stateNames } from '#domain/gate-messages.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';
import { plural } from '#contract/plural.ts';
import type { Fill, SiteLine } from './model.ts';

export const messages = {
  title: 'Schedule',
  empty: [
    'Nothing planned yet.',
    'Create a session or a camp, or add to the weekly pattern. Past sessions and camps are under “All years”.',
  ],
  loading: 'Loading...',
  failed: 'The schedule did not load.',
  late: 'The schedule did not update. This may be out of date.',
  views: 'Parts of the schedule',
  tabs: { week: 'Week', list: 'List', pattern: 'Weekly pattern' },
  back: 'Previous week',
  forth: 'Next week',
  thisWeek: 'This week',
  place: 'Place',
  allPlaces: 'All places',
  newSession: 'New session',
  newCamp: 'New camp',
  copyWeek: 'Copy this week',
  callOff: 'Cancel sessions…',
  viewOffText:
    'The schedule is for managers, so it is hidden. This changes what you see, not what you can do.',
} as const;

export const weekMessages = {
  range: (monday: string) => `${formatDate(monday, { year: false })} to ${formatDate(addDays(monday, 6))}`,
  summary: (places: readonly SchedulePlace[], fill: Fill) => {
    const on = places.filter(({ is_cancelled_by_us }) => !is_cancelled_by_us);
    const sessions = on.filter(({ kind }) => kind === 'session').length;
    const off = places.length - on.length;
    return [
      plural(sessions, 'session', 'sessions'),
      plural(on.length - sessions, 'camp', 'camps'),
      `${fill.booked} of ${fill.capacity} places booked${fill.held > 0 ? `, ${fill.held} held` : ''}`,
      ...(off > 0 ? [`${off} cancelled`] : []),
    ].join(' · ');
  },
  camps: 'Camps of this week',
  sessions: 'Sessions by day',
  nothing: 'Nothing takes place this week.',
  nothingText: 'Copy a week that has sessions, create a session, or check the weekly pattern.',
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
  waiting: (count: number) => `${plural(count, 'family', 'families')} waiting`,
  off: (reason: string | null) => (reason === null ? 'Cancelled' : `Cancelled: ${reason}`),
  notOnSale: 'Not on sale',
  begun: 'Started',
  noCoach: 'no coach yet',
  allOf: (day: string) => `All of ${formatDate(day, { year: false })}`,
  choose: (title: string, at: string) => `Choose ${title}, ${at}`,
} as const;

export const chooseMessages = {
  label: 'What to cancel',
  text: 'Choose what to cancel. Nothing happens until you have seen what this does.',
  count: (count: number) => `${count} chosen`,
  all: 'Choose everything shown',
  next: 'See what this does',
  stop: 'Stop choosing',
} as const;

export function siteMessage(line: SiteLine): string {
  switch (line.state) {
    case 'built':
      return line.since === null
        ? 'Sessions appear on the site at once. Camps follow when the site is next built.'
        : `All of this is on the site. Sessions appear at once; camps are up to date as of ${formatMoment(line.since)}.`;
    case 'waiting':
      return 'The site is about to be rebuilt. Camps change there within a minute.';
    case 'building':
      return 'The site is being rebuilt with the new camps.';
    case 'failed':
      return 'The site could not be rebuilt, so camps there have not changed. Sessions are up to date.';
  }
}

export const placeMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'This did not load.',
  gone: 'This is no longer on the schedule.',
  newSession: 'New session',
  newCamp: 'New camp',
  booked: 'Booked',
  waiting: 'Waiting',
  open: 'Open',
  held: 'Held',
  edit: 'Edit',
  children: 'Who is booked',
  today: (heads: HeadCount) => `Today: ${headLine(heads)}.`,
  childToday: (name: string, state: keyof typeof stateNames) => `${name} (${stateNames[state]})`,
  nobody: 'No children booked.',
  changes: 'Changes',
  unchanged: 'No changes yet.',
  made: 'Created',
  roster: 'Today’s roster',
  queue: 'Waitlist',
  callOff: 'Cancel it…',
  another: 'Create another like this',
  coaches: (names: readonly string[]) => (names.length === 0 ? 'no coach yet' : names.join(', ')),
  fixed:
    'Families have booked or are waiting, so you can’t change the class or day. Cancel it instead, and they choose another. Before you save a new place, time or coach, you see what this does.',
  fixedCamp:
    'Families have booked, so you can’t change the tier or days. Cancel it instead, and they choose another. Before you save a new place, time or coach, you see what this does.',
  by: (by: string | null, at: string) => `${by ?? 'The system'}, ${formatMoment(at)}`,
} as const;

export const leadMessages = {
  title: 'Coaches',
  nobody: 'No coach yet.',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
} as const;

export const formMessages = {
  make: 'Create',
  save: 'Save',
  saveOver: 'Save mine',
  takeTheirs: 'Keep theirs',
  cancel: 'Go back',
  noCoach: 'No coach yet',
  minutes: 'Minutes',
  capacityHint: 'Extra places go to waiting families first; the rest go on sale at once.',
  price: ({ title, price_cents, rungs, min_age, max_age }: SoldAs): string =>
    price_cents === null
      ? 'This tier is not published, so families can’t book its camps. Set prices in Studio.'
      : `Sold as “${title}”, as published: ${formatMoney(price_cents)}${rungs[0] ? `, at first ${formatMoney(rungs[0].price_cents)}` : ''}${min_age === null ? '' : `, ages ${min_age} to ${max_age}`}. Change prices in Studio, for all camps of the tier.`,
  onSale: 'Shown and on sale',
  onSaleNote: 'If you turn this off, it leaves the site. Families with a place keep it.',
  done: {
    made: 'Created.',
    saved: 'Saved.',
    put_back: 'Undone.',
  },
  offered: (count: number) =>
    count === 0
      ? ''
      : ` ${plural(count, 'family', 'families')} on the waitlist ${count === 1 ? 'gets' : 'get'} an offer.`,
  live: { session: ' It is on the site at once.', camp: ' It is on the site within a minute.' },
  undo: 'Undo',
  overtaken: (by: string | null) => `${by ?? 'Somebody else'} changed this while you had it open:`,
  overtakenText: 'What you typed is still in the form. Save yours, or keep theirs.',
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
  cancelled_at: 'Cancelled',
};
export const fieldName = (field: string): string => names[field] ?? field.replaceAll('_', ' ');
export const teamNames = { white: 'White', red: 'Red', black: 'Black', x: 'X' } as const;
export const weekdayNames = { 6: 'Saturday', 7: 'Sunday' } as const;

/** `named`: names of classes, places and coaches by id. */
export function valueMessage(value: unknown, named: ReadonlyMap<string, string>): string {
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

export const patternMessages = {
  title: 'Weekly pattern',
  text: (until: string) =>
    `We create the coming weekends from this pattern automatically, currently until ${formatDate(until)}. Sessions already planned do not change.`,
  add: 'Add to the pattern',
  planned: (count: number) => `${plural(count, 'session', 'sessions')} coming up`,
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Paused',
  places: (capacity: number, minutes: number) => `${capacity} places, ${minutes} min`,
  added: (made: number) => `Added. ${plural(made, 'session is', 'sessions are')} planned and on the site.`,
  saved: 'Saved. Sessions already planned do not change.',
  pausedDone: (planned: number) =>
    planned === 0
      ? 'Paused.'
      : `Paused. ${plural(planned, 'session', 'sessions')} already planned ${planned === 1 ? 'stays' : 'stay'} on. You can cancel ${planned === 1 ? 'it' : 'them'} under “Week”.`,
  resumed: (made: number) => `Resumed. ${plural(made, 'session was', 'sessions were')} created.`,
  changed: 'Somebody else has just changed the pattern. The latest version is below.',
} as const;

export const copyMessages = {
  title: 'Copy this week',
  text: (from: string) =>
    `We copy the sessions of the week of ${formatDate(from)}, with their coaches and places. No bookings are copied, and sessions already there stay.`,
  to: 'Into the week of',
  hint: 'Any day in that week.',
  copy: 'Copy week',
  done: (made: number, leftOut: number, to: string) =>
    `${plural(made, 'session', 'sessions')} created in the week of ${formatDate(to)}, and on the site now.${leftOut > 0 ? ` ${leftOut} left out: already there, cancelled there, or in the past.` : ''}`,
  undo: 'Undo',
  undone: 'Undone.',
  look: 'See that week',
} as const;

export const refusals: OwnMessages = {
  ...staffRefusals,
  unexpected: 'We do not know whether that went through. Please check the schedule before you try again.',
  invalid_input: 'That is not possible here. Please check what you entered.',
  session_in_use:
    'Families have booked or are waiting for this, so you can’t change that. There can’t be fewer places than are taken.',
  camp_in_use:
    'Families have booked this, so you can’t change that. There can’t be fewer places than are taken.',
  notice_needed:
    'Families have booked this. Please check what the change does, and choose whether to tell them.',
  session_started: 'That start time has already passed.',
  session_not_found: 'This has been cancelled or removed. The latest schedule is below.',
  too_late: 'It is too late to undo this. Please cancel it instead.',
};
