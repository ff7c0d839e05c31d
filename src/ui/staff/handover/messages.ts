import { formatDate, formatHours, today } from '#domain/dates.ts';
import type { Duties } from './handover.ts';

const timeText = (starts: string, ends: string) =>
  `${formatDate(today(new Date(starts)), { year: false })}, ${formatHours(starts, ends)}`;

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

export const handoverMessages = {
  loading: 'Checking what they coach…',
  failed: 'We could not check what they coach, so nothing has changed.',
  duties: ({ sessions, camps, templates }: Pick<Duties, 'sessions' | 'camps' | 'templates'>) => {
    const texts = [
      sessions > 0 && counted(sessions, 'session', 'sessions'),
      camps > 0 && counted(camps, 'camp', 'camps'),
      templates > 0 && counted(templates, 'weekly class', 'weekly classes'),
    ].filter((text) => text !== false);
    const last = texts.pop() ?? '';
    return `They are due to coach ${texts.length === 0 ? last : `${texts.join(', ')} and ${last}`}:`;
  },
  duty: ({ kind, title, location, starts_at, ends_at }: Duties['next'][number]) =>
    kind === 'camp'
      ? `${title}, ${location}, from ${formatDate(today(new Date(starts_at)), { year: false })}`
      : `${title}, ${location}, ${timeText(starts_at, ends_at)}`,
  isOn: 'on now',
  who: 'Who takes over?',
  choose: 'Please choose',
  nobody: 'Nobody for now: leave them without a coach',
  clashes: 'They coach something else at the same time:',
  clash: ({ title, location, starts_at, ends_at }: Duties['clashes'][number]) =>
    `${title}, ${location}, ${timeText(starts_at, ends_at)}`,
} as const;
