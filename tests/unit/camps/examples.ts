import type { CampDate, Tier } from '../../../src/features/camps/model.ts';

/** A Spark camp at Orchard with half of its places, and the package it belongs to. */
export const camp = (change: Partial<CampDate> = {}): CampDate => ({
  id: 'camp',
  tier: 'spark',
  start: '2026-12-07',
  end: '2026-12-09',
  base: 'orchard-central',
  place: 'Orchard Central',
  priceCents: 54_900,
  rung: 'second',
  rungLeft: 4,
  capacity: 20,
  taken: 10,
  from: '08:30',
  until: '17:00',
  minAge: 7,
  maxAge: 12,
  ...change,
});

export const tier = (change: Partial<Tier> = {}): Tier => ({
  tier: 'spark',
  name: 'Spark Camp',
  days: 3,
  listedCents: 59_000,
  rungs: [
    { id: 'first', name: 'First early bird', priceCents: 49_000, deadline: '', places: 5, closed: true },
    { id: 'second', name: 'Second early bird', priceCents: 54_900, deadline: '', places: 10, closed: false },
  ],
  bases: ['orchard-central', 'east-coast', 'bishan'],
  ...change,
});
