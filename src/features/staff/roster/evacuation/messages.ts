import { plural } from '#contract/plural.ts';
import { formatHours } from '#domain/dates.ts';
import type { RosterEntry } from '../model.ts';

export const evacuationMessages = {
  open: 'Evacuation list',
  title: 'Evacuation list',
  lead: 'This list shows everybody who is here now. Tick each child you can see. It works without a network.',
  found: (foundCount: number, total: number) => `${foundCount} of ${total} found`,
  all: (total: number) => `All ${plural(total, 'child', 'children')} found`,
  nobody: 'No children are checked in now.',
  unclear: 'recorded differently on two devices: may be here',
  /** The text includes the hours, because a base may have the same class several times a day. */
  place: ({ class_type, location, starts_at, ends_at }: RosterEntry, count: number) =>
    `${class_type}, ${location}, ${formatHours(starts_at, ends_at)} · ${count} here`,
  clearTicks: 'Clear all ticks',
} as const;
