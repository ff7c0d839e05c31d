import type { Season, SeasonCopy, SeasonDay, SeasonFields, Seasons } from '#contract/seasons.ts';
import { plural } from '#contract/plural.ts';
import { errorMessages } from '#api/error-messages.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate } from '#domain/dates.ts';
import type { Fault } from '#domain/fault.ts';
import { faultMessage } from '#ui/people/messages.ts';
import { rereadRefusals } from '#ui/staff/error-messages.ts';
import { cancelModeMessages, fieldFault as scheduleFault } from '../messages.ts';
import type { Outcome } from './store.ts';

export const stateMessages: Record<Season['state'], string> = {
  coming: 'Coming up',
  running: 'Running',
  over: 'Ended',
};
export const toneOf = (state: Season['state']): string =>
  ({ coming: 'warn', running: 'good', over: '' })[state];

const sessions = (count: number) => plural(count, 'session', 'sessions');
const classes = (count: number) => plural(count, 'weekly class', 'weekly classes');

export const screenMessages = {
  title: 'Seasons',
  lead: 'A season gives weekly classes a first and a last day, and leaves out the days when you are closed.',
  loading: 'Loading seasons',
  failed: 'The seasons did not load.',
  create: 'New season',
  none: 'No seasons yet. Create one here, then add its classes under “Weekly pattern”.',
  dates: ({ first_day, last_day }: SeasonFields) => `${formatDate(first_day)} to ${formatDate(last_day)}`,
  numbers: (season: Season) => `${classes(season.classes)} · ${sessions(season.sessions)} in all`,
  misfits: (count: number) => `${sessions(count)} to check`,
} as const;

export const sheetMessages = {
  close: 'Close',
  loading: 'Loading...',
  failed: 'The season did not load.',
  notFound: errorMessages.season_not_found,
  change: 'Change name or days',
  copy: 'Copy season',
  addClasses: 'Add classes',
  planned: (plannedCount: number, { planned_until }: Pick<Seasons, 'planned_until'>) =>
    `${sessions(plannedCount)} planned so far, up to ${formatDate(planned_until)}. We plan the rest automatically, week by week.`,
  misfitsTitle: (count: number) =>
    `${sessions(count)} ${count === 1 ? 'was' : 'were'} planned on a day that is now closed or outside the season:`,
  misfitsText: 'Until you cancel these sessions, they take place and families can book them.',
  nobody: 'nobody booked',
  cancelMisfits: (count: number) =>
    count === 1 ? 'Cancel this session…' : `Cancel these ${count} sessions…`,
  classes: 'Weekly classes',
  noClasses: 'No classes yet. Add them under “Weekly pattern”, and choose this season.',
  remove: 'Delete season',
  removeMeans:
    'The season, its weekly classes and its sessions will be deleted. Nobody has booked the sessions. This can’t be undone.',
  keep: 'Keep season',
} as const;

export const dayMessages = {
  title: 'Holidays and closed days',
  text: 'Untick a day to hold classes on it. This applies to all seasons.',
  none: 'No public holidays or closed days in this season.',
  unknown: (until: string) =>
    `We know the public holidays up to ${formatDate(until)}. Please close later ones yourself.`,
  note: ({ source, is_estimated, is_closed, classes: count }: SeasonDay) =>
    [
      source === 'staff'
        ? 'Closed by staff'
        : is_estimated
          ? 'Public holiday, date not yet confirmed'
          : 'Public holiday',
      count === 0
        ? 'no classes on that weekday'
        : `${plural(count, 'class', 'classes')} ${is_closed ? 'left out' : 'held'}`,
    ].join(', '),
  add: 'Close another day',
  day: { label: 'Day to close' },
  reason: {
    label: 'Reason',
    hint: 'For colleagues, for example “Coaches’ training”. Families never see it.',
  },
  save: 'Close day',
  leave: 'Go back',
} as const;

export const formMessages = {
  titleNew: 'New season',
  titleChange: (name: string) => `Change ${name}`,
  name: { label: 'Name', hint: 'For example “Term 1 2027”.' },
  firstDay: { label: 'First day' },
  lastDay: { label: 'Last day', hint: 'The last day with classes, at most 400 days after the first.' },
  effect: 'Sessions already planned stay. We show you those that no longer fit, so that you can cancel them.',
  create: 'Create season',
  save: 'Save season',
  leave: 'Go back',
} as const;

export const copyMessages = {
  title: (name: string) => `Copy ${name}`,
  text: 'The new season gets the same weekly classes, with their coaches and locations. Paused classes, classes at locations that are no longer in use, and bookings are not copied.',
  preview: cancelModeMessages.next,
  confirm: 'Copy season',
  change: 'Change dates',
  consequences: 'What this does',
  lines: ({ classes: count, sessions: all, days, no_coach, not_offered }: SeasonCopy): string[] => {
    const closedDays = days.filter((day) => day.is_closed && day.classes > 0);
    return [
      `${classes(count)} with ${sessions(all)} in all.`,
      closedDays.length === 0
        ? 'No class falls on a public holiday or closed day.'
        : `Left out: ${closedDays.map(({ day, name }) => `${formatDate(day)}, ${name}`).join('; ')}.`,
      ...days
        .filter((day) => !day.is_closed && day.classes > 0)
        .map(
          ({ day, name }) =>
            `Classes take place on ${formatDate(day)}, ${name}, because that day was opened.`,
        ),
      ...(no_coach > 0 ? [`${classes(no_coach)} without a coach.`] : []),
      ...(not_offered > 0
        ? [`Not copied: ${classes(not_offered)} at a location that is no longer in use.`]
        : []),
    ];
  },
  done: (name: string, sessionCount: number) =>
    `${name} was created. ${sessions(sessionCount)} ${sessionCount === 1 ? 'is' : 'are'} planned and on the site.`,
  undo: 'Undo',
  undone: 'Undone. The copy was deleted.',
  open: (name: string) => `Open ${name}`,
} as const;

export function fieldFault(fault: Fault, id: string): string {
  if (fault.kind === 'other_name') return errorMessages.season_exists;
  if (fault.kind === 'day_too_soon') return scheduleFault(fault, id);
  if (fault.kind === 'not_accepted' && id === 'last_day')
    return 'Please choose a day that has not passed, at most 400 days after the first day.';
  if (fault.kind === 'not_accepted' && id === 'p_day')
    return 'Please choose today or a later day, within two years.';
  return faultMessage(fault);
}

const madeMessage = (sessionCount: number) =>
  sessionCount === 0
    ? ''
    : ` ${sessions(sessionCount)} ${sessionCount === 1 ? 'was' : 'were'} created and ${sessionCount === 1 ? 'is' : 'are'} on the site.`;

export function doneMessage(outcome: Extract<Outcome, { state: 'done' }>): string {
  switch (outcome.what) {
    case 'saved':
      return `Season saved.${madeMessage(outcome.made)}`;
    case 'closed':
      return 'Day closed. We won’t plan season sessions on this day.';
    case 'opened':
      return `Day opened.${madeMessage(outcome.made)}`;
    case 'deleted':
      return 'Season deleted.';
    case 'cancelled':
      return 'Sessions cancelled.';
  }
}

export const refusals: OwnMessages = {
  ...rereadRefusals,
  session_in_use:
    'A family has booked or is waiting, so the season can’t be deleted. You can change its last day instead.',
  too_late:
    'Its sessions were created more than an hour ago, so the season can’t be deleted. You can change its last day instead.',
};
