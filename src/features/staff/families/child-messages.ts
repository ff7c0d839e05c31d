import type { CollectionSummary, LevelChange } from '#contract/family-child.ts';
import type { StaffFirstAidRow } from '#contract/first-aid.ts';
import { plural } from '#contract/plural.ts';
import { dayOf } from '#domain/day-of.ts';
import { formatMoment } from '#domain/dates.ts';
import { parentInformedMessages } from '#ui/staff/messages.ts';

/** A missing answer is never shown as a no. */
export const collectionMessages = {
  blockedTag: (count: number) => `${plural(count, 'person', 'people')} must never collect`,
  alone: 'Going home alone',
  goingAlone: ({ going_alone, may_go_alone, alone_from_age, ...decision }: CollectionSummary): string => {
    if (decision.decided_at === null) return 'No answer yet. Hand the child to an adult.';
    const by = `${decision.decided_by ?? 'a former parent'}, ${dayOf(decision.decided_at)}`;
    if (going_alone === 'allowed') return `May go home alone (${by}).`;
    return may_go_alone
      ? `Too young to go home alone: allowed from age ${alone_from_age} (${by}).`
      : `May not go home alone (${by}).`;
  },
  blocked: 'Must never collect',
  blockedNotSaid: 'No answer yet: the family has not named anybody.',
} as const;

export const firstAidMessages = {
  read: 'First aid',
  readOf: (name: string) => `First aid given to ${name}`,
  nothing: 'We have not recorded any first aid for this child.',
  entryTitle: ({ happened_at, title, location }: StaffFirstAidRow) =>
    `${formatMoment(happened_at)} · ${title}, ${location}`,
  entry: ({ injury, treatment, written_by, ...informed }: StaffFirstAidRow) =>
    [
      injury,
      treatment,
      informed.parent_informed_at === null
        ? parentInformedMessages.open
        : `${parentInformedMessages.parentInformed}: ${[formatMoment(informed.parent_informed_at), informed.parent_informed_by].filter(Boolean).join(', ')}`,
      `Recorded by ${written_by ?? 'a former colleague'}`,
    ].join('\n'),
} as const;

export const levelMessages = {
  title: (count: number) => `Level history (${count})`,
  change: ({ before, level }: LevelChange) =>
    before === level ? `Level ${level}, unchanged` : `Level ${before} to ${level}`,
  who: ({ at, who }: LevelChange) => `${dayOf(at)} · ${who ?? 'a former colleague'}`,
  note: (text: string) => `“${text}”`,
} as const;
