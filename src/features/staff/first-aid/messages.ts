import type { StaffFirstAidRow } from '#contract/first-aid.ts';
import { formatMoment } from '#domain/dates.ts';

export const listWords = {
  title: 'First aid',
  one: 'entry',
  several: 'entries',
  empty: [
    'No first aid was given.',
    'What coaches write on the roster under “First aid” appears here, and is kept for three years.',
  ],
  viewOff: 'First aid is about children’s health, so it is not shown while others look at the screen.',
  search: 'Search by child',
  searchHint: 'Child’s name',
  told: 'Parent told',
  anyTold: 'Told or not',
  open: 'No parent told yet',
  isTold: 'A parent was told',
  place: 'Place',
  anyPlace: 'Any place',
  from: 'From',
  until: 'Until',
  all: 'All',
  child: 'Child',
  happened: 'When',
  where: 'Where',
  injury: 'What happened',
  treatment: 'What was done',
  by: 'Written by',
  tell: 'A parent was told',
  tellOf: ({ child_name, title, location, happened_at }: StaffFirstAidRow) =>
    `A parent was told: ${child_name}, ${title}, ${location}, ${formatMoment(happened_at)}`,
  toldAt: ({ parent_told_at, parent_told_by }: StaffFirstAidRow) =>
    parent_told_at === null
      ? listWords.open
      : [formatMoment(parent_told_at), parent_told_by].filter(Boolean).join(', '),
  failed: 'It was not saved. Please try again.',
} as const;
