import type { ScheduleItem } from '#contract/management-schedule.ts';
import { plural } from '#contract/plural.ts';
import { formatMoment } from '#domain/dates.ts';

const remedies = {
  no_coach: () => 'Assign a coach, or sell the camp without one for now.',
  no_place: (location: string) =>
    `${location} is no longer in use. Edit this camp and choose another location.`,
  day_cancelled: () =>
    'Its price is for all days. It is on sale again if the cancelled day takes place after all.',
} as const;

export const saleMessages = {
  text: ({ sale_problem, booked, location }: ScheduleItem): string =>
    [
      'Families see this camp as “soon”, but can’t book it, pay for it or join a waitlist.',
      booked > 0 && `${plural(booked, 'child stays', 'children stay')} booked.`,
      sale_problem !== null && remedies[sale_problem](location),
    ]
      .filter(Boolean)
      .join(' '),
  sell: 'Sell without a coach…',
  form: 'Sell without a coach',
  reason: {
    label: 'Until when, and why?',
    hint: 'Only staff read this. For example: until Friday, when Cy signs.',
  },
  save: 'Put on sale',
  leave: 'Don’t sell the camp yet',
  exception: 'Sold without a coach',
  exceptionText: (reason: string, by: string | null, at: string) =>
    `“${reason}” (${by ?? 'a former colleague'}, ${formatMoment(at)})`,
  end: 'Require a coach again',
  means: {
    withCoach: 'The camp will stay on sale, because it has a coach.',
    withoutCoach: 'The camp will go off sale until it has a coach. Families with a spot will keep it.',
  },
  yes: 'Require a coach',
  no: 'Keep camp on sale',
} as const;
