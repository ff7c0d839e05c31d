import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import {
  dueAt,
  isShowing,
  plannedProblem,
  plannedRemark,
  priceAt,
  showingProblem,
  showingRemark,
} from '#contract/selling-rules/planned.ts';
import { codeMoments, momentsOf, monthOf, releaseMoments } from '#studio/plan/planned-moments.ts';
import { effectsOf, jumpText } from '#studio/publishing/price-effects.ts';
import { DATE_FORMAT } from '#studio/schemaTypes/time-fields.ts';
import { announcementProblem, announcementRemark } from '#studio/schemaTypes/rules/announcement.ts';
import { restoreText } from '#studio/publishing/restore.ts';
import { takeOver } from '#studio/sale/prefill.ts';
import { isOpen } from '#studio/review/requests.ts';

const friday = '2026-12-04T00:00:00+08:00';
const monday = '2026-12-06T16:00:00.000Z';

describe('content with start and end is shown or hidden', () => {
  test.each([
    [null, '2020-01-01T00:00:00Z', true],
    [{}, '2020-01-01T00:00:00Z', true],
    // The site fills a missing time with an empty text.
    [{ from: '', until: '' }, '2020-01-01T00:00:00Z', true],
    [{ from: friday }, '2026-12-03T15:59:59.999Z', false],
    [{ from: friday }, '2026-12-03T16:00:00Z', true],
    [{ until: monday }, '2026-12-06T23:59:59.999+08:00', true],
    [{ until: monday }, '2026-12-07T00:00:00+08:00', false],
    [{ from: friday, until: monday }, '2026-12-05T12:00:00+08:00', true],
  ])('%j at %s: %s', (showing, now, shown) => expect(isShowing(showing, new Date(now))).toBe(shown));

  test('and gets a message if its end is before its beginning or has passed', () => {
    expect(showingProblem({ from: monday, until: friday })).toMatch(/after “From”/);
    expect(showingProblem({ from: friday, until: monday })).toBeNull();
    expect(showingRemark({ until: friday }, new Date(monday))).toMatch(/has passed/);
    expect(showingRemark({ until: monday }, new Date(friday))).toBeNull();
  });
});

