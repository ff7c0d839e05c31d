/** Tests reports in words: totals, discrepancies, and the days that an address may contain. */
import { describe, expect, it } from 'vitest';
import {
  firstDayOf,
  lastWeeks,
  monthSpan,
  readSpan,
  spanFault,
  weeksOf,
} from '#features/staff/reports/period.ts';
import { today } from '#domain/dates.ts';
import { presentOwnHours } from '#features/staff/reports/hours.ts';
import { present } from '#features/staff/reports/present.ts';
import { cellText, cellValue, monthText, tickText, weekText } from '#features/staff/reports/messages.ts';

const span = { from: '2026-11-02', until: '2026-11-15' };
const reconciled = {
  ledger_cents: 9000,
  payments_cents: 10_000,
  refunds_cents: 1000,
  unlined_cents: 0,
  disputed_cents: 0,
  withdrawn_cents: 0,
  difference_cents: 0,
  books: null,
};
const week = (more: object) => ({
  week: '2026-11-02',
  offer_id: 'a',
  sold_cents: 10_000,
  refunded_cents: 0,
  lines: 1,
  ...more,
});

describe('the days of a report', () => {
  it('are short on an axis', () => {
    expect(monthText('2026-09')).toBe('Sep 2026');
    expect(weekText('2026-09-21')).toBe('21 Sep');
  });

  it('are taken from the address if they are valid, and otherwise are the last twelve weeks', () => {
    expect(readSpan('?from=2026-01-01&until=2026-01-31')).toEqual({
      from: '2026-01-01',
      until: '2026-01-31',
    });
    for (const search of [
      '',
      '?from=x&until=2026-01-31',
      '?from=2026-02-01&until=2026-01-31',
      '?from=2020-01-01&until=2026-01-31',
    ])
      expect(readSpan(search)).toEqual(lastWeeks(12));
    expect(spanFault({ from: '', until: '' })).toBe('no_day');
  });

  it('start on a Monday and include every week', () => {
    // A Sunday belongs to the week that started six days earlier.
    expect(lastWeeks(2, '2026-11-15')).toEqual({ from: '2026-11-02', until: '2026-11-15' });
    expect(weeksOf({ from: '2026-11-04', until: '2026-11-16' })).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
    ]);
  });
});

it('have whole months, whose first week begins with the month', () => {
  expect(monthSpan(0, '2026-11-15')).toEqual({ from: '2026-11-01', until: '2026-11-15' });
  expect(monthSpan(-1, '2026-03-01')).toEqual({ from: '2026-02-01', until: '2026-02-28' });
  // 1 November 2026 is a Sunday, so its week began in October.
  expect(firstDayOf('2026-10-26', monthSpan(0, '2026-11-15'))).toBe('2026-11-01');
  expect(firstDayOf('2026-11-02', monthSpan(0, '2026-11-15'))).toBe('2026-11-02');
});

