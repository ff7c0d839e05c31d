import { expect, test } from 'vitest';
import type { OverviewFacts } from '#studio/overview/api.ts';
import {
  causeText,
  checkoutStatus,
  livePrice,
  moreText,
  siteStatus,
  soonText,
  startOfYesterday,
  waitsFor,
  webhookStatus,
} from '#studio/overview/messages.ts';
import { comingOf, unusableOf } from '#studio/overview/content.ts';
import { toSystemName } from '#studio/components/system-name.ts';
import { whyNotDeletable } from '#studio/places/deletion-block.ts';

const facts = {
  at: '2026-11-30T10:00:00Z',
  build_cause: { published: [], count: 0, deleted: 0, requested_for: [] },
  site: { site: 'built', reason: null, built_at: '2026-11-30T09:00:00Z', refused: [] },
  checkout: { mode: 'open', sentence: null, on_sale: 9, taken_over_at: null },
  webhook: { swept_at: '2026-11-30T09:59:30Z', lost: [], lost_count: 0 },
} as unknown as OverviewFacts;

const answering = (live: string | null, minutes: number): OverviewFacts => ({
  ...facts,
  ...{ newest_build: 'b2', live_build: live },
  site: { ...facts.site, built_at: new Date(Date.now() - minutes * 60_000).toISOString() },
});

test.each([
  ['a built site', siteStatus(facts), 'good', 'Up to date'],
  ['no build', siteStatus({ ...facts, site: { ...facts.site, site: null } }), 'waiting', 'Not built here'],
  [
    'no report of a hosted builder',
    siteStatus({ ...facts, site: { ...facts.site, site: null } }, true),
    'bad',
    'Builds not reported',
  ],
  ['a late build', siteStatus({ ...facts, site: { ...facts.site, site: 'late' } }), 'bad', 'Build overdue'],
  ['the newest build on the live site', siteStatus(answering('b2', 60)), 'good', 'Up to date'],
  ['a build that is being uploaded', siteStatus(answering('b1', 5)), 'waiting', 'Being uploaded'],
  ['an upload that failed, or a rollback', siteStatus(answering('b1', 60)), 'bad', 'Earlier build live'],
  ['a live site that does not name its build', siteStatus(answering(null, 60)), 'bad', 'Not confirmed live'],
  ['open sales', checkoutStatus(facts), 'good', 'Open'],
  [
    'stopped sales',
    checkoutStatus({ ...facts, checkout: { ...facts.checkout, mode: 'stopped' } }),
    'bad',
    'Sales stopped',
  ],
  ['a check on time', webhookStatus(facts), 'good', 'Working'],
  [
    'no check for six minutes',
    webhookStatus({ ...facts, webhook: { ...facts.webhook, swept_at: '2026-11-30T09:54:00Z' } }),
    'bad',
    'Not being checked',
  ],
  [
    'a lost webhook',
    webhookStatus({ ...facts, webhook: { ...facts.webhook, lost_count: 21 } }),
    'bad',
    'Webhook lost',
  ],
])('the overview shows the right status: %s', (_, status, tone, title) => {
  expect(status).toMatchObject({ tone, title });
});

test('a list that shows only its first rows says how many more there are, and where', () => {
  expect(moreText(42, 30, 'Plan lists them.')).toBe('And 12 more. Plan lists them.');
  expect([moreText(30, 30, 'Plan lists them.'), moreText(2, 30, 'Plan lists them.')]).toEqual([null, null]);
});

test('the status of the site says why it was last built', () => {
  const published = [{ id: 'pass-flexi', type: 'pass', title: 'Flexi' }];
  expect(causeText({ published, count: 1, deleted: 0, requested_for: [] })).toBe(
    'Last built because “Flexi” was published.',
  );
  expect(causeText({ published, count: 3, deleted: 1, requested_for: ['planned'] })).toBe(
    'Last built because “Flexi” and 2 other documents were published, 1 document was deleted and a planned change was due.',
  );
  expect(siteStatus(facts).text).toContain('started by hand or by a deployment');
});

