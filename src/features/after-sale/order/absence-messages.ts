import { formatDate } from '#contract/format.ts';

/** The texts of the panel in which a family says on which days of a camp a child does not come. */
export const absenceMessages = {
  title: (child: string) => `On which day is ${child} away?`,
  rule: 'The coaches see it at once. You keep the spot, and a missed day is not refunded.',
  tell: 'Not coming',
  takeBack: 'Coming after all',
  close: 'Back to the booking',
  told: (bookingName: string, day: string) =>
    `Away on ${formatDate(day)}: ${bookingName}. The coaches can see it.`,
  tookBack: (bookingName: string, day: string) =>
    `Coming on ${formatDate(day)}: ${bookingName}. The coaches can see it.`,
} as const;
