import type { FamilyBooking } from '#contract/family.ts';
import type { FamilyPass } from '#contract/family-passes.ts';
import { formatDate, formatDays } from '#contract/format.ts';
import { bookingName } from '#domain/family-booking.ts';

const endsOn = (day: string | null) => (day === null ? '' : ` The pass ends on ${formatDate(day)}.`);

export const passMessages = {
  pauseButton: 'Pause',
  pauseOf: (child: string, pass: string) => `Pause ${pass} of ${child}`,
  pauseRule: (days: number) =>
    `You can go beyond the rules of the pass, and back ${days} days. The pass ends later by as many days, and the family gets one e-mail.`,
  fault: (path: string, earliest: string, latest: string | null) => {
    if (path === 'last_day') return 'The last day must not be before the first day.';
    return latest === null
      ? `The first day must be ${formatDate(earliest)} or later.`
      : `The first day must be from ${formatDate(earliest)} to ${formatDate(latest)}, when the pass ends.`;
  },
  booked: (bookings: readonly FamilyBooking[]) =>
    bookings.length === 0
      ? 'No session is booked with this pass.'
      : `The sessions on the paused days will be cancelled. Booked with this pass: ${bookings.map(bookingName).join('; ')}.`,
  firstDay: { label: 'First day' },
  lastDay: { label: 'Last day' },
  reason: { label: 'Reason', hint: 'The family does not see it. Please don’t write an illness by its name.' },
  savePause: 'Pause the pass',
  paused: (child: string, until: string | null) => `The pass of ${child} is paused.${endsOn(until)}`,
  endButton: ({ first_day, last_day }: FamilyPass['pause']['planned'][number]) =>
    `End the pause of ${formatDays(first_day, last_day)}`,
  endOf: (child: string, pass: string) => `End the pause of ${child}: ${pass}`,
  endRule: ({ first_day, last_day }: FamilyPass['pause']['planned'][number]) =>
    `It is paused on ${formatDays(first_day, last_day)}. From today on the family can book with it again, and the pass ends earlier by the days that are not used. Cancelled sessions stay cancelled.`,
  saveEnd: 'End the pause now',
  ended: (child: string, until: string | null) => `The pause of ${child} has ended.${endsOn(until)}`,
  shown: ({ first_day, last_day }: FamilyPass['pause']['planned'][number]) =>
    `Paused ${formatDays(first_day, last_day)}`,
  moved: 'From a sibling’s pass',
} as const;
