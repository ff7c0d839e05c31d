import { expect, it } from 'vitest';
import { offerEnd, passEnd, passEnds, renewalsAgreed } from '#contract/pass-end.ts';

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
])('the text says how a pass ends or renews (case %#)', (terms, words) => {
  expect(passEnd(terms)).toBe(words);
});

it.each([
  [{ renews: true, sessions: 4 }, 'Renews every 4 weeks, S$167, stop any time'],
  [{ sessions: 4, validity_days: 28 }, 'Paid once, nothing renews. Unused sessions end after 28 days'],
  [{}, 'Paid once, nothing renews'],
])('the text says how an offer with %j ends or renews', (details, words) => {
  expect(offerEnd({ price_cents: 16_700, details })).toBe(words);
});

it('the list has each end of an order once, and none for a camp', () => {
  expect(passEnds([camp, flexi, flexi, term])).toEqual([
    'Renews every 4 weeks, S$167, stop any time',
    'Paid once, nothing renews. Unused sessions end after 130 days',
  ]);
  expect(passEnds([camp])).toEqual([]);
});

it('the consent to renewals is worded in whole sentences, for one pass or several', () => {
  expect(renewalsAgreed([camp, term])).toEqual([]);
  expect(renewalsAgreed([flexi, term])).toEqual([
    'My pass renews every 4 weeks for S$167 by card until I stop it.',
  ]);
  expect(renewalsAgreed([flexi, flexi, { ...flexi, price_cents: 9_900 }])).toEqual([
    'Each pass of S$167 renews every 4 weeks by card until I stop it.',
    'Each pass of S$99 renews every 4 weeks by card until I stop it.',
  ]);
});
