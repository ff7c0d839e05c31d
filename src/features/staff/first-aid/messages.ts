import type { StaffFirstAidRow } from '#contract/first-aid.ts';
import { formatMoment } from '#domain/dates.ts';
import { hiddenMessage, parentInformedMessages } from '#ui/staff/messages.ts';

export const listMessages = {
  title: 'First aid',
  one: 'entry',
  several: 'entries',
  empty: [
    'No first-aid entries yet.',
    'First aid that coaches record on the roster appears here for three years.',
  ],
  viewOff: hiddenMessage('First-aid entries are about children’s health'),
  search: 'Search by child',
  searchHint: 'Child’s name',
  parentInformed: 'Parent told',
  anyTold: 'Any',
  open: parentInformedMessages.open,
  isInformed: parentInformedMessages.parentInformed,
  place: 'Location',
  anyPlace: 'Any location',
  from: 'From',
  until: 'Until',
  all: 'All',
  child: 'Child',
  happenedAt: 'When',
  where: 'Where',
  injury: 'What happened',
  treatment: 'What was done',
  by: 'Recorded by',
  markInformed: parentInformedMessages.mark,
  markInformedOf: parentInformedMessages.markOf,
  informedAt: ({ parent_informed_at, parent_informed_by }: StaffFirstAidRow) =>
    parent_informed_at === null
      ? listMessages.open
      : [formatMoment(parent_informed_at), parent_informed_by].filter(Boolean).join(', '),
  failed: 'This was not saved. Please try again.',
} as const;
