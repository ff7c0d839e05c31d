import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import { asPublished } from '#support/sql-selling.ts';
import { openShop } from '#support/sql-orders.ts';
import { buySubscription, flexi } from '#support/sql-subscriptions.ts';
import { makeUser, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openShop(asPublished(flexi));
  await db.sql`update public.offers set details = details || '{"renews": true}' where id = 'pass-flexi'`;
});
afterAll(() => db.drop());

interface Overview {
  build_cause: { published: { id: string }[]; count: number; deleted: number; requested_for: string[] };
  deleted: { id: string; title: string }[];
  codes: { code: string; from: string | null; until: string | null }[];
  soon: { what: string; title: string; detail: string | null }[];
  prices: { id: string; held: number; in_use: number; renewing: number }[];
}
const overview = () => rpc<Overview>(db, service, 'get_studio_overview', {});
const report = (build: string, state: 'building' | 'built') =>
  rpc(db, service, 'report_build', { p_build: build, p_state: state });
const documents = (...ids: string[]) =>
  ids.map((id) => ({ id, revision: `${id}-1`, title: id, type: 'faq', updated_at: '2026-03-01T10:00:00Z' }));
/** Reports all published documents to the comparison, which also finds documents that are gone. */
const compare = (...ids: string[]) =>
  rpc(db, service, 'record_revisions', {
    p_documents: documents(...ids),
    p_snapshot_at: new Date(Date.now() + 60_000).toISOString(),
  });

test('the overview says what the newest build was for, and what was deleted', async () => {
  await compare('kept', 'gone');
  await rpc(db, service, 'claim_rebuild', {});
  await report('first', 'built');
  expect((await overview()).build_cause).toEqual({ published: [], count: 0, deleted: 0, requested_for: [] });

  await compare('kept', 'new');
  await db.sql`insert into public.planned_moments (at) values (clock_timestamp())`;
  await rpc(db, service, 'claim_rebuild', {});
  await report('second', 'building');
  const { build_cause: cause, deleted } = await overview();
  expect(cause).toMatchObject({ published: [{ id: 'new' }], count: 1, deleted: 1 });
  expect(cause.requested_for).toEqual(['planned']);
  expect(deleted).toMatchObject([{ id: 'gone', title: 'gone' }]);

  await compare('kept', 'new', 'gone');
  expect((await overview()).deleted).toEqual([]);
});

test('a deleted document is listed for 30 days only, and then its title is deleted without another deletion', async () => {
  await db.sql`delete from public.deleted_documents`;
  for (const [id, age] of [
    ['recent', '29 days'],
    ['old', '31 days'],
  ] as const)
    await db.sql`
      insert into public.deleted_documents (document_id, type, title, deleted_at)
      values (${id}, 'coach', ${id}, clock_timestamp() - ${age}::interval)`;
  expect((await overview()).deleted).toMatchObject([{ id: 'recent' }]);
  expect(await rpc(db, service, 'purge_piece', { p_class: 'deleted_documents' })).toMatchObject({
    purged: 1,
  });
  expect(await db.sql`select document_id from public.deleted_documents`).toMatchObject([
    { document_id: 'recent' },
  ]);
  await db.sql`delete from public.deleted_documents`;
});

test('the overview has the moments of prices and codes, and counts what is sold and held', async () => {
  await buySubscription(db);
  // The renewal ends long before the shop's calendar, which stands still in 2089.
  await db.sql`update public.passes set valid_until = '2090-01-31'`;
  const id = 'pass-flexi';
  const soon = '2089-12-05T00:00:00Z';
  await db.sql`
    update public.offers set details = details || jsonb_build_object(
      'sale_time', jsonb_build_object('until', ${soon}::text),
      'planned_prices', jsonb_build_array(jsonb_build_object('from', ${soon}::text, 'price_cents', 59000)))
    where id = ${id}`;
  await db.sql`
    insert into public.promotion_codes (code, percent, valid_until) values ('JUNE', 10, ${soon}), ('ENDLESS', 10, 'infinity')`;
  const { codes, prices, soon: coming } = await overview();
  expect(codes).toMatchObject([{ code: 'JUNE', from: null }]);
  expect(coming.map(({ what, detail }) => [what, detail])).toEqual(
    expect.arrayContaining([
      ['price_changes', '59000'],
      ['sale_ends', null],
      ['code_ends', null],
    ]),
  );
  expect(prices.find((price) => price.id === id)).toMatchObject({ held: 0, in_use: 1, renewing: 1 });
});

test('neither visitors nor parents read the tables behind it', async () => {
  const parent = { role: 'authenticated', sub: await makeUser(db, 'parent@example.test') } as const;
  for (const table of ['rebuild_causes', 'deleted_documents']) {
    const read = (who: typeof parent | typeof visitor) =>
      db.as(who, (sql) => sql.unsafe(`select * from public.${table}`));
    expect(await sqlState(read(visitor))).toBe('42501');
    expect(await read(parent)).toHaveLength(0);
  }
});

test('the overview counts what its lists leave out, and lists everything that begins or ends soon', async () => {
  await db.sql`update public.publications set found_by_sweep = false`;
  await db.sql`
    insert into public.assistant_questions (question, outcome, first_on, last_on)
    select 'question ' || n, 'nothing', '2026-11-01', '2026-11-01' from generate_series(1, 12) n`;
  await db.sql`
    insert into public.publications (document_id, revision, title, updated_at, found_by_sweep)
    select 'lost-' || n, 'r', 'Lost', now(), true from generate_series(1, 25) n`;
  await db.sql`
    insert into public.promotion_codes (code, percent, valid_until)
    select 'SOON' || n, 10, private.calendar_now() + interval '2 days' from generate_series(1, 40) n`;
  const { webhook, soon, asked, asked_count } = await rpc<{
    webhook: { lost: object[]; lost_count: number };
    soon: { title: string }[];
    asked: object[];
    asked_count: number;
  }>(db, service, 'get_studio_overview', {});
  expect(webhook.lost).toHaveLength(20);
  expect(webhook.lost_count).toBe(25);
  expect(soon.filter(({ title }) => title.startsWith('SOON'))).toHaveLength(40);
  expect([asked.length, asked_count]).toEqual([10, 12]);
});
