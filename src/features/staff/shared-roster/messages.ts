import type { SharedRoster } from '#contract/roster.ts';
import { formatClock } from '#domain/dates.ts';

export const messages = {
  title: 'A shared roster',
  loading: 'Loading...',
  gone: 'This link has ended.',
  goneText: 'Links to a roster end by themselves. Ask whoever sent it for a new one.',
  failed: 'The roster did not load.',
  failedText: 'Please try again in a moment.',
  nobody: 'Nobody is booked.',
  calledOff: 'called off',
} as const;

export const stateNames: Record<SharedRoster['children'][number]['state'], string> = {
  expected: 'expected',
  in: 'in',
  out: 'gone',
  absent: 'absent',
};

export const asOf = (moment: string): string =>
  `This could not be read again: it shows ${formatClock(moment)}.`;

export const until = (moment: string): string =>
  `Initials alone, read again each minute. This link ends at ${formatClock(moment)}.`;
