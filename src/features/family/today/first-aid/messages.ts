import { formatDay } from '#contract/format.ts';
import type { FamilyFirstAid } from '#contract/first-aid.ts';
import { plural } from '#contract/plural.ts';
import { formatClock } from '#domain/dates.ts';

type Entry = FamilyFirstAid[number];

export const firstAidMessages = {
  title: 'First aid',
  lead: 'First aid that our coaches gave your children. Reply to any of our e-mails if you would like us to call you.',
  failed: 'The first-aid entries did not load. Please try again.',
  offline: 'First-aid entries will load when you are online.',
  where: ({ child_name, title, location, day, happened_at }: Entry) =>
    `${child_name}: ${title}, ${location}, ${formatDay(day)}, ${formatClock(happened_at)}`,
  happened: 'What happened',
  treatment: 'What was done',
  by: (name: string) => `Written by ${name}.`,
  parentInformed: 'A parent was told in person or by phone.',
  notInformed: 'We have not reached you by phone yet.',
  earlier: (count: number) => `Show ${plural(count, 'earlier entry', 'earlier entries')}`,
} as const;
