import type { CampCopy, CopiedWeek, WeekCopy } from '#contract/week-copies.ts';
import { joinNames, longPlaceText } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import { formatDate } from '#domain/dates.ts';
import { ratioWarning } from '#ui/staff/coach-ratio.ts';
import { cancelModeMessages } from '../messages.ts';

const spots = (count: number) => plural(count, 'spot', 'spots');
const notCopied = (count: number) =>
  `${plural(count, 'spot that was', 'spots that were')} added for a single child ${count === 1 ? 'is' : 'are'} not copied.`;
function ratioIfFull({ capacity, coaches }: CampCopy): string | null {
  const warning = ratioWarning({ in_care: capacity, coach_count: coaches.length });
  return warning && `If it fills up: ${warning.text}`;
}
const sessions = (count: number) => plural(count, 'session', 'sessions');

/** Returns the sessions that are left out of the copy, with one reason per line. */
function leftOutLines({
  left_out,
  not_offered,
  closed,
}: Pick<WeekCopy, 'left_out' | 'not_offered' | 'closed'>): string[] {
  const otherCount = left_out - not_offered - closed.reduce((sum, day) => sum + day.sessions, 0);
  return [
    ...closed.map(
      ({ day, name, sessions: count }) =>
        `${sessions(count)} left out on ${formatDate(day)}, because that day is closed: ${name}.`,
    ),
    ...(not_offered > 0
      ? [`${sessions(not_offered)} left out, because the location is no longer in use.`]
      : []),
    ...(otherCount > 0
      ? [`${sessions(otherCount)} left out: already there, cancelled there, or in the past.`]
      : []),
  ];
}

const campText = ({ title, location, first_day, last_day }: CampCopy) =>
  longPlaceText({
    camp: { name: title, location_name: location, start_date: first_day, end_date: last_day },
  });

function campLine(camp: CampCopy): string {
  const name = campText(camp);
  switch (camp.left_out) {
    case 'closed':
      return `${name} is left out, because these days are closed: ${camp.closed}.`;
    case 'not_offered':
      return `${name} is left out, because the location is no longer in use.`;
    case 'exists':
      return `${name} is left out, because there is one already.`;
    case 'past':
      return `${name} is left out, because it would already have started.`;
    case null:
      return [
        camp.coaches.length === 0
          ? `${name}, ${spots(camp.capacity)}, without a coach, so it is not on sale yet.`
          : `${name}, ${spots(camp.capacity)}, with ${joinNames(camp.coaches.map((coach) => coach.name))}.`,
        camp.coaches.length > 0 && ratioIfFull(camp),
        camp.not_copied > 0 && notCopied(camp.not_copied),
      ]
        .filter((text) => text !== false && text !== null)
        .join(' ');
  }
}
/** Returns the lines about camps. Those that are created come first. */
const campLines = (camps: readonly CampCopy[]): string[] =>
  [
    ...camps.filter(({ left_out }) => left_out === null),
    ...camps.filter(({ left_out }) => left_out !== null),
  ].map(campLine);
const countNew = (camps: readonly CampCopy[]) => camps.filter(({ left_out }) => left_out === null).length;
const countText = (sessionCount: number, campCount: number) =>
  campCount === 0
    ? sessions(sessionCount)
    : `${sessions(sessionCount)} and ${plural(campCount, 'camp', 'camps')}`;

export const copyMessages = {
  title: 'Copy this week',
  text: (from: string) =>
    `We copy the sessions and camps that begin in the week of ${formatDate(from)}, with their coaches, locations and hours. No bookings are copied, and nothing that is already there changes.`,
  to: 'Into the week of',
  hint: 'Any day in that week.',
  preview: cancelModeMessages.next,
  consequences: (to: string) => `In the week of ${formatDate(to)}`,
  lines: (copy: WeekCopy): string[] => {
    const campCount = countNew(copy.camps);
    return [
      copy.sessions + campCount === 0
        ? 'Nothing will be created.'
        : `${countText(copy.sessions, campCount)} will be created.`,
      ...(copy.not_copied > 0 ? [`Of the sessions, ${notCopied(copy.not_copied)}`] : []),
      ...campLines(copy.camps),
      ...leftOutLines(copy),
    ];
  },
  isEmpty: ({ sessions: count, camps }: WeekCopy) => count + countNew(camps) === 0,
  copy: 'Copy week',
  change: 'Choose another week',
  done: ({ made, camps }: CopiedWeek, to: string) =>
    `${countText(made.length, countNew(camps))} created in the week of ${formatDate(to)}.${made.length > 0 ? ' The sessions are on the site now.' : ''}${countNew(camps) > 0 ? ' Camps appear there within a minute.' : ''}`,
  leftOut: (copy: CopiedWeek) => [
    ...campLines(copy.camps.filter(({ left_out, is_on_sale }) => left_out !== null || !is_on_sale)),
    ...leftOutLines(copy),
  ],
  undo: 'Undo',
  undone: 'Undone.',
  showWeek: 'See that week',
} as const;
