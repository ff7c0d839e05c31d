import type { Camp } from '#contract/camps.ts';
import type { CampDate, Tier } from '#domain/camp.ts';

/** A half-booked Spark camp at Orchard. Its package is below. */
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
  offerId: 'tier-spark',
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

/** The same camp as a database row, with twelve spots taken. */
export const row = (change: Partial<Camp> = {}): Camp => ({
  id: '0b0e7c9a-0a3a-4a52-9d8c-5a1f7a7c1d11',
  name: 'Spark Orchard',
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  price: 549,
  team_type: 'red',
  location: 'Orchard Central',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  capacity: 20,
  current_enrollments: 12,
  is_active: true,
  tier: 'spark',
  team_types: ['red'],
  location_id: '7b0e7c9a-0a3a-4a52-9d8c-5a1f7a7c1d12',
  base: 'orchard-central',
  days: 3,
  price_cents: 54_900,
  rung_id: 'second',
  rung_places_left: 4,
  extended_day: true,
  extended_time_start: '08:30:00',
  extended_time_end: '17:00:00',
  min_age: 7,
  max_age: 12,
  cancelled_at: null,
  ...change,
});
