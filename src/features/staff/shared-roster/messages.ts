import type { SharedRoster } from '#contract/roster.ts';
import { formatClock } from '#domain/dates.ts';

export const messages = {
  title: 'A shared roster',
  loading: 'Loading...',
  expired: 'The link to this roster has expired.',
  expiredText: 'Such links end automatically. Please ask the person who sent it for a new one.',
  failed: 'This roster did not load.',
  failedText: 'Please try again in a moment.',
  nobody: 'No children booked.',
  cancelledByUs: 'cancelled',
} as const;

export const stateNames: Record<SharedRoster['children'][number]['state'], string> = {
  expected: 'expected',
  in: 'in',
  out: 'gone',
  absent: 'absent',
};

export const asOf = (moment: string): string =>
  `This did not update. It shows the roster as of ${formatClock(moment)}.`;

export const until = (moment: string): string =>
  `Initials only, updated every minute. This link ends at ${formatClock(moment)}.`;
