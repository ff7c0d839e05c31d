/** Example offers, camps, sessions and locations, about which the chat assistant answers in the tests. */
import type { World } from '#features/chat/assistant/facts/world.ts';

const camp = (
  id: string,
  tier: 'spark' | 'ignite' | 'epic',
  start: string,
  end: string,
  base: string,
  place: string,
) => ({
  id,
  tier,
  start,
  end,
  base,
  place,
  rung: 'second',
  rungLeft: 3,
  from: '08:30',
  until: '17:00',
  minAge: 7,
  maxAge: tier === 'epic' ? 13 : 12,
});
const session = (date: string, time: string, team: 'white' | 'red', spots: number) => ({
  session_id: crypto.randomUUID(),
  class_type_id: crypto.randomUUID(),
  session_date: date,
  session_time: time,
  available_spots: spots,
  class_type: team,
  team,
  location_name: 'Somerset Skate Park',
  coach_name: null,
});
const cancellationRule =
  'Cancel 14 days or more before the first day and get all of your money back; 7 to 13 days before, half of it.';
const tier = (id: string, title: string, price_cents: number, max_age: number) => ({
  id: `tier-${id}`,
  kind: 'camp_tier',
  title,
  price_cents,
  cancellation: cancellationRule,
  details: {
    tier: id,
    min_age: 7,
    max_age,
    sibling_rebate: { cents: 5000 },
    transport: [{ title: 'Door to door', price_cents: id === 'spark' ? 6000 : 10_000 }],
  },
});
const pass = (
  id: string,
  title: string,
  price_cents: number,
  checkout_type: string,
  sessions: number,
  validity_days: number,
  renews = false,
) => ({
  id,
  kind: 'pass',
  title,
  price_cents,
  cancellation: `Rule of ${title}.`,
  details: { checkout_type, sessions, validity_days, renews, min_age: 5, max_age: 12 },
});

export const world: World = {
  offers: [
    pass('pass-tryout', 'Try-Out', 3800, 'try-out', 1, 14),
    pass('pass-flexi', 'Flexi', 16_700, 'flexi-pass', 4, 28, true),
    pass('pass-term', 'Term', 69_700, 'term-pass', 18, 130),
    tier('spark', 'Spark Camp', 59_000, 12),
    tier('ignite', 'Ignite Camp', 89_000, 12),
    tier('epic', 'EPIC Camp', 129_000, 13),
    {
      id: 'birthday-skate',
      kind: 'birthday_package',
      title: 'Skate Party',
      price_cents: 48_000,
      cancellation: 'Cancel within 14 days of paying.',
      details: { guests: 10, minutes: 120 },
    },
  ],
  camps: [
    {
      ...camp('a', 'spark', '2026-12-07', '2026-12-09', 'bishan', 'Bishan'),
      priceCents: 54_900,
      capacity: 10,
      taken: 4,
    },
    {
      ...camp('b', 'spark', '2026-12-14', '2026-12-16', 'east-coast', 'East Coast'),
      priceCents: 54_900,
      capacity: 20,
      taken: 8,
    },
    {
      ...camp('c', 'epic', '2026-12-14', '2026-12-18', 'orchard-central', 'Orchard'),
      priceCents: 99_000,
      capacity: 10,
      taken: 10,
    },
  ],
  sessions: [
    session('2026-11-28', '10:30', 'red', 2),
    session('2026-11-28', '10:30', 'white', 1),
    session('2026-11-29', '09:00', 'red', 0),
  ],
  places: [
    {
      base: 'bishan',
      name: 'Bishan',
      short: 'Bishan',
      address: 'Bishan-Ang Mo Kio Park, Singapore',
    },
    {
      base: 'somerset',
      name: 'Somerset Skate Park',
      short: 'Somerset',
      address: 'Somerset Skate Park, 1 Somerset Road, Singapore',
    },
  ],
};