test('a draft waits for its author until somebody asks for a review', () => {
  const request = { requestedBy: 'Mei', requestedAt: '2026-11-30T09:00:00Z' };
  expect(waitsFor(undefined, false)).toBe('waits for its author');
  expect(waitsFor(request, true)).toBe('waits for your review: Mei asked on Mon 30 Nov 2026, 5.00 pm');
});

test('what is coming says the new price', () =>
  expect(soonText({ what: 'price_changes', title: 'Flexi', detail: '59000', at: '' })).toBe(
    'New price: Flexi, S$590',
  ));

test('yesterday begins at midnight in Singapore', () => {
  expect(startOfYesterday(new Date('2026-11-30T15:59:00Z')).toISOString()).toBe('2026-11-28T16:00:00.000Z');
  expect(startOfYesterday(new Date('2026-11-30T16:00:00Z')).toISOString()).toBe('2026-11-29T16:00:00.000Z');
});

test('the list of coming changes includes announcements that are switched on, and sections', () => {
  const [soon, past] = ['2026-12-04T00:00:00Z', '2026-11-01T00:00:00Z'];
  const now = new Date('2026-11-30T10:00:00Z');
  const announcement = { text: 'Sale ends', showing: { from: past, until: soon } };
  const coming = comingOf(
    {
      title: null,
      announcement: { ...announcement, shown: true },
      sections: [{ heading: 'Book June', showing: { from: soon } }, { heading: 'Always' }, null],
    },
    now,
  );
  expect(coming.map(({ what, title }) => [what, title])).toEqual([
    ['shown_until', 'Sale ends'],
    ['shown_from', 'Book June'],
  ]);
  expect(comingOf({ title: null, announcement: { ...announcement, shown: false } }, now)).toEqual([]);
});

test('the shown price is the one that the next child pays, and is missing if no camp is coming', () => {
  const price = { live_cents: 30_000, live_to_cents: 39_000 } as Parameters<typeof livePrice>[0];
  expect(livePrice(price)).toBe('S$300–S$390');
  expect(livePrice({ ...price, live_to_cents: 30_000 })).toBe('S$300');
  expect(livePrice({ ...price, live_cents: null })).toBe('No upcoming camp');
});

test.each([
  ['base', 'West Coast Park', 'west-coast-park'],
  ['base', '313@Somerset', 'somerset'],
  ['base', 'Café d’Été', 'cafe-dete'],
  ['base', '西海岸公园', 'base-3fa9c104'],
  ['pass', 'Camp', 'camp-pass'],
])('the name in addresses of the %s “%s” is %s', (type, name, expected) => {
  expect(toSystemName(type, name, '3fa9c104-77aa-4b2c-9c1e-000000000000')).toBe(expected);
});

test('a base is kept while camps or classes are to come there, or if that is unknown', () => {
  expect(whyNotDeletable({ is_known: true, camps: 0, sessions: 0 })).toBeNull();
  expect(whyNotDeletable({ is_known: true, camps: 2, sessions: 1 })).toContain(
    '2 camps and 1 class still to come at this base',
  );
  expect(whyNotDeletable(null)).not.toBeNull();
  expect(whyNotDeletable('unknown')).toContain('could not ask');
});

test('the overview names a published sentence that the build leaves out, and the reason', () => {
  const [key, was] = ['ui/camps/messages:campMessages.listed', 'Listed price'];
  const row = (text: string) => ({ _id: 'wording-prices', changes: [{ _key: key, was, text }] });
  expect(unusableOf(row('Full price'))).toEqual([]);
  expect(unusableOf(row('Full price of {camp}'))).toEqual([
    { id: 'wording-prices', was, problem: 'The site can’t fill in {camp} here.' },
  ]);
  expect(
    unusableOf({ _id: 'wording-prices', changes: [{ _key: 'gone', was: 'No such sentence', text: 'A' }] }),
  ).toMatchObject([{ problem: 'This sentence is no longer on the site. Remove your change.' }]);
});
