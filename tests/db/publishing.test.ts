import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
beforeEach(async () => {
  await db.sql`truncate public.publications, public.site_builds, public.site_documents, public.sweeps`;
  await db.sql`update public.settings set offers_snapshot_at = '-infinity'`;
});
afterAll(() => db.drop());

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`;
const document = (id: string, minute: number, more: object = {}) => ({
  id,
  revision: `${id}-${minute}`,
  title: id,
  checkout: 'on_sale',
  problem: null,
  updated_at: at(minute),
  ...more,
});
const record = (documents: unknown, minute: number | null = 30) =>
  rpc(db, service, 'record_publications', {
    p_documents: documents,
    p_snapshot_at: minute === null ? null : at(minute),
  });
const report = (build: string | null, state: string | null, reason: string | null = null) =>
  rpc(db, service, 'report_build', { p_build: build, p_state: state, p_reason: reason });
/** Asks as a visitor, as Sanity Studio does. */
const status = (id: string, revision: string) =>
  rpc<Record<string, unknown>>(db, visitor, 'get_publication_status', {
    p_document_id: id,
    p_revision: revision,
  });
const builds = async () => {
  const rows = await db.sql`select build, state, reason from public.site_builds order by id`;
  return rows.map((row) => ({ ...row }));
};

describe('the status of the checkout', () => {
  test('the checkout has this revision, an older one, or none', async () => {
    await record([document('pass', 1), document('off', 1, { checkout: 'off_sale' })]);
    expect(await status('pass', 'pass-1')).toMatchObject({ checkout: 'known', on_sale: true, problem: null });
    expect(await status('off', 'off-1')).toMatchObject({ checkout: 'known', on_sale: false });
    expect(await status('pass', 'pass-2')).toMatchObject({ checkout: 'older', on_sale: false });
    expect(await status('other', 'o')).toMatchObject({ checkout: 'unknown', on_sale: false });
  });

  test('the checkout says why it refuses a revision, and nothing about another one', async () => {
    await record([document('pass', 1, { checkout: 'refused', problem: 'Its price is missing.' })]);
    expect(await status('pass', 'pass-1')).toMatchObject({
      checkout: 'refused',
      problem: 'Its price is missing.',
      on_sale: false,
    });
    expect(await status('pass', 'pass-2')).toMatchObject({ checkout: 'older', problem: null });
  });

  test('the checkout keeps the newest version, whatever the order of delivery', async () => {
    await record([document('pass', 5)]);
    expect(await record([document('pass', 2)], 40)).toEqual({ changed: 0 });
    expect(await status('pass', 'pass-5')).toMatchObject({ checkout: 'known' });
  });

  test('the checkout checks the same version again when another document has changed, but not from an older snapshot', async () => {
    const refused = document('pass', 1, { checkout: 'refused', problem: 'Another sells the same tier.' });
    await record([refused]);
    await db.sql`update public.settings set offers_snapshot_at = ${at(20)}`;
    expect(await record([document('pass', 1)], 10)).toEqual({ changed: 0 });
    expect(await record([document('pass', 1)], 20)).toEqual({ changed: 1 });
    expect(await status('pass', 'pass-1')).toMatchObject({ checkout: 'known' });
  });

  test('the checkout deletes what is no longer published, except pages and anything newer', async () => {
    await record([document('pass', 1), document('new', 50), document('faq', 1, { checkout: 'not_sold' })]);
    await record([], 30);
    const rows = await db.sql`select document_id from public.publications order by 1`;
    expect(rows.map((row) => row['document_id'] as string)).toEqual(['faq', 'new']);
  });
});

describe('the status of the site', () => {
  const publish = () => record([document('faq', 1, { checkout: 'not_sold' })]);
  const site = () => status('faq', 'faq-1');

  test('the site has what was published before the start of a successful build', async () => {
    await publish();
    await report('b1', 'building');
    expect(await site()).toMatchObject({ site: 'building' });
    await report('b1', 'built');
    const built = await site();
    expect(built).toMatchObject({ site: 'built', reason: null });
    expect(Date.parse(String(built['built_at']))).toBeGreaterThan(Date.now() - 60_000);
  });

  test('the site does not have what was published during the build', async () => {
    await report('b1', 'building');
    await publish();
    await report('b1', 'built');
    expect(await site()).toMatchObject({ site: 'building' });
  });

  test('the site says why a build failed until the next one starts, and a later failure does not matter', async () => {
    await publish();
    await report('b1', 'failed', 'faq “Helmets?” lacks an answer');
    expect(await site()).toMatchObject({ site: 'failed', reason: 'faq “Helmets?” lacks an answer' });
    await report('b2', 'building');
    expect(await site()).toMatchObject({ site: 'building', reason: null });
    await report('b2', 'built');
    await report('b3', 'failed', 'other');
    expect(await site()).toMatchObject({ site: 'built', reason: null });
  });

  test('the site does not have a document or a revision that nobody has reported', async () => {
    await report('b1', 'built');
    expect(await status('old', 'o')).toMatchObject({ reported: false, site: 'building', pages: null });
    await publish();
    expect(await status('faq', 'a revision that nobody told of')).toMatchObject({ site: 'building' });
  });

  test('the site is unknown until a first build is reported', async () => {
    await publish();
    expect(await site()).toMatchObject({ reported: true, site: 'none' });
  });

  test.each(['no build began', 'a build never ended'])(
    'the site stops waiting for a build: %s',
    async (which) => {
      await publish();
      await report('b1', which === 'no build began' ? 'built' : 'building');
      await db.sql`update public.publications set published_at = clock_timestamp() - interval '21 minutes'`;
      const began = which === 'no build began' ? '22 minutes' : '20 minutes 30 seconds';
      await db.sql`update public.site_builds set started_at = clock_timestamp() - ${began}::interval`;
      expect(await site()).toMatchObject({
        site: 'failed',
        reason: 'No build has ended since it was published.',
      });
    },
  );
});

describe('a build that reports its documents', () => {
  const reportBuilt = (build: string, ...documents: [id: string, revision: string, ...pages: string[]][]) =>
    rpc(db, service, 'report_build', {
      p_build: build,
      p_state: 'built',
      p_documents: documents.map(([id, revision, ...pages]) => ({ id, revision, pages })),
      p_site_url: 'https://otter.test',
    });

  test('the site has exactly the revisions that the build read, with the pages that show them', async () => {
    await reportBuilt('b1', ['coach', 'c1'], ['faq', 'f1', '/', '/about']);
    expect(await status('faq', 'f1')).toMatchObject({
      site: 'built',
      pages: ['/', '/about'],
      site_url: 'https://otter.test',
    });
    expect(await status('coach', 'c1')).toMatchObject({ site: 'built', pages: [] });
    expect(await status('faq', 'f2')).toMatchObject({ site: 'building', pages: null });
  });

  test('the build does not count for a revision that was reported before it began and that it has not read', async () => {
    await record([document('faq', 2, { checkout: 'not_sold' })]);
    await reportBuilt('b1', ['faq', 'faq-1', '/']);
    expect(await status('faq', 'faq-2')).toMatchObject({ reported: true, site: 'building', pages: null });
    expect(await status('faq', 'faq-1')).toMatchObject({ checkout: 'older', site: 'built' });
  });

  test('a newer build replaces it, but an older one that ends later does not', async () => {
    await report('b1', 'building');
    await reportBuilt('b2', ['faq', 'f2', '/about']);
    await reportBuilt('b1', ['faq', 'f1', '/']);
    expect(await status('faq', 'f2')).toMatchObject({ site: 'built', pages: ['/about'] });
    expect(await status('faq', 'f1')).toMatchObject({ pages: null });
  });
});

describe('the comparison with Studio every minute', () => {
  const compare = (name: 'compare_revisions' | 'record_revisions', documents: unknown, minute = 30) =>
    rpc(db, service, name, { p_documents: documents, p_snapshot_at: at(minute) });
  const revision = (id: string, minute: number) => ({
    id,
    revision: `${id}-${minute}`,
    updated_at: at(minute),
    title: id,
    type: 'faq',
  });
  const sweep = async (documents: unknown, minute?: number) => [
    await compare('compare_revisions', documents, minute),
    await compare('record_revisions', documents, minute),
  ];

  test('the comparison finds what the webhook lost, reports it, and finds it once', async () => {
    await sweep([revision('home', 1)]);
    await report('b1', 'built');
    const later = [revision('home', 2), revision('new', 2)];
    expect(await status('home', 'home-2')).toMatchObject({ reported: false, site: 'building' });
    expect(await sweep(later)).toEqual([{ unreported: 2 }, { recorded: 2 }]);
    expect(await status('home', 'home-2')).toMatchObject({ reported: true, found_by_sweep: true });
    expect(await sweep(later)).toEqual([{ unreported: 0 }, { recorded: 0 }]);
  });

  test('the first comparison takes stock, because nothing was reported before the webhook was set up', async () => {
    expect(await sweep([revision('home', 1)])).toEqual([{ unreported: 0 }, { recorded: 0 }]);
    expect(await status('home', 'home-1')).toMatchObject({ reported: true, found_by_sweep: false });
  });

  test('a webhook that was only late ends the difference', async () => {
    await sweep([revision('home', 1)]);
    await sweep([revision('home', 2)]);
    await rpc(db, service, 'record_publications', {
      p_documents: [document('home', 2, { checkout: 'not_sold' })],
      p_snapshot_at: at(30),
      p_reported: 'home',
    });
    expect(await status('home', 'home-2')).toMatchObject({ found_by_sweep: false });
  });

  test('the comparison keeps a newer revision than the one it read, and drops deleted documents', async () => {
    await sweep([revision('home', 1), revision('gone', 1)]);
    await record([document('home', 5, { checkout: 'not_sold' })]);
    await db.sql`update public.publications set published_at = ${at(6)}`;
    expect(await sweep([revision('home', 1)])).toEqual([{ unreported: 1 }, { recorded: 1 }]);
    expect(await status('home', 'home-5')).toMatchObject({ reported: true });
    expect(await status('gone', 'gone-1')).toMatchObject({ reported: false });
  });

  test.each([
    [[], 'p_documents'],
    [{}, 'p_documents'],
    [[{ id: 'a', revision: 'r' }], 'p_documents[0].updated_at'],
  ])('the comparison refuses %j', async (documents, field) => {
    for (const name of ['compare_revisions', 'record_revisions'] as const)
      expect(await refusal(compare(name, documents))).toMatchObject({ code: 'invalid_input', field });
  });
});

describe('reports of builds', () => {
  test('each report counts once, and a build that has ended does not start again', async () => {
    await report('b1', 'building');
    await report('b1', 'failed');
    await report('b1', 'building');
    await report('b1', 'built');
    expect(await builds()).toEqual([{ build: 'b1', state: 'failed', reason: 'The builder gave no reason.' }]);
  });

  test('reports are stored for the last fifty builds', async () => {
    for (let n = 1; n <= 52; n++) await report(`b${n}`, 'built');
    const remaining = await builds();
    expect(remaining).toHaveLength(50);
    expect(remaining[0]).toMatchObject({ build: 'b3' });
  });
});

test.each([
  [() => report(null, 'built'), 'build'],
  [() => report('', 'built'), 'build'],
  [() => report('b1', 'done'), 'state'],
  [() => report('b1', null), 'state'],
  [() => rpc(db, service, 'report_build', { p_build: 'b', p_state: 'built', p_documents: {} }), 'documents'],
  [() => record({ a: 1 }), 'p_documents'],
  [() => record([], null), 'p_snapshot_at'],
  [() => record([7]), 'p_documents[0]'],
  [() => record([document('a', 1), null]), 'p_documents[1]'],
  [() => record([document('a', 1, { id: null })]), 'p_documents[0].id'],
  [() => record([document('x'.repeat(101), 1)]), 'p_documents[0].id'],
  [() => record([document('a', 1, { revision: 5 })]), 'p_documents[0].revision'],
  [() => record([document('a', 1, { updated_at: 'soon' })]), 'p_documents[0].updated_at'],
  [() => record([document('a', 1, { title: {} })]), 'p_documents[0].title'],
  [() => record([document('a', 1, { checkout: 'sold_out' })]), 'p_documents[0].checkout'],
  [() => record([document('a', 1, { checkout: 'refused' })]), 'p_documents[0].problem'],
  [() => record([document('a', 1, { problem: 'but on sale' })]), 'p_documents[0].problem'],
  [() => record([document('a', 1), document('a', 2)]), 'p_documents'],
])('an invalid call is refused %#', async (call, field) => {
  expect(await refusal(call())).toMatchObject({ code: 'invalid_input', field });
});

test('only the service can write', async () => {
  const admin = { role: 'authenticated', sub: await makeUser(db, 'a@example.test', ['admin']) } as const;
  for (const who of [visitor, admin]) {
    const calls = [
      rpc(db, who, 'report_build', { p_build: 'b', p_state: 'built' }),
      rpc(db, who, 'record_publications', { p_documents: [], p_snapshot_at: at(1) }),
      rpc(db, who, 'record_revisions', { p_documents: [], p_snapshot_at: at(1) }),
      rpc(db, who, 'compare_revisions', { p_documents: [], p_snapshot_at: at(1) }),
      rpc(db, who, 'get_studio_overview', {}),
    ];
    for (const state of await Promise.all(calls.map(sqlState))) expect(state).toBe('42501');
  }
});
