import { expect, test } from 'vitest';
import { describe as summary, type PublishedFacts } from '#studio/publication/describe.ts';
import { withLiveBuild } from '#studio/publication/live-build.ts';
import { leftOutOfTranslation, leftOutOfWording } from '#studio/publication/left-out.ts';
import { translationId } from '#config/translatable.ts';
import { toPublished } from '#studio/publication/published.ts';
import type { PublicationStatus } from '#studio/publication/status.ts';

const now = new Date('2026-11-30T10:00:00Z');
const pass: PublishedFacts = { type: 'pass', available: true };
const faq: PublishedFacts = { type: 'faq', available: true };
const base: PublishedFacts = { type: 'base', available: true };
const built: PublicationStatus = { checkout: 'known', site: 'built', reported: true, pages: ['/passes'] };

test.each<[PublishedFacts, PublicationStatus, string, boolean]>([
  [pass, built, 'Live', true],
  [pass, { checkout: 'known', site: 'building', reported: true }, 'On its way', false],
  [pass, { ...built, checkout: 'older' }, 'On its way', false],
  [pass, { ...built, checkout: 'unknown' }, 'On its way', false],
  [pass, { ...built, checkout: 'refused', problem: 'Price' }, 'Refused by the checkout', true],
  [
    pass,
    { checkout: 'earlier_version', problem: 'A price jumps', site: 'building' },
    'Earlier price in use',
    true,
  ],
  [pass, { ...built, checkout: 'earlier_version', has_offer: true }, 'Earlier price in use', true],
  [pass, { ...built, checkout: 'earlier_version', has_offer: false }, 'Not on sale yet', true],
  [faq, { ...built, checkout: 'earlier_version', problem: 'Cut off' }, 'Earlier price in use', true],
  [pass, { checkout: 'known', site: 'failed', reason: 'Term' }, 'Not on the site', false],
  [{ ...pass, available: false }, built, 'Live', true],
  [faq, { ...built, checkout: 'unknown' }, 'Live', true],
  [faq, { checkout: 'older', site: 'building' }, 'On its way', false],
  [base, { ...built, checkout: 'refused', problem: 'Its name is taken.' }, 'Refused by Management', true],
  [base, { ...built, checkout: 'unknown' }, 'On its way', false],
  [faq, { checkout: 'unknown', site: 'none', reported: true }, 'Not built here', true],
  [faq, { ...built, pages: null }, 'Live', true],
  [{ ...faq, showing: { from: '2026-12-01T00:00:00Z' } }, built, 'Scheduled', true],
  [{ ...faq, showing: { until: '2026-11-30T10:00:00Z' } }, built, 'Ended', true],
  [{ ...faq, showing: { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' } }, built, 'Live', true],
  [{ ...pass, saleTime: { from: '2026-12-01T00:00:00Z' } }, built, 'Scheduled', true],
  [{ ...pass, saleTime: { until: '2026-11-30T10:00:00Z' } }, built, 'Ended', true],
  [{ ...pass, available: false, saleTime: { from: '2026-12-01T00:00:00Z' } }, built, 'Live', true],
  [{ type: 'wording', available: true }, { ...built, checkout: 'unknown', pages: [] }, 'Live', true],
  [
    { type: 'wording', available: true },
    { ...built, checkout: 'refused', problem: 'Mails keep ours.' },
    'Partly refused',
    true,
  ],
])('the state of %j with %j is “%s”', (document, status, label, settled) => {
  expect(summary(document, status, now)).toMatchObject({ label, settled });
});

test.each<[string, string | null, number, string, string[] | null]>([
  ['the live site answers with the newest build', 'b2', 60, 'Live', ['/passes']],
  ['the live site was brought back to an earlier build that contains it', 'b1', 60, 'Live', null],
  [
    'a build that the host has not uploaded yet',
    'b0',
    5,
    'On its way: site built 5.55 pm, being uploaded',
    null,
  ],
  [
    'a site whose first build is being uploaded',
    null,
    5,
    'On its way: site built 5.55 pm, being uploaded',
    null,
  ],
  ['an upload that failed, or a rollback', 'b0', 60, 'Not on the site', null],
  ['a live site that does not say which build it is', null, 60, 'Built, not seen live', null],
])('the badge asks the live site which build it is: %s', (_, live, minutes, label, pages) => {
  const status: PublicationStatus = {
    ...built,
    ...{ newest_build: 'b2', builds: ['b2', 'b1'] },
    built_at: new Date(now.getTime() - minutes * 60_000).toISOString(),
  };
  expect(summary(faq, withLiveBuild(status, live, now), now)).toMatchObject({ label, pages });
});

test('what is on its way says what has it already, and since when', () => {
  const at = '2026-11-30T09:58:00Z';
  const building: PublicationStatus = {
    ...{ checkout: 'known', site: 'building', reported: true, reported_at: at },
    building_since: '2026-11-30T09:59:00Z',
  };
  expect(summary(pass, building, now).label).toBe(
    'On its way: checkout 5.58 pm, site building since 5.59 pm',
  );
  expect(summary(faq, building, now).label).toBe('On its way: site building since 5.59 pm');
});

test.each<[string, PublishedFacts, PublicationStatus, string]>([
  ['an invalid draft', { ...pass, draft: 'invalid' }, built, 'Draft has errors'],
  ['a draft that differs', { ...pass, draft: 'differs' }, built, 'Draft differs from live'],
  ['an old revision', { ...pass, isEarlierVersion: true }, built, 'Earlier version'],
  [
    'a webhook that is missing',
    { ...faq, updatedAt: '2026-11-30T09:55:00Z' },
    { checkout: 'unknown', site: 'building', reported: false },
    'Not reported',
  ],
  ['a webhook that was lost', faq, { ...built, found_by_sweep: true }, 'On the site, webhook lost'],
  ['a document that no page shows', faq, { ...built, pages: [] }, 'Live, shown nowhere'],
  [
    'a topic of which no page shows a question',
    { ...faq, type: 'faqTopic' },
    { ...built, pages: [] },
    'Live, shown nowhere',
  ],
  [
    'a sentence that the site does not use',
    { ...faq, type: 'wording', leftOut: { label: 'Live, partly unused', text: 'One.' } },
    built,
    'Live, partly unused',
  ],
  ['a document that is switched off', { ...faq, isShown: false }, { ...built, pages: [] }, 'Switched off'],
])('“Live” is never shown beside %s', (_, document, status, label) => {
  expect(summary(document, status, now)).toMatchObject({ label });
});

test('the summary says why a publication failed, and what is missing', () => {
  expect(
    summary(pass, {
      checkout: 'refused',
      problem: 'The price is 0.',
      site: 'failed',
      reason: 'Term has no name.',
    }),
  ).toMatchObject({
    checkout: 'It refused this, so nobody can buy it. The price is 0.',
    site: 'It could not be built, so the earlier pages stay up. Term has no name.',
    pages: null,
    warning: null,
  });
  expect(summary(faq, { ...built, found_by_sweep: true }).warning).toContain('webhook');
});

test('what is left out is said: unused sentences, and texts that stay English', () => {
  const change = { _key: 'gone', was: 'A sentence that nobody shows any more', text: 'Mine' };
  expect(leftOutOfWording({ _id: 'wording-checkout', ...{ changes: [change] } })).toEqual({
    label: 'Live, partly unused',
    text: 'The site shows our own sentence instead of 1 sentence of yours, because our sentence has changed since. The form says which.',
  });
  expect(leftOutOfWording({ _id: 'wording-checkout' })).toBeNull();

  const source = { _id: 'a', _type: 'faq', question: 'How big are groups?', answer: 'Four to six.' };
  const id = translationId('a');
  const pair = (was: string, more: object = {}) => ({ _key: was, was, text: '中文', ...more });
  const translated = (...texts: object[]) =>
    leftOutOfTranslation([source, { _id: id, _type: 'translation', texts }], id);
  const both = [pair('How big are groups?'), pair('Four to six.')];
  expect(translated(...both)).toBeNull();
  expect(translated(...both, pair('What it said before.'))?.text).toContain(
    '1 translation is of an English text',
  );
  expect(translated(pair('How big are groups?'))?.text).toContain('1 text stays English');
  expect(translated(both[0] ?? {}, pair('Four to six.', { proposed: true }))).toEqual({
    label: 'Live, partly English',
    text: '1 text stays English on the Chinese pages, 1 proposal waits for somebody to read it.',
  });
  // Another document may translate the same text.
  const elsewhere = { _id: translationId('b'), _type: 'translation', texts: both };
  expect(
    leftOutOfTranslation([source, elsewhere, { _id: id, _type: 'translation', texts: [] }], id),
  ).toBeNull();
  expect(leftOutOfTranslation([{ _id: id, _type: 'translation', texts: both }], id)?.label).toBe(
    'Live, unused',
  );
});

test('a hosted builder that reports nothing is named, and a developer’s machine is not', () => {
  const unreported: PublicationStatus = { checkout: 'unknown', site: 'none', reported: true };
  const hosted = summary({ ...faq, isHosted: true }, unreported, now);
  expect(hosted).toMatchObject({ label: 'Builds not reported', color: 'warning' });
  expect(hosted.site).toContain('MAINTENANCE_SECRET');
  expect(summary(faq, unreported, now).site).toContain('developer’s machine');
});

test('while prices wait, the summary says which prices the pages show', () => {
  const waits = { ...built, checkout: 'earlier_version', problem: 'It waits.' } as const;
  expect(summary(pass, { ...waits, has_offer: true }).site).toBe(
    'It shows your texts, and the prices that the checkout charges.',
  );
  expect(summary(pass, { ...waits, has_offer: false }).site).toBe(
    'No page shows it before the checkout sells it.',
  );
});

test('the summary says that the checkout does not sell outside the time on sale', () => {
  const planned = { name: 'A', saleTime: { from: '2026-12-01T00:00:00Z', until: '2026-12-02T00:00:00Z' } };
  const document = toPublished(
    'pass',
    { _id: 'a', _rev: '1', _updatedAt: '', ...planned },
    {
      draft: null,
      hasErrors: false,
      isEarlierVersion: false,
    },
  );
  expect(summary(document, built, now).checkout).toContain('Until then, nobody can buy it');
  expect(summary(document, built, new Date('2026-12-03T00:00:00Z')).checkout).toContain('ended');
  expect(summary(document, built, new Date('2026-12-01T12:00:00Z')).checkout).toContain('sells what you');
});

test('a draft without changes does not count as a draft, whatever the order of its fields', () => {
  const published = { _id: 'a', _rev: '1', _updatedAt: '', name: 'A', link: { label: 'L', href: '/' } };
  const draft = { _id: 'drafts.a', _rev: '2', _updatedAt: 'x', link: { href: '/', label: 'L' }, name: 'A' };
  const editing = { draft, hasErrors: true, isEarlierVersion: false };
  expect(toPublished('coach', published, editing).draft).toBe('same');
  const changed = { ...editing, draft: { ...draft, name: 'B' } };
  expect(toPublished('coach', published, changed).draft).toBe('invalid');
  expect(toPublished('coach', published, { ...changed, hasErrors: false }).draft).toBe('differs');
});
