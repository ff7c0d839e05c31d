import { describe, expect, it } from 'vitest';
import {
  datesAt,
  datesOfTier,
  daysOf,
  fillOf,
  firstBase,
  cheapest,
  isBookable,
  campsStarting,
  shownStart,
  weeksOf,
  withCamp,
  withLivePrices,
} from '#domain/camp.ts';
import { describeRungs, savingOf } from '#domain/camp-price.ts';
import { spotsOf } from '#domain/spots.ts';
import { camp, tier } from '../../unit/camps/examples.ts';

const now = new Date('2026-11-22T01:00:00Z');

describe('the number of days of a camp', () => {
  it('includes the first and the last', () => {
    expect(daysOf('2026-12-07', '2026-12-09')).toBe(3);
    expect(daysOf('2026-12-28', '2027-01-01')).toBe(5);
  });
});

describe('the next camp date', () => {
  const starts = ['2026-12-14', '2026-12-07'];
  it('is today’s camp until 17:00 in Singapore', () => {
    expect(shownStart(starts, new Date('2026-12-07T08:59:59Z'))).toBe('2026-12-07');
  });
  it('is the following one from 17:00', () => {
    expect(shownStart(starts, new Date('2026-12-07T09:00:00Z'))).toBe('2026-12-14');
  });
  it('is null once all camps have started', () => {
    expect(shownStart(starts, new Date('2026-12-15T00:00:00Z'))).toBeNull();
  });
});

describe('the dates of a package', () => {
  const ids = (camps: { id: string }[]) => camps.map(({ id }) => id);
  it('match its tier, its length and its bases', () => {
    const camps = [
      camp({ id: 'fits' }),
      camp({ id: 'tier', tier: 'ignite' }),
      camp({ id: 'long', end: '2026-12-11' }),
      camp({ id: 'elsewhere', base: 'sentosa' }),
    ];
    expect(ids(datesOfTier(camps, tier(), '2026-11-22'))).toEqual(['fits']);
  });
  it('start today or later, in order', () => {
    const camps = [
      camp({ id: 'later', start: '2026-12-14', end: '2026-12-16' }),
      camp({ id: 'today' }),
      camp({ id: 'gone', start: '2026-11-30', end: '2026-12-02' }),
    ];
    expect(ids(datesOfTier(camps, tier(), '2026-12-07'))).toEqual(['today', 'later']);
  });
  it('have one camp per base', () => {
    const camps = [camp({ id: 'one' }), camp({ id: 'twin' }), camp({ id: 'east', base: 'east-coast' })];
    expect(ids(datesOfTier(camps, tier(), '2026-11-22'))).toEqual(['one', 'east']);
    expect(ids(datesAt(datesOfTier(camps, tier(), '2026-11-22'), 'east-coast'))).toEqual(['east']);
  });
  it('start at the first base with a camp', () => {
    expect(firstBase([camp({ base: 'east-coast' })], tier())).toBe('east-coast');
    expect(firstBase([], tier())).toBe('orchard-central');
  });
  it('are grouped into weeks, each once', () => {
    const camps = [camp({ start: '2026-12-14' }), camp({}), camp({ base: 'east-coast' })];
    expect(weeksOf(camps)).toEqual(['2026-12-07', '2026-12-14']);
  });
  it('can be filtered by week and base', () => {
    const dates = [
      camp({ id: 'one' }),
      camp({ id: 'east', base: 'east-coast' }),
      camp({ start: '2026-12-14' }),
    ];
    expect(ids(campsStarting(dates, '2026-12-07'))).toEqual(['one', 'east']);
    expect(ids(campsStarting(dates, '2026-12-07', 'east-coast'))).toEqual(['east']);
    expect(campsStarting(dates, '2026-12-21')).toEqual([]);
  });
});