describe('the revenue', () => {
  const offers = [{ id: 'a', title: 'Term', kind: 'pass' }];
  it('is the sales minus the refunds, with the same total in the table', () => {
    const weeks = [week({}), week({ week: '2026-11-09', sold_cents: 0, refunded_cents: 1000, lines: 0 })];
    const presentation = present('revenue', { weeks, offers, discounts: [], reconciled }, span);
    expect(presentation.headline).toBe('S$90 earned: S$100 sold, S$10 refunded.');
    expect(presentation.total?.at(-1)).toEqual({ cents: 9000 });
    expect(presentation.chart).toMatchObject({ series: [{ name: 'Term', values: [10_000, -1000] }] });
    expect(presentation.notes[0]).toMatch(/^Agrees with the ledger/);
  });

  it('has the discounts of each seller as separate lines, beside what was sold', () => {
    const discounts = [
      { seller: 'Aisha', orders: 2, cents: 3000 },
      { seller: null, orders: 1, cents: 500 },
    ];
    const { headline, columns, rows, total, notes } = present(
      'revenue',
      { weeks: [week({})], offers, discounts, reconciled: { ...reconciled, withdrawn_cents: 100 } },
      span,
    );
    expect(headline).toBe('S$99 earned: S$100 sold, S$0 refunded, S$1 taken by banks.');
    expect(columns[3]).toBe('Manual discounts');
    expect(rows.slice(1)).toEqual([
      [span.from, 'Manual discounts: Aisha, 2 orders', null, { cents: 3000 }, null, null, null],
      [span.from, 'Manual discounts: unknown seller, 1 order', null, { cents: 500 }, null, null, null],
      [span.from, 'Disputes: taken by banks', null, null, null, null, { cents: -100 }],
    ]);
    for (const row of [...rows, total]) expect(row).toHaveLength(columns.length);
    expect(total?.[3]).toEqual({ cents: 3500 });
    expect(notes.at(-1)).toBe(
      'Manual discounts at the desk: S$35 on 3 orders. They are already deducted from what was sold.',
    );
  });

  it('names discrepancies first, and charges that paid for nothing', () => {
    const odd = { ...reconciled, difference_cents: 50, unlined_cents: 77 };
    const { notes } = present('revenue', { weeks: [week({})], offers, discounts: [], reconciled: odd }, span);
    expect(notes[0]).toContain('differ from it by S$0.50');
    expect(notes[1]).toContain('S$0.77 of charges do not belong to a sale yet');
  });

  it('is drawn for the largest offers, and for the others together', () => {
    const weeks = ['a', 'b', 'c', 'd', 'e', 'f'].map((offer_id, index) =>
      week({ offer_id, sold_cents: 1000 * (index + 1) }),
    );
    const { chart } = present('revenue', { weeks, offers: [], discounts: [], reconciled }, span);
    expect(chart?.kind === 'weeks' && chart.series.map(({ name, values }) => [name, values[0]])).toEqual([
      ['f', 6000],
      ['e', 5000],
      ['d', 4000],
      ['c', 3000],
      ['Everything else', 3000],
    ]);
  });
});

it('the amounts that banks took back are a separate line, and not earned', () => {
  const lost = { ...reconciled, withdrawn_cents: 4000 };
  const revenue = present(
    'revenue',
    { weeks: [week({})], offers: [], discounts: [], reconciled: lost },
    span,
  );
  expect(revenue.headline).toBe('S$60 earned: S$100 sold, S$0 refunded, S$40 taken by banks.');
  expect(revenue.rows.at(-1)).toEqual([
    span.from,
    'Disputes: taken by banks',
    null,
    null,
    null,
    { cents: -4000 },
  ]);
  expect(revenue.total?.at(-1)).toEqual({ cents: 6000 });

  const cash = { method: 'cash', charges: 2, charged_cents: 10_000, refunds: 1, refunded_cents: 1000 };
  const disputes = { disputes: 1, withdrawn_cents: 4000 };
  const methods = present('methods', { methods: [cash], disputes, reconciled: lost }, span);
  expect(methods.headline).toBe('S$50 received: S$100 charged, S$10 refunded, S$40 taken by banks.');
  expect(methods.rows.map(([name, ...cells]) => [name, cells.at(-1)])).toEqual([
    ['Cash, at the desk', { cents: 9000 }],
    ['Disputes: taken by banks', { cents: -4000 }],
  ]);
  expect(methods.total?.at(-1)).toEqual({ cents: 5000 });
});

it('each step is compared with the families who completed the one before', () => {
  const steps = [
    { step: 'team_selection', visits: 10, also_before: 0 },
    { step: 'session_selection', visits: 8, also_before: 5 },
  ] as const;
  const { chart, rows } = present('steps', { stored_since: '2026-11-05', steps: [...steps] }, span);
  expect(chart?.kind === 'rows' && chart.rows[1]).toMatchObject({ value: 8, note: '50% went on' });
  expect(rows[1]).toEqual(['Chose a class', 8, 5, { percent: 50 }]);
});

