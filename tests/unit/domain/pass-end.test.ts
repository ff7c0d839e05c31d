import { expect, it } from 'vitest';
import { passEnd, passEnds, renewals } from '../../../supabase/functions/_shared/contract/pass-end.ts';

const term = { renews: false, price_cents: 69_700, sessions: 18, validity_days: 130 };
const flexi = { renews: true, price_cents: 16_700, sessions: 4, validity_days: null };
const camp = { renews: false, price_cents: 59_000, sessions: null, validity_days: null };

it.each([
  [{ ...flexi, priceCents: 16_700, validityDays: null }, 'Renews every 4 weeks, S$167, stop any time'],
  [
    { ...term, priceCents: 69_700, validityDays: 130 },
    'Paid once, nothing renews. Unused sessions end after 130 days',
  ],
  [{ ...term, priceCents: 4_500, sessions: 1, validityDays: 14 }, 'Paid once, nothing renews'],
  [{ ...term, priceCents: 69_700, validityDays: null }, 'Paid once, nothing renews'],
])('what becomes of a pass %#', (terms, words) => {
  expect(passEnd(terms)).toBe(words);
});

it('an order says each end once, and what is charged again by itself', () => {
  expect(passEnds([camp, flexi, flexi, term])).toEqual([
    'Renews every 4 weeks, S$167, stop any time',
    'Paid once, nothing renews. Unused sessions end after 130 days',
  ]);
  expect(renewals([camp, term])).toEqual([]);
  expect(renewals([term, flexi])).toEqual(['Renews every 4 weeks, S$167, stop any time']);
});
