import { plural } from '#contract/plural.ts';

export const evacuationWords = {
  open: 'Evacuation list',
  title: 'Evacuation list',
  lead: 'Everybody who is here now. Tick each child you can see. It works without a network.',
  found: (found: number, all: number) => `${found} of ${all} found`,
  all: (all: number) => `All ${plural(all, 'child', 'children')} found`,
  nobody: 'Nobody is checked in now.',
  unclear: 'two devices differ: may be here',
  here: (count: number) => `${count} here`,
  again: 'Clear all ticks',
} as const;