describe('the rungs of a camp', () => {
  const words = (states: { state: string; left: number | null }[]) =>
    states.map(({ state, left }) => (left === null ? state : `${state} ${left}`));
  it('have the state of this camp in the database', () => {
    expect(words(describeRungs(tier(), camp({ rung: 'second', rungLeft: 2 }), now))).toEqual([
      'gone',
      'now 2',
      'later',
    ]);
    expect(words(describeRungs(tier(), camp({ rung: 'listed', rungLeft: null }), now))).toEqual([
      'gone',
      'gone',
      'now',
    ]);
  });
  it('have the state of the content if there is no camp', () => {
    expect(words(describeRungs(tier(), null, now))).toEqual(['gone', 'now', 'later']);
  });
  it('have ended, instead of sold out, after their deadline', () => {
    const rungs = tier().rungs.slice(0, 1);
    const deadline = '2026-11-22T00:59:59Z';
    const ended = tier({ rungs: rungs.map((rung) => ({ ...rung, closed: false, deadline })) });
    expect(words(describeRungs(ended, null, now))).toEqual(['ended', 'now']);
    expect(words(describeRungs(ended, null, new Date('2026-11-22T00:59:58Z')))).toEqual(['now', 'later']);
  });
  it('show no number of spots if they are unlimited', () => {
    const endless = tier({ rungs: tier().rungs.map((rung) => ({ ...rung, places: null })) });
    expect(words(describeRungs(endless, camp({ rungLeft: 3 }), now))).toEqual(['gone', 'now', 'later']);
  });
});

describe('the price of a package', () => {
  it('without a date is the lowest that can be booked', () => {
    const full = camp({ id: 'full', priceCents: 49_000, taken: 20 });
    const dear = camp({ id: 'dear', priceCents: 59_000 });
    expect(cheapest([full, dear, camp({ id: 'now' })])?.id).toBe('now');
    expect(cheapest([full])?.id).toBe('full');
    expect(cheapest([camp({ priceCents: null })])).toBeNull();
  });
  it('has a saving against the listed one that is never negative', () => {
    expect(savingOf(tier(), camp())).toBe(4_100);
    expect(savingOf(tier(), camp({ priceCents: 60_000 }))).toBe(0);
  });
});

describe('the spots of a camp', () => {
  it.each([
    [0, 'full'],
    [1, 'last'],
    [2, 'last'],
    [3, 'few'],
    [4, 'few'],
    [5, 'open'],
  ])('with %i left are “%s”', (spotsLeft, state) => {
    expect(spotsOf(spotsLeft)).toBe(state);
  });
  it('fill the bar by all camps together', () => {
    const camps = [camp({ taken: 18 }), camp({ capacity: 10, taken: 2 })];
    expect(fillOf(camps, 'spark', 'real')).toBe(67);
    expect(fillOf([camp({ taken: 25 })], 'spark', 'real')).toBe(100);
    expect(fillOf([camp({ capacity: 0, taken: 0 })], 'spark', 'real')).toBeNull();
  });
  it('fill the bar by the specification only in simulated mode', () => {
    const fills = (['spark', 'ignite', 'epic'] as const).map((id) => fillOf([camp()], id, 'simulated'));
    expect(fills).toEqual([90, 50, 33]);
    expect(fillOf([camp()], 'spark', 'off')).toBeNull();
    expect(fillOf([], 'spark', 'simulated')).toBeNull();
  });
  it('can be booked only with a price and a free spot', () => {
    expect(isBookable(camp())).toBe(true);
    expect(isBookable(camp({ priceCents: null }))).toBe(false);
    expect(isBookable(camp({ taken: 20 }))).toBe(false);
  });
});

describe('an update of live prices', () => {
  it('sets price, rung and spots, and removes camps that are off sale', () => {
    const live = {
      camp_id: 'one',
      price_cents: 59_000,
      rung_id: 'listed',
      rung_places_left: null,
      spots_left: 1,
    };
    expect(withLivePrices([camp({ id: 'one' }), camp({ id: 'gone' })], [live])).toEqual([
      camp({ id: 'one', priceCents: 59_000, rung: 'listed', rungLeft: null, taken: 19 }),
    ]);
  });
});

describe('a camp that was read again', () => {
  const camps = [camp({ id: 'one' }), camp({ id: 'two' })];
  it('replaces its earlier state', () => {
    const full = camp({ id: 'one', taken: 20 });
    expect(withCamp(camps, 'one', full)).toEqual([full, camps[1]]);
  });
  it('is removed if it is no longer on sale', () => {
    expect(withCamp(camps, 'one', null)).toEqual([camps[1]]);
  });
});
