import type { CoachDuties, StaffAccount } from '#contract/management-system.ts';
import type { Clash } from '#contract/place-changes.ts';
import { plural } from '#contract/plural.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { formatDate, formatHours, today } from '#domain/dates.ts';
import { lowerRoleNames } from './messages.ts';

const timeText = (starts: string, ends: string) =>
  `${formatDate(today(new Date(starts)), { year: false })}, ${formatHours(starts, ends)}`;

export const handoverMessages = {
  loading: 'Checking what they coach…',
  failed: 'We could not check what they coach, so nothing has changed.',
  title: ({ name, email }: StaffAccount, role: StaffRole) =>
    `Remove the ${lowerRoleNames[role]} role from ${name === '' ? (email ?? 'them') : name}`,
  duties: ({ sessions, camps, templates }: CoachDuties) => {
    const texts = [
      sessions > 0 && plural(sessions, 'session', 'sessions'),
      camps > 0 && plural(camps, 'camp', 'camps'),
      templates > 0 && plural(templates, 'line of the weekly pattern', 'lines of the weekly pattern'),
    ].filter((text) => text !== false);
    const last = texts.pop() ?? '';
    return `They are due to coach ${texts.length === 0 ? last : `${texts.join(', ')} and ${last}`}:`;
  },
  duty: ({ kind, title, location, starts_at, ends_at }: CoachDuties['next'][number]) =>
    kind === 'camp'
      ? `${title}, ${location}, from ${formatDate(today(new Date(starts_at)), { year: false })}`
      : `${title}, ${location}, ${timeText(starts_at, ends_at)}`,
  isOn: 'on now',
  who: 'Who takes over?',
  choose: 'Please choose',
  nobody: 'Nobody for now: leave them without a coach',
  clashes: 'They coach something else at the same time:',
  clash: ({ title, location, starts_at, ends_at }: Clash) =>
    `${title}, ${location}, ${timeText(starts_at, ends_at)}`,
} as const;
