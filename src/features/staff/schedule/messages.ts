import type { CoachException, ScheduleItem, SoldAs } from '#contract/management-schedule.ts';
import type { HeadCount } from '#contract/roster.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { addDays, formatClock, formatDate, formatHours, formatMoment, formatTime } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import type { Fault } from '#domain/fault.ts';
import { lastDayTooSoon } from '#domain/day-messages.ts';
import { headLine, stateNames } from '#domain/gate-messages.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { staffRefusals } from '#ui/staff/error-messages.ts';
import { joinNames, placeName, shortDays } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import { timeFields } from './form.ts';
import type { Fill, SiteStatus } from './model.ts';

export const messages = {
  title: 'Schedule',
  empty: [
    'Nothing planned yet.',
    'Create a session or a camp, or add to the weekly pattern. Past sessions and camps are under “All years”.',
  ],
  loading: 'Loading...',
  failed: 'The schedule did not load.',
  outdated: 'The schedule did not update. This may be out of date.',
  views: 'Views of the schedule',
  tabs: {
    week: 'Week',
    month: 'Month',
    list: 'List',
    pattern: 'Weekly pattern',
    seasons: 'Seasons',
    kinds: 'Classes and coaches',
  },
  weekOf: 'Go to the week of',
  monthOf: 'Go to the month of',
  location: 'Location',
  allLocations: 'All locations',
  newSession: 'New session',
  newCamp: 'New camp',
  copyWeek: 'Copy this week',
  changeCoach: 'Change coach',
  cancelSessions: 'Cancel sessions…',
  viewOffText: 'The schedule is for admins, so it is hidden. This changes what you see, not what you can do.',
} as const;