test('Studio shows a moment in Singapore time, wherever its user is, and reads the same moment back', () => {
  // The format functions are those of Studio's own form.
  const ofStudio = createRequire(new URL('../../../studio/package.json', import.meta.url));
  const { format, parse } = ofStudio('@sanity/util/legacyDateFormat') as {
    format: (date: Date, form: string, options: { timeZone: string }) => string;
    parse: (text: string, form: string, timeZone: string) => { date?: Date };
  };
  const [form, timeZone] = [`${DATE_FORMAT} HH:mm`, 'Asia/Singapore'];
  const zone = process.env['TZ'];
  for (const away of ['UTC', 'America/New_York', 'Asia/Singapore', 'Pacific/Auckland']) {
    process.env['TZ'] = away;
    for (const month of [
      '2026-12-31T16:00:00.000Z',
      '2027-06-30T16:00:00.000Z',
      '2027-01-31T15:59:00.000Z',
    ]) {
      const shown = format(new Date(month), form, { timeZone });
      expect(shown.slice(0, 10), away).toBe(new Date(month).toLocaleDateString('sv-SE', { timeZone }));
      expect(parse(shown, form, timeZone).date?.toISOString(), away).toBe(month);
    }
  }
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('a planned price', () => {
  const document = { price: 490, plannedPrices: [{ from: friday, price: 590 }] };
  test('applies from its moment on', () => {
    expect(priceAt(document, new Date('2026-12-03T15:59:59Z'))).toBe(490);
    expect(priceAt(document, new Date(friday))).toBe(590);
    expect(
      dueAt(
        {
          plannedPrices: [
            { from: monday, price: 1 },
            { from: friday, price: 2 },
          ],
        },
        new Date(monday),
      )?.price,
    ).toBe(1);
  });
  test.each([
    [{ plannedPrices: [{ from: friday, price: 0 }] }, /more than S\$0/],
    [
      {
        plannedPrices: [
          { from: monday, price: 5 },
          { from: friday, price: 6 },
        ],
      },
      /Order the prices by time/,
    ],
    [{ ...document, rungs: [{ price: 590 }] }, /not above the early-bird rung at S\$590/],
    [{ ...document, siblingRebate: { amount: 590 } }, /not above the sibling rebate/],
    [document, null],
    // An editor is still typing this row.
    [{ plannedPrices: [{ from: friday }, {}] }, null],
  ])('%#: is refused with a reason, or accepted', (planned, reason) => {
    if (reason) expect(plannedProblem(planned)).toMatch(reason);
    else expect(plannedProblem(planned)).toBeNull();
  });
  test('whose moment has come is shown beside the price that it replaces', () => {
    expect(plannedRemark(document, new Date(monday))).toContain('S$590');
    expect(plannedRemark({ ...document, price: 590 }, new Date(monday))).toBeNull();
  });
});

test('the plan lists what begins and ends in the order of time, with the field that decides it', () => {
  const moments = momentsOf([
    {
      _id: 'tier-spark',
      _type: 'campTier',
      title: 'Spark',
      rungs: [{ name: 'First', price: 490, deadline: monday }],
    },
    { _id: 'pass-flexi', _type: 'pass', title: 'Flexi', plannedPrices: [{ from: friday, price: 590 }] },
    {
      _id: 'homePage',
      _type: 'homePage',
      sections: [{ _key: 'a', heading: 'June', showing: { from: friday } }],
    },
    {
      _id: 'page-june',
      _type: 'page',
      title: 'June',
      showing: { from: friday },
      blocks: [
        { _key: 'b', heading: 'Book', showing: { until: monday } },
        { _key: 'c', heading: 'Sale', ends: monday },
        { _key: 'd' },
      ],
    },
    { _id: 'x', _type: 'popup', title: 'Sale', showing: { from: 'soon' } },
  ]);
  expect(moments.map(({ what, field }) => [what, field?.path])).toEqual([
    ['Flexi costs S$590', 'plannedPrices'],
    ['Untitled, section “June” appears', 'sections[_key=="a"].showing'],
    ['“June” appears', 'showing'],
    ['Spark: early bird “First” at S$490 ends', 'rungs'],
    ['June, section “Book” disappears', 'blocks[_key=="b"].showing'],
    ['June, countdown “Sale” ends', 'blocks[_key=="c"].until'],
  ]);
  expect(monthOf('2026-12-31T16:00:00Z', 'Asia/Singapore')).toBe('2027-01');
});

describe('an announcement', () => {
  const announcement = { text: 'Bring a friend.', showing: { from: friday, until: monday } };
  const on = { announcement: { ...announcement, shown: true } };
  const off = { announcement: { ...announcement, shown: false } };
  const planned = (document: object) => momentsOf([{ _id: 'a', _type: 'a', ...document }]).length;

  test('that is switched off is not in the plan, and a warning says that its times change nothing', () => {
    expect([planned(on), planned(off), planned({ announcement })]).toEqual([2, 0, 0]);
    expect(announcementRemark(on)).toBeNull();
    expect(announcementRemark(off)).toMatch(/switched off/);
    expect(announcementRemark({ announcement: { shown: false } })).toBeNull();
    expect(announcementRemark({})).toBeNull();
  });

  test('of a page with another bar is not in the plan, and may be without text', () => {
    const wordless = { announcement: { ...on.announcement, text: ' ' } };
    for (const bar of ['site', 'none']) {
      expect(planned({ ...on, bar })).toBe(0);
      expect(announcementRemark({ ...off, bar })).toBeNull();
      expect(announcementProblem({ ...wordless, bar })).toBeNull();
    }
    expect(planned({ ...on, bar: 'own' })).toBe(2);
    expect(announcementProblem({ ...wordless, bar: 'own' })).toMatch(/Write what the bar says/);
    expect(announcementProblem({ announcement: { shown: false } })).toBeNull();
  });
});

test('the plan also has promotion codes, scheduled drafts and releases', () => {
  const code = { code: 'JUNE10', campaign: 'June', from: null, until: monday };
  expect(codeMoments([code])).toEqual([
    { at: monday, type: 'code', what: 'The promotion code JUNE10 (June) ends' },
  ]);
  const document = { _id: 'versions.rA.pass-flexi', _type: 'pass', title: 'Flexi' };
  const release = { name: 'rA', title: 'June sale', at: friday, documents: [document, document] };
  expect(
    releaseMoments([
      { ...release, isOfOne: true },
      { ...release, isOfOne: false },
      { ...release, isOfOne: false, at: null },
    ]),
  ).toEqual([
    {
      at: friday,
      type: 'pass',
      what: 'The draft of “Flexi” is published',
      field: { documentId: 'pass-flexi', path: '' },
    },
    { at: friday, type: 'release', what: 'The release “June sale” is published (2 documents)' },
  ]);
});

describe('the question about a price', () => {
  const use = {
    on_sale: true,
    prices: { listed: 16_700 },
    price_jump_percent: 10,
    floor_cents: 8_350,
    waits_for_approval: false,
    coming_camps: 0,
    places: { taken: 0, open: 0 },
    in_checkout: true,
    renews: true,
  };
  const jump = { name: 'listed', from: 16_700, to: 9_000 };
  test('says both prices and the percentage', () => {
    expect(jumpText(jump)).toBe('Price: S$167 → S$90 (46% less)');
    expect(jumpText({ name: `from ${friday}`, from: 16_700, to: 20_000 })).toBe(
      'Price from Fri 4 Dec 2026, 12.00 am: S$167 → S$200 (20% more)',
    );
  });
  test('says when it applies and who keeps the old price', () => {
    expect(effectsOf([jump], use, null).join(' ')).toMatch(/within seconds.*at the checkout.*renew/);
    expect(effectsOf([{ ...jump, name: `from ${friday}` }], use, null)[0]).toMatch(
      /from its date, not before/,
    );
    expect(effectsOf([jump], { ...use, coming_camps: 2, places: { taken: 12, open: 57 } }, null)[1]).toMatch(
      /2 upcoming camps: 12 spots sold or held.*57 open/,
    );
    const sold = { kind: 'pass', sold: 40, held: 2, in_use: 12, renewing: 3 };
    expect(effectsOf([jump], use, null, sold).join(' ')).toMatch(
      /40 sold so far, of which 12 passes are still in use\..*2 of them are held.*3 passes renew at their earlier price/,
    );
    expect(effectsOf([jump], use, 5_000)[0]).toMatch(/below the floor of S\$83\.50.*two admins/);
  });
});

test('Revert says when the earlier price is charged again, and what is charged until then', () => {
  expect(restoreText(true, 90)).toMatch(/charged again within seconds after you press Publish.*S\$90\./);
  expect(restoreText(false, undefined)).not.toContain('price');
});

test('a new pass takes over the terms of the last one, but not what that one lacks', () =>
  expect(takeOver({ validityDays: 90, validity: null })).toEqual({ validityDays: 90 }));

test('a request for review ends when its draft was deleted or something was published over it', () => {
  const open = { published: 'r1', publishedRevision: 'r1', hasDraft: true };
  expect(isOpen(open)).toBe(true);
  expect(isOpen({ ...open, hasDraft: false })).toBe(false);
  expect(isOpen({ ...open, published: 'r2' })).toBe(false);
  expect(isOpen({ published: null, publishedRevision: null, hasDraft: true })).toBe(true);
});