it('a share that can still grow is not shown', () => {
  const month = { families: 4, days_30: 1, days_90: 2, days_180: 2 };
  const months = [
    { ...month, month: '2020-01', ended_at: '2020-02-01' },
    { ...month, month: '2099-01', ended_at: '2099-02-01' },
  ];
  const presentation = present('retention', { months }, span);
  expect(presentation.headline).toBe('50% of new families bought again within 90 days.');
  expect(presentation.rows[1]?.slice(2)).toEqual([null, null, null]);
});

it('the chance on a waitlist is computed from the finished entries', () => {
  const place = { name: 'Red A', is_class: true, joined: 10, offered: 5, enrolled: 3, waiting: 4 };
  expect(present('waitlists', { places: [place] }, span).rows[0]?.at(-1)).toEqual({ percent: 50 });
});

it('early birds, occupancy, refunds and GST have totals', () => {
  const rung = { offer_id: 'a', tier: 'spark', title: 'Spark', cents: 100, saved_cents: 5000 };
  const rungs = [
    { ...rung, rung_id: 'first', position: 1, places: 3 },
    { ...rung, rung_id: 'listed', position: null, places: 1, saved_cents: 0 },
  ];
  expect(present('early_bird', { rungs }, span).headline).toContain(
    '3 of 4 camp spots were sold at early-bird prices (75%)',
  );
  const classes = [{ week: '2026-11-02', class_type: 'Red A', sessions: 1, seats: 4, taken: 1 }];
  expect(present('fill', { classes, camps: [] }, span)).toMatchObject({
    headline: 'Classes 25% full.',
    chart: { series: [{ values: [25, 0] }] },
  });
  const weeks = [
    { week: '2026-11-02', reason: 'goodwill', refunds: 1, cents: 1500, failed: 1, failed_cents: 200 },
  ];
  expect(present('refunds', { weeks }, span).notes[0]).toContain('S$2');
  const months = [
    {
      month: '2026-11',
      number: 'M2',
      rate_basis_points: 900,
      supplied_cents: 10_900,
      refunded_cents: 0,
      gst_cents: 900,
    },
  ];
  expect(present('gst', { number: 'M2', months }, span).headline).toBe('S$9 of GST in S$109.');
});

describe('hours for pay', () => {
  const row = {
    month: '2026-10',
    coach: 'Ana',
    sessions: 2,
    session_minutes: 135,
    camp_days: 1,
    camp_minutes: 360,
  };
  const october = { from: '2026-10-01', until: '2026-10-31' };
  const months = [row, { ...row, coach: 'Ben', sessions: 1, session_minutes: 45 }, { ...row, coach: null }];

  it('add up sessions and camp days, and name those that nobody held', () => {
    const presentation = present('hours', { months }, october);
    expect(presentation.headline).toBe('15 hours coached by 2 coaches.');
    expect(presentation.notes.at(-1)).toContain('8.25 hours took place without a coach,');
    expect(presentation.rows[0]).toEqual(['Ana', 'Oct 2026', 8.25, 2, 2.25, 1, 6]);
    expect(presentation.total).toEqual(['Total', '', 23.25, 5, 5.25, 3, 18]);
    expect(presentation.chart).toMatchObject({ rows: [{ name: 'Ana', value: 8.25 }, { value: 6.75 }] });
  });

  it('say if the chosen days cut a month', () => {
    const notes = (days: typeof october) => presentOwnHours({ months: [row] }, days).notes.length;
    expect(notes(october)).toBe(1);
    expect(notes({ from: '2026-10-05', until: '2026-10-31' })).toBe(2);
    expect(notes({ from: '2026-10-01', until: '2026-10-30' })).toBe(2);
    // The current month counts as whole until today.
    expect(notes({ from: '2026-10-01', until: today() })).toBe(1);
  });
});

it('have texts as cells on the screen and numbers in a file', () => {
  expect([cellText({ cents: -150 }), cellText({ percent: null }), cellText(1234)]).toEqual([
    '−S$1.50',
    '–',
    '1,234',
  ]);
  expect([cellValue({ cents: 150 }), cellValue({ percent: 12.5 }), cellValue('a')]).toEqual([1.5, 12.5, 'a']);
  expect(tickText(2_000_000, 'money')).toBe('S$20k');
});