export const monthMessages = {
  /** Turns "2026-12" into "December 2026". */
  title: (month: string) =>
    new Intl.DateTimeFormat('en-SG', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${month}-01T00:00:00Z`),
    ),
  steps: { previous: 'Previous month', now: 'This month', next: 'Next month' },
  item: ({ kind, title, location, first_day, last_day, starts_at, camp_day }: ScheduleItem) =>
    kind === 'camp'
      ? `${placeName({ camp: { name: title, location_name: location, start_date: first_day, end_date: last_day } })}, ${shortDays(first_day, last_day)}${camp_day ? `, from ${formatTime(camp_day.start)}` : ''}`
      : `${formatClock(starts_at)} ${title}, ${location}`,
  fill: ({ is_cancelled_by_us, booked, capacity, taken }: ScheduleItem) =>
    is_cancelled_by_us ? 'Cancelled' : `${booked} of ${capacity}${taken >= capacity ? ', full' : ''}`,
} as const;

export const weekMessages = {
  steps: { previous: 'Previous week', now: 'This week', next: 'Next week' },
  range: (monday: string) => `${formatDate(monday, { year: false })} to ${formatDate(addDays(monday, 6))}`,
  summary: (items: readonly ScheduleItem[], fill: Fill) => {
    const active = items.filter(({ is_cancelled_by_us }) => !is_cancelled_by_us);
    const sessions = active.filter(({ kind }) => kind === 'session').length;
    const cancelledCount = items.length - active.length;
    return [
      plural(sessions, 'session', 'sessions'),
      plural(active.length - sessions, 'camp', 'camps'),
      `${fill.booked} of ${fill.capacity} spots booked${fill.held > 0 ? `, ${fill.held} held` : ''}`,
      ...(cancelledCount > 0 ? [`${cancelledCount} cancelled`] : []),
    ].join(' · ');
  },
  camps: 'Camps this week',
  sessions: 'Sessions by day',
  empty: 'Nothing takes place this week.',
  emptyText: 'Copy a week that has sessions, create a session, or check the weekly pattern.',
  emptyAtLocation: 'Nothing takes place at this location this week.',
  hours: ({ starts_at, ends_at, camp_day, camp }: ScheduleItem) => {
    const programme = formatHours(starts_at, ends_at);
    const hasExtendedDay =
      camp_day !== null &&
      (camp_day.start !== camp?.session_time_start || camp_day.end !== camp.session_time_end);
    return hasExtendedDay
      ? `${formatTime(camp_day.start)} to ${formatTime(camp_day.end)}, programme ${programme}`
      : programme;
  },
  days: ({ first_day, last_day }: ScheduleItem) =>
    `${formatDate(first_day, { year: false })} to ${formatDate(last_day, { year: false })}`,
  fill: ({ booked, capacity, taken }: ScheduleItem) => {
    const heldCount = taken - booked;
    const open = capacity - taken;
    const freeText = open < 0 ? `${-open} too many` : open === 0 ? 'full' : `${open} open`;
    return `${booked} of ${capacity} · ${freeText}${heldCount > 0 ? `, ${heldCount} held` : ''}`;
  },
  waiting: (count: number) => `${plural(count, 'family', 'families')} waiting`,
  cancelled: (reason: string | null) => (reason === null ? 'Cancelled' : `Cancelled: ${reason}`),
  /** A text for a tag, for example “Wed 2 and Thu 3 Dec cancelled”. */
  cancelledDays: (days: readonly { day: string }[]) =>
    `${joinNames(days.map(({ day }) => formatDate(day, { year: false })))} cancelled`,
  onSale: 'On sale',
  notOnSale: 'Not on sale',
  full: 'Full',
  started: 'Started',
  noCoach: 'no coach yet',
  allOf: (day: string) => `All of ${formatDate(day, { year: false })}`,
} as const;

export const cancelModeMessages = {
  hint: 'Choose what to cancel, or what needs another coach. Nothing happens until you have seen what this does.',
  next: 'See what this does',
  stop: 'Leave selection',
} as const;

export function siteMessage(status: SiteStatus): string {
  switch (status.state) {
    case 'built':
      return status.since === null
        ? 'Sessions appear on the site at once. Camps follow when the site is next built.'
        : `All of this is on the site. Sessions appear at once; camps are up to date as of ${formatMoment(status.since)}.`;
    case 'waiting':
      return 'The site is about to be rebuilt. Camps change there within a minute.';
    case 'building':
      return 'The site is being rebuilt with the new camps.';
    case 'failed':
      return 'The site could not be rebuilt, so camps there have not changed. Sessions are up to date.';
  }
}

export const writeMessages = {
  open: 'Write to families',
  openOf: (items: readonly ScheduleItem[]) =>
    `Write to families: ${items.map(({ title, location, first_day }) => `${title}, ${location}, ${formatDate(first_day)}`).join('; ')}`,
  cancelledText: (count: number) =>
    `If it starts soon, some of the ${plural(count, 'family', 'families')} may not read the e-mail in time. You can write to them by WhatsApp or call them.`,
} as const;

export const itemMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'This did not load.',
  notFound: 'This is no longer on the schedule.',
  newSession: 'New session',
  newCamp: 'New camp',
  booked: 'Booked',
  waiting: 'Waiting',
  open: 'Open',
  held: 'Held',
  edit: 'Edit',
  children: 'Who is booked',
  today: (heads: HeadCount) => `Today: ${headLine(heads)}.`,
  childToday: (state: keyof typeof stateNames) => `(${stateNames[state]})`,
  noChildren: 'No children booked.',
  changes: 'Changes',
  noChanges: 'No changes yet.',
  created: 'Created',
  roster: (day: string, today: string) =>
    day === today ? 'Today’s roster' : `Roster of ${formatDate(day, { year: false })}`,
  waitlist: 'Waitlist',
  sell: 'Sell a spot',
  orders: 'Orders',
  attendance: 'Attendance by week',
  cancel: { session: 'Cancel session…', camp: 'Cancel camp…' },
  another: 'Create another like this',
  coaches: (names: readonly string[]) => (names.length === 0 ? 'no coach yet' : names.join(', ')),
  fixedSession:
    'Families have booked or are waiting, so you can’t change the class or day. Cancel it instead, so that they can choose another. Before you save a new location, time or coach, you will see what this does.',
  fixedCamp:
    'Families have booked, so you can’t change the tier or days. Cancel it instead, so that they can choose another. Before you save a new location, time or coach, you will see what this does.',
  changedBy: (by: string | null, at: string) => `${by ?? 'The system'}, ${formatMoment(at)}`,
} as const;

/** The links are the last words of each half of the sentence. */
export const coachMessages = {
  title: 'Coaches',
  none: 'No coach yet.',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
} as const;

const exceptionKinds: Record<CoachException['kinds'][number], string> = {
  absent: 'absent',
  double_booked: 'planned elsewhere at that time',
  corrected: 'corrected afterwards',
};
export const exceptionMessages = {
  title: 'Why a coach was assigned anyway, or corrected',
  text: (coach: string, kinds: CoachException['kinds']) =>
    `${coach} was ${kinds.map((kind) => exceptionKinds[kind]).join(' and ')}.`,
  reason: (reason: string) => `Reason: “${reason}”`,
} as const;

export const formMessages = {
  create: 'Create',
  save: 'Save',
  saveMine: 'Save my version',
  takeOtherVersion: 'Keep their version',
  goBack: 'Go back',
  noCoach: 'No coach yet',
  minutes: 'Minutes',
  capacityHint: 'Extra spots go to waiting families first; the rest go on sale at once.',
  price: ({ title, price_cents, rungs, min_age, max_age }: SoldAs): string =>
    price_cents === null
      ? 'This tier is not published, so families can’t book its camps. Set prices in Studio.'
      : `Sold as “${title}” at the published price: ${formatMoney(price_cents)}${rungs[0] ? `, at first ${formatMoney(rungs[0].price_cents)}` : ''}${min_age === null ? '' : `, ages ${min_age} to ${max_age}`}. Change prices in Studio, for all camps of the tier.`,
  onSale: 'Shown and on sale',
  onSaleNote:
    'If you turn this off, the camp will be removed from the site. Families with a spot will keep it.',
  done: {
    created: 'Created.',
    saved: 'Saved.',
    undone: 'Undone.',
  },
  offered: (count: number) =>
    count === 0
      ? ''
      : ` ${plural(count, 'family', 'families')} on the waitlist ${count === 1 ? 'gets' : 'get'} an offer.`,
  onSite: { session: ' It is on the site now.', camp: ' It will be on the site within a minute.' },
  undo: 'Undo',
  conflict: (by: string | null) => `${by ?? 'Somebody else'} changed this while you had it open:`,
  conflictText: 'What you typed is still in the form. Save your version, or keep theirs.',
  becomes: (field: string, oldValue: string, newValue: string) =>
    `${fieldName(field)}: ${oldValue} becomes ${newValue}`,
  became: (field: string, oldValue: string, newValue: string) =>
    `${fieldName(field)}: ${oldValue} became ${newValue}`,
  dayCancelled: (day: string) => `Cancelled ${day}`,
  dayHeld: (day: string) => `Decided that ${day} takes place after all`,
} as const;

const fieldNames: Partial<Record<string, string>> = {
  class_type_id: 'Class',
  location_id: 'Location',
  coach_id: 'Coach',
  session_date: 'Day',
  session_time: 'Begins at',
  duration_minutes: 'Minutes',
  max_capacity: 'Spots',
  name: 'Name',
  tier: 'Tier',
  team_types: 'Teams',
  start_date: 'First day',
  end_date: 'Last day',
  session_time_start: 'Programme begins at',
  session_time_end: 'Programme ends at',
  capacity: 'Spots',
  is_active: 'On sale',
  weekday: 'Weekday',
  season_id: 'Season',
  active: 'Planned each week',
  status: 'State',
  cancelled_at: 'Cancelled',
  p_to: 'New date',
};
export const fieldName = (field: string): string => fieldNames[field] ?? field.replaceAll('_', ' ');
export function fieldFault(fault: Fault, field: string): string {
  switch (fault.kind) {
    case 'out_of_range':
      return `Please choose a number from ${fault.least} to ${fault.most}.`;
    case 'day_too_soon':
      return lastDayTooSoon;
    default:
      return timeFields.includes(field) && fault.kind === 'not_accepted'
        ? 'Please choose a time in steps of five minutes.'
        : faultMessage(fault);
  }
}

export const teamNames = { white: 'White', red: 'Red', black: 'Black', x: 'X' } as const;

/** Describes a value. `names` maps the ids of classes, bases and coaches to their names. */
export function valueMessage(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '…';
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDate(value);
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatMoment(value);
  if (/^\d{2}:\d{2}(:\d{2})?$/.test(value)) return formatTime(value);
  return names.get(value) ?? value;
}

export const refusals: OwnMessages = {
  ...staffRefusals,
  unexpected: 'We do not know whether that went through. Please check the schedule before you try again.',
  invalid_input: 'That is not possible here. Please check what you entered.',
  session_in_use:
    'Families have booked or are waiting for this, so you can’t change that. There can’t be fewer spots than are taken.',
  camp_in_use:
    'Families have booked this, so you can’t change that. There can’t be fewer spots than are taken.',
  notice_needed:
    'Families have booked this. Please check what the change does, and choose whether to tell them.',
  session_started: 'That start time has already passed.',
  session_not_found: 'This has been cancelled or removed. The latest schedule is below.',
  too_late: 'It is too late to undo this. Please cancel it instead.',
};
