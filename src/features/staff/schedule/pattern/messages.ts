import { plural } from '#contract/plural.ts';
import { formatDate } from '#domain/dates.ts';
import { justChanged } from '#ui/staff/error-messages.ts';

export const weekdayNames = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
} as const;

export const patternMessages = {
  title: 'Weekly pattern',
  text: (until: string) =>
    `We create the coming weeks from this pattern automatically, currently until ${formatDate(until)}. A class in a season is planned only on days in that season, and not on closed days. Sessions already planned do not change.`,
  everyWeek: 'No season: every week',
  add: 'Add to the pattern',
  planned: (count: number) => `${plural(count, 'session', 'sessions')} coming up`,
  pause: 'Pause',
  resume: 'Resume',
  paused: 'Paused',
  closed: 'Location closed: nothing new is planned',
  places: (capacity: number, minutes: number) => `${capacity} spots, ${minutes} min`,
  added: (sessionCount: number) =>
    `Added. ${plural(sessionCount, 'session is', 'sessions are')} planned and on the site.`,
  saved: 'Saved. Sessions already planned do not change.',
  pausedDone: (plannedCount: number) =>
    plannedCount === 0
      ? 'Paused.'
      : `Paused. ${plural(plannedCount, 'session', 'sessions')} already planned ${plannedCount === 1 ? 'stays' : 'stay'} in the schedule. You can cancel ${plannedCount === 1 ? 'it' : 'them'} under “Week”.`,
  resumed: (sessionCount: number) =>
    `Resumed. ${plural(sessionCount, 'session was', 'sessions were')} created.`,
  changed: justChanged('Somebody else', 'the pattern'),
} as const;
