import type {
  AbsenceKind,
  CoachAbsence,
  CoachHours,
  CoachPlace,
  PartyToday,
  UncoveredPlace,
} from '#contract/coach-time.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatDays, formatHours, formatTime, today } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { justChanged } from '#ui/staff/error-messages.ts';

const kinds: Record<AbsenceKind, string> = {
  holiday: 'Holiday',
  ill: 'Ill',
  training: 'Training',
  other: 'Other',
};
const hours = ({ from_time, until_time }: Pick<CoachAbsence, 'from_time' | 'until_time'>) =>
  from_time === null || until_time === null ? '' : `, ${formatTime(from_time)} to ${formatTime(until_time)}`;

/** Returns for example `Mon 9 am to 5 pm, Tue not possible`. */
const hoursNow = (week: readonly CoachHours[]): string =>
  week.length === 0
    ? 'not known'
    : week
        .map(({ weekday, from_time, until_time }) => {
          const timesText =
            from_time === null || until_time === null
              ? 'can’t work'
              : `${formatTime(from_time)} to ${formatTime(until_time)}`;
          return `${weekdayNames[weekday - 1]} ${timesText}`;
        })
        .join(', ');
const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export const weekMessages = {
  title: 'My week',
  titleOf: 'Coach’s week',
  loading: 'Loading the week',
  failed: 'The week did not load.',
  unknown: (name: string) => `We can’t tell which coach “${name}” is.`,
  chooseCoach: 'Choose a coach',
  coach: 'Coach',
  before: 'Previous week',
  after: 'Next week',
  thisWeek: 'This week',
  span: (monday: string, sunday: string) => formatDays(monday, sunday),
  today: 'Today',
  free: 'Nothing planned.',
  closed: (name: string) => `Closed: ${name}`,
  absent: (absence: CoachAbsence) => `Absent${hours(absence)}`,
  cancelled: 'Cancelled',
  roster: 'Roster',
  rosterOf: (title: string, day: string) => `Roster: ${title}, ${formatDate(day)}`,
  schedule: 'Open in schedule',
  times: ({ from_time, until_time }: Pick<CoachPlace, 'from_time' | 'until_time'>) =>
    `${formatTime(from_time)} to ${formatTime(until_time)}`,
  level: (level: string) => `Level ${level}`,
  heads: ({ booked, capacity }: CoachPlace) => `${booked} of ${plural(capacity, 'spot', 'spots')} booked`,
  others: (names: readonly string[]) => `With ${names.join(', ')}`,
  party: (party: PartyToday) => party.package ?? 'Birthday party',
  partyText: ({ head_count }: PartyToday) =>
    `Birthday party for ${plural(head_count, 'guest')} · all coaches can open it today`,
  partySheet: 'Birthday sheet',
  partySheetOf: ({ from_time }: PartyToday) => `Birthday sheet of the party at ${from_time}`,
  links: 'Calendar on your phone, and hours for pay',
  stale: 'This week did not update. It may be out of date.',
} as const;

export const hoursMessages = {
  title: 'When you can usually work',
  titleOf: (name: string) => `When ${name} can usually work`,
  text: 'The office sees these hours when it plans. Leave a day empty if you don’t know.',
  change: 'Change hours',
  unknown: 'Not known',
  never: 'Can’t work',
  can: 'Can work',
  between: (from: string, until: string) => `${formatTime(from)} to ${formatTime(until)}`,
  from: (day: string) => `${day}, from`,
  until: (day: string) => `${day}, until`,
  save: 'Save hours',
  leave: 'Go back',
  saved: 'Hours saved.',
  changed: (hours: readonly CoachHours[]) =>
    `Somebody else has just changed these hours, so nothing was saved. Now they are: ${hoursNow(hours)}. Save again to replace them with yours.`,
} as const;

export const absenceMessages = {
  title: 'Absences',
  text: 'Holidays, illness and other days away. Only you and the office see the kind and the note.',
  textOf: 'Only this coach and admins see the kind and the note.',
  none: 'No absences yet. Add days when you can’t work, and the office will find another coach.',
  noneOf: 'No absences entered.',
  add: 'Add absence',
  line: (absence: CoachAbsence) => `${formatDays(absence.first_day, absence.last_day)}${hours(absence)}`,
  kind: (absence: CoachAbsence) => kinds[absence.kind] + (absence.note === null ? '' : `: ${absence.note}`),
  change: 'Change',
  changeAbsence: 'Change absence',
  changeOf: (line: string) => `Change absence ${line}`,
  remove: 'Remove',
  removeOf: (line: string) => `Remove absence ${line}`,
  removeMeans: 'Sessions and camps on these days will no longer need another coach.',
  keep: 'Keep absence',
  save: 'Save absence',
  leave: 'Go back',
  saved: 'Absence saved. No sessions or camps are affected.',
  uncovered: (count: number) =>
    `Absence saved. ${plural(count, 'session or camp needs', 'sessions and camps need')} another coach. The office has been told:`,
  uncoveredLine: ({ title, location, starts_at, ends_at }: UncoveredPlace) =>
    `${title}, ${location}, ${formatDate(today(new Date(starts_at)))}, ${formatHours(starts_at, ends_at)}`,
  removed: 'Absence removed.',
  changed: (now: CoachAbsence) =>
    `Somebody else has just changed this absence, so nothing was saved. Now it is: ${formatDays(now.first_day, now.last_day)}${hours(now)}, ${kinds[now.kind]}. Save again to replace it with yours.`,
  firstDay: { label: 'First day' },
  lastDay: { label: 'Last day' },
  from: { label: 'From (optional)', hint: 'Leave both times empty for the whole day.' },
  until: { label: 'Until (optional)' },
  kindField: { label: 'Kind' },
  note: { label: 'Note (optional)', hint: 'Only you and the office see it.' },
  kinds,
} as const;

export function fieldFault(fault: Fault, id: string): string {
  if (fault.kind === 'day_too_soon') return 'The last day is before the first. Please check both.';
  if (fault.kind === 'not_accepted' && id.startsWith('until'))
    return 'Please enter both times, the earlier one first.';
  if (fault.kind === 'not_accepted' && id.endsWith('_day'))
    return 'Please choose today or later days, at most 366 days apart.';
  return faultMessage(fault);
}

export const refusals: OwnMessages = {
  changed_meanwhile: justChanged('Somebody else', 'this'),
  not_allowed: 'You can change only your own hours and absences.',
};
