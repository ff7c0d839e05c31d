import type { WeekCopy } from '#contract/week-copies.ts';
import { plural } from '#contract/plural.ts';
import { formatDate } from '#domain/dates.ts';
import { cancelModeMessages } from '../messages.ts';

const sessions = (count: number) => plural(count, 'session', 'sessions');

/** Says which sessions are left out of the copy, with one reason per line. */
function leftOutLines({ left_out, not_offered, closed }: Omit<WeekCopy, 'sessions'>): string[] {
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

export const copyMessages = {
  title: 'Copy this week',
  text: (from: string) =>
    `We copy the sessions of the week of ${formatDate(from)}, with their coaches and locations. No bookings are copied, and sessions already there stay.`,
  to: 'Into the week of',
  hint: 'Any day in that week.',
  preview: cancelModeMessages.next,
  consequences: (to: string) => `In the week of ${formatDate(to)}`,
  lines: (copy: WeekCopy): string[] => [
    copy.sessions === 0 ? 'No session will be created.' : `${sessions(copy.sessions)} will be created.`,
    ...leftOutLines(copy),
  ],
  copy: 'Copy week',
  change: 'Choose another week',
  done: (sessionCount: number, to: string) =>
    `${sessions(sessionCount)} created in the week of ${formatDate(to)}${sessionCount > 0 ? ', and on the site now' : ''}.`,
  leftOut: leftOutLines,
  undo: 'Undo',
  undone: 'Undone.',
  showWeek: 'See that week',
} as const;
