/** Tests the form of a promotion code, and its terms in words. */
import { expect, test } from 'vitest';
import type { StaffPromotion } from '#contract/management-promotions.ts';
import {
  changeText,
  datesMessage,
  limitsMessage,
  offMessage,
  productsMessage,
} from '#features/staff/promotions/messages.ts';
import {
  bodyOf,
  emptyCode,
  faultsOf,
  fieldOf,
  noChoices,
  partsOf,
  valuesOf,
  withChosen,
} from '#features/staff/promotions/model.ts';

const row: StaffPromotion = {
  promotion_id: 'a',
  code: 'REEF-10',
  campaign: null,
  percent: null,
  cents: 2550,
  kinds: ['pass', 'camp_tier'],
  tiers: null,
  offers: null,
  locations: null,
  minimum_cents: 10_000,
  uses_max: 5,
  uses_per_family_max: 1,
  valid_from: '2026-12-01T00:00:00+08:00',
  valid_until: '2026-12-25T00:00:00+08:00',
  state: 'running',
  active: false,
  created_at: '2026-11-01T00:00:00Z',
  created_by: null,
  seen: '2026-11-02T00:00:00.123456+00:00',
  used: 0,
  left: 5,
  discount_cents: 0,
  revenue_cents: 0,
};

test('a code that is opened and saved unchanged is sent as it was', () => {
  const {
    code,
    percent,
    cents,
    kinds,
    tiers,
    offers,
    locations,
    minimum_cents,
    uses_max,
    uses_per_family_max,
  } = row;
  const { valid_from, valid_until, active, seen } = row;
  expect(bodyOf(valuesOf(row), row)).toEqual({
    code,
    campaign: null,
    percent,
    cents,
    kinds,
    tiers,
    offers,
    locations,
    minimum_cents,
    uses_max,
    uses_per_family_max,
    valid_from,
    valid_until,
    active,
    seen,
  });
  // An end at a certain minute, set in SQL, stays unless its day is changed.
  const oddRow = { ...row, valid_until: '2026-12-24T18:30:00+08:00' };
  expect(valuesOf(oddRow)['until']).toBe('2026-12-24');
  expect(bodyOf(valuesOf(oddRow), oddRow).valid_until).toBe(oddRow.valid_until);
});

test('a code for one product keeps it, also if it is off sale or the list could not be read', () => {
  const limited = { ...row, offers: [{ id: 'party.june', name: 'June party' }] };
  expect(bodyOf(valuesOf(limited), limited).offers).toEqual(['party.june']);
  expect(bodyOf({ ...valuesOf(limited), 'offers.party.june': '' }, limited).offers).toBeNull();
  const labels = partsOf(withChosen(noChoices, limited)).flatMap(({ fields }) =>
    fields.map(({ label }) => label),
  );
  expect(labels).toContain('June party');
  expect(fieldOf('offers')).toBe('kinds.pass');
});

test('the last day counts in full', () => {
  const typed = { ...emptyCode, code: ' sun ', amount: '20', from: '2026-12-01', until: '2026-12-24' };
  expect(bodyOf(typed, null)).toMatchObject({
    code: 'SUN',
    percent: 20,
    cents: null,
    kinds: null,
    valid_from: '2026-12-01T00:00:00+08:00',
    valid_until: '2026-12-25T00:00:00+08:00',
    active: true,
    seen: null,
  });
});

test.each([
  [{ amount: '101' }, { amount: { kind: 'out_of_range', least: 1, most: 100 } }],
  [{ amount: '7.5' }, { amount: { kind: 'out_of_range', least: 1, most: 100 } }],
  [{ unit: 'dollars', amount: '10001' }, { amount: { kind: 'out_of_range', least: 0.01, most: 10_000 } }],
  [{ unit: 'dollars', amount: '7.505' }, { amount: { kind: 'out_of_range', least: 0.01, most: 10_000 } }],
  [{ unit: 'dollars', amount: '7.50' }, {}],
  [{ uses_max: '0' }, { uses_max: { kind: 'out_of_range', least: 1, most: 1_000_000 } }],
  [{ minimum: '-1' }, { minimum: { kind: 'out_of_range', least: 0, most: 10_000 } }],
  [{ from: '2099-12-02', until: '2099-12-01' }, { until: { kind: 'day_over' } }],
  [{ from: '2099-12-01', until: '2099-12-01' }, {}],
])('the form checks %j', (typed, faults) =>
  expect(faultsOf({ ...emptyCode, code: 'SUN', amount: '20', ...typed })).toEqual(faults),
);

test('a refused field of the database is a field of the form', () =>
  expect(['code', 'percent', 'cents', 'valid_until', 'kinds[0]', 'seen'].map(fieldOf)).toEqual([
    'code',
    'amount',
    'amount',
    'until',
    'kinds.pass',
    null,
  ]));

test('the terms and changes of a code are described in words', () => {
  expect(offMessage(row)).toBe('S$25.50 once per order');
  expect(productsMessage(row)).toBe('Passes, Camps');
  expect(productsMessage({ ...row, kinds: null, tiers: ['spark'] })).toBe('Spark camps');
  expect(productsMessage({ ...row, offers: [{ id: 'pass-flexi', name: 'Flexi' }] })).toBe('Only Flexi');
  expect(productsMessage({ ...row, tiers: ['spark'], locations: [{ id: 'b', name: 'Bishan' }] })).toBe(
    'Spark camps, at Bishan',
  );
  expect(limitsMessage(row)).toBe('5 orders in all, 1 per family, from S$100');
  expect(datesMessage(row)).toBe('Tue 1 Dec 2026 – Thu 24 Dec 2026');
  expect(datesMessage({ ...row, valid_from: null, valid_until: null })).toBe('No dates');
  expect(
    changeText({
      at: '',
      who: null,
      action: 'update',
      before: { cents: 500, active: true, uses_max: null },
      after: { cents: 2550, active: false, uses_max: 5 },
    }),
  ).toBe('amount S$5 → S$25.50, running yes → no, limit for all none → 5');
});
