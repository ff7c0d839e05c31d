import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
beforeEach(async () => {
  await db.sql`truncate public.publications, public.site_builds`;
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
  x.rpc(db, x.service, 'record_publications', {
    p_documents: documents,
    p_snapshot_at: minute === null ? null : at(minute),
  });
const report = (build: string | null, state: string | null, reason: string | null = null) =>
  x.rpc(db, x.service, 'report_build', { p_build: build, p_state: state, p_reason: reason });
/** Asked as a visitor, as Studio does. */
const status = (id: string, revision: string) =>
  x.rpc<Record<string, unknown>>(db, x.visitor, 'get_publication_status', {
    p_document_id: id,
    p_revision: revision,
  });
const builds = async () => {
  const rows = await db.sql`select build, state, reason from public.site_builds order by id`;
  return rows.map((row) => ({ ...row }));
};

describe('the checkout', () => {
  test('has this revision, an older one, or none', async () => {
    await record([document('pass', 1), document('off', 1, { checkout: 'off_sale' })]);
    expect(await status('pass', 'pass-1')).toMatchObject({ checkout: 'known', on_sale: true, problem: null });
    expect(await status('off', 'off-1')).toMatchObject({ checkout: 'known', on_sale: false });
    expect(await status('pass', 'pass-2')).toMatchObject({ checkout: 'older', on_sale: false });
    expect(await status('other', 'o')).toMatchObject({ checkout: 'unknown', on_sale: false });
  });

  test('says why it refuses a revision, and says nothing of another one', async () => {
    await record([document('pass', 1, { checkout: 'refused', problem: 'Its price is missing.' })]);
    expect(await status('pass', 'pass-1')).toMatchObject({
      checkout: 'refused',
      problem: 'Its price is missing.',
      on_sale: false,
    });
    expect(await status('pass', 'pass-2')).toMatchObject({ checkout: 'older', problem: null });
  });

  test('keeps the newest version, whatever the order of delivery', async () => {
    await record([document('pass', 5)]);
    expect(await record([document('pass', 2)], 40)).toEqual({ changed: 0 });
    expect(await status('pass', 'pass-5')).toMatchObject({ checkout: 'known' });
  });

  test('checks the same version again when another document has changed, but not from an older snapshot', async () => {
    const refused = document('pass', 1, { checkout: 'refused', problem: 'Another sells the same tier.' });
    await record([refused]);
    await db.sql`update public.settings set offers_snapshot_at = ${at(20)}`;
    expect(await record([document('pass', 1)], 10)).toEqual({ changed: 0 });
    expect(await record([document('pass', 1)], 20)).toEqual({ changed: 1 });
    expect(await status('pass', 'pass-1')).toMatchObject({ checkout: 'known' });
  });

  test('deletes what is no longer published, except pages and anything newer', async () => {
    await record([document('pass', 1), document('new', 50), document('faq', 1, { checkout: 'not_sold' })]);
    await record([], 30);
    const rows = await db.sql`select document_id from public.publications order by 1`;
    expect(rows.map((row) => row['document_id'] as string)).toEqual(['faq', 'new']);
  });
});

describe('the site', () => {
  const publish = () => record([document('faq', 1, { checkout: 'not_sold' })]);
  const site = () => status('faq', 'faq-1');

  test('has what was published before the start of a build that succeeded', async () => {
    await publish();
    expect(await site()).toMatchObject({ site: 'building', reason: null, built_at: null });
    await report('b1', 'building');
    expect(await site()).toMatchObject({ site: 'building' });
    await report('b1', 'built');
    const built = await site();
    expect(built).toMatchObject({ site: 'built', reason: null });
    expect(Date.parse(String(built['built_at']))).toBeGreaterThan(Date.now() - 60_000);
  });

  test('does not have what was published during the build', async () => {
    await report('b1', 'building');
    await publish();
    await report('b1', 'built');
    expect(await site()).toMatchObject({ site: 'building' });
  });

  test('says why a build failed, until the next one starts; a later failure does not matter', async () => {
    await publish();
    await report('b1', 'failed', 'faq “Helmets?” lacks an answer');
    expect(await site()).toMatchObject({ site: 'failed', reason: 'faq “Helmets?” lacks an answer' });
    await report('b2', 'building');
    expect(await site()).toMatchObject({ site: 'building', reason: null });
    await report('b2', 'built');
    await report('b3', 'failed', 'other');
    expect(await site()).toMatchObject({ site: 'built', reason: null });
  });

  test('counts an unknown document as built, and an unknown revision as being built', async () => {
    await report('b1', 'built');
    expect(await status('old', 'o')).toMatchObject({ site: 'built' });
    await publish();
    expect(await status('faq', 'a revision that nobody told of')).toMatchObject({ site: 'building' });
  });

  test.each(['no build began', 'a build never ended'])('stops waiting for a build: %s', async (which) => {
    await publish();
    if (which !== 'no build began') await report('b1', 'building');
    await db.sql`update public.publications set published_at = clock_timestamp() - interval '21 minutes'`;
    await db.sql`update public.site_builds set started_at = clock_timestamp() - interval '20 minutes 30 seconds'`;
    expect(await site()).toMatchObject({
      site: 'failed',
      reason: 'No build has ended since it was published.',
    });
  });
});

describe('reports of builds', () => {
  test('count once each, and a build that has ended does not start again', async () => {
    await report('b1', 'building');
    await report('b1', 'failed');
    await report('b1', 'building');
    await report('b1', 'built');
    expect(await builds()).toEqual([{ build: 'b1', state: 'failed', reason: 'The builder gave no reason.' }]);
  });

  test('are stored for the last fifty builds', async () => {
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
  expect(await x.refusal(call())).toMatchObject({ code: 'invalid_input', field });
});

test('only the service writes', async () => {
  const admin = { role: 'authenticated', sub: await x.makeUser(db, 'a@example.test', ['admin']) } as const;
  for (const who of [x.visitor, admin]) {
    const calls = [
      x.rpc(db, who, 'report_build', { p_build: 'b', p_state: 'built' }),
      x.rpc(db, who, 'record_publications', { p_documents: [], p_snapshot_at: at(1) }),
    ];
    for (const state of await Promise.all(calls.map(x.sqlState))) expect(state).toBe('42501');
  }
});
