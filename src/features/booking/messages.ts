import { formatDate, formatTime } from '#domain/dates.ts';
import { spotsOf } from '#domain/spots.ts';
import type { FlowSession } from './model.ts';
import type { Problem } from './store.ts';
import { offline } from '#domain/offline-messages.ts';

/** Texts that the specification gives word for word (spec 2 §2, §8). */
export const messages = {
  loading: 'Loading available sessions...',
  noSessions: (team: string) => `No current week sessions available for ${team}`,
  onlyWeekend: 'We only show this Saturday & Sunday sessions',
  onlyWeek: 'We only show this week’s sessions',
  selectionMissing: 'Please select a team and session first',
  navigationFailed: 'Failed to navigate to checkout. Please try again.',
  loadFailed: 'The sessions did not load',
  loadFailedText: 'Your choice of team is still here. Please try again, or ask us on WhatsApp.',
  retry: 'Try again',
  selected: 'SELECTED',
  previous: 'Previous',
  next: 'Continue',
  waitlist: 'Join the waitlist',
  imageUnavailable: 'Image unavailable',
  otherTeam: 'See another team',
  otherSession: 'Choose another session',
  notAvailable: 'Not on sale now',
  salesStopped: 'Bookings are paused',
} as const;

export const problemMessages: Record<Problem['code'], { title: string; text?: string }> = {
  selection_missing: { title: messages.selectionMissing },
  navigation_failed: { title: messages.navigationFailed },
  offline: { title: messages.navigationFailed, text: `${offline} Your choice is still here.` },
};

export const staleMessage = (reason: 'offline' | 'unanswered') =>
  reason === 'offline'
    ? `${offline} Your choice is still here, but the number of free spots may have changed.`
    : 'We could not update the free spots, so they may have changed. Your choice is still here.';

export const suggestedMessage = (team: string) =>
  `Your quiz suggests ${team}. Continue with it, or choose another team.`;

export interface StepMessages {
  title: string;
  text: string;
}

export const progressMessage = (question: number) => `Question ${question} of 3`;
export const percentMessage = (percent: number) => `${percent}% Complete`;

export function spotsMessage(count: number): string {
  switch (spotsOf(count)) {
    case 'full':
      return 'FULLY BOOKED';
    case 'last':
      return count === 1 ? 'Last spot' : `Last ${count} spots`;
    case 'few':
      return `${count} spots left`;
    case 'open':
      return `${count} spots open`;
  }
}

const timeOf = (session: FlowSession) => `${formatDate(session.sessionDate)}, ${formatTime(session.time)}`;

export const sessionLine = (session: FlowSession) => `${timeOf(session)} · ${session.teamLabel}`;

export function lostMessage(session: FlowSession, reason: 'filled' | 'gone'): string {
  return reason === 'filled'
    ? `The session on ${timeOf(session)} has just filled up. Nothing was charged.`
    : `The session on ${timeOf(session)} can no longer be booked. Nothing was charged.`;
}

export const helpText = 'Hello! I would like to book a weekend class.';
