import type { FamilyPass, PausePreview } from '#contract/family-passes.ts';
import { formatDate, formatDays, formatSessions } from '#contract/format.ts';
import { longPlaceText } from '#contract/place-names.ts';
import { plural } from '#contract/plural.ts';
import type { Fault } from '#domain/fault.ts';

import { lastDayTooSoon } from '#domain/day-messages.ts';

type Planned = FamilyPass['pause']['planned'][number];

export const pauseMessages = {
  open: 'Pause',
  title: (pass: string, name: string) => `Pause ${pass} for ${name}`,
  rule: ({ pause }: FamilyPass) =>
    `You can still pause it ${pause.times_left === 1 ? 'once' : `${pause.times_left} times`}, for ${plural(pause.days_left, 'day')} in all, from ${formatDate(pause.earliest_day)} on. The pass then ends later by as many days.`,
  first: 'First day',
  last: 'Last day',
  fault: ({ kind }: Fault) => (kind === 'not_accepted' ? lastDayTooSoon : 'Please choose a day.'),
  check: 'See what changes',
  leave: 'Don’t pause',
  question: (first: string, last: string) => `Pause it on ${formatDays(first, last)}?`,
  ends: ({ days, valid_until }: PausePreview) =>
    `That is ${plural(days, 'day')}. The pass then ends on ${formatDate(valid_until)}.`,
  none: 'No session is booked on these days.',
  cancelled: 'These sessions will be cancelled, and their spots go to other families:',
  session: ({ session, returns_credit }: PausePreview['bookings'][number]) =>
    `${longPlaceText({ session })}. ${returns_credit ? 'You get the credit back.' : 'It’s too late to get the credit back.'}`,
  yes: 'Pause the pass',
  no: 'Choose other days',
  paused: (validUntil: string) => `The pass is paused. It ends on ${formatDate(validUntil)}.`,
  planned: ({ first_day, last_day, has_begun }: Planned) =>
    has_begun
      ? `Paused until ${formatDate(last_day)}.`
      : `Will be paused on ${formatDays(first_day, last_day)}.`,
  end: ({ has_begun }: Planned) => (has_begun ? 'End the pause' : 'Cancel the pause'),
  ended: (validUntil: string) =>
    `You can book with this pass again. It ends on ${formatDate(validUntil)}. Cancelled sessions stay cancelled.`,
} as const;

export const shareMessages = {
  open: 'Move to a sibling',
  title: (pass: string, name: string) => `Move sessions of ${name}’s ${pass}`,
  rule: 'Moved sessions keep their last day. If this pass is cancelled, they are cancelled and refunded together with it.',
  child: 'For which child?',
  count: (name: string | null) => (name === null ? 'How many sessions?' : `How many sessions for ${name}?`),
  choose: 'Please choose',
  yes: 'Move the sessions',
  leave: 'Don’t move',
  moved: (count: number, name: string) => `${formatSessions(count)} moved to ${name}.`,
  from: 'Moved here from a sibling’s pass.',
} as const;
