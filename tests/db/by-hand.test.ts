/** The SQL that docs/how-to/without-a-screen.md gives to an admin works as it is written there. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as p from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let admin: string;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = await x.makeUser(db, 'admin@example.com', ['admin']);
});
afterAll(() => db.drop());

const [, recipe = ''] =
  /```sql\nbegin;\n([\s\S]*?)commit;\n```/.exec(readFileSync('docs/how-to/without-a-screen.md', 'utf8')) ??
  [];
const asAdmin = (change: (typed: string) => string) =>
  db.sql.begin((sql) => sql.unsafe(change(recipe)).simple());
const credits = async (passId: string) => {
  const [row] = await db.sql<[{ n: number }]>`
    select sum(delta)::integer as n from public.credit_ledger where pass_id = ${passId}`;
  return row.n;
};

test('an admin gives a credit, and the audit log names them', async () => {
  const pass = await p.makePass(db, await p.makeHome(db), { credits: 3 });
  await asAdmin((typed) => typed.replace('00000000-0000-4000-8000-000000000000', pass));
  expect(await credits(pass)).toBe(4);
  const [log] = await db.sql<[{ user_id: string }]>`
    select user_id from public.audit_log where table_name = 'credit_ledger' order by id desc limit 1`;
  expect(log.user_id).toBe(admin);
});

test.each([
  [`public.set_child_level(id, 2) from public.children limit 1`],
  [`public.agree_team(id, 'red') from public.children limit 1`],
  [`public.save_promotion_code('{"code": "OTTER", "percent": 10}')`],
  [`public.publish_consent_text('photo', 'T', 'B')`],
  [`* from public.check_published_tiers()`],
])('select %s', async (call) => {
  await p.makeHome(db);
  await asAdmin((typed) => typed.replace(/select public\.grant_credit\(.*;/, `select ${call};`));
});

test('a user who is not an admin is refused', async () => {
  await x.makeUser(db, 'parent@example.com');
  const typed = asAdmin((sql) => sql.replace('admin@example.com', 'parent@example.com'));
  expect(await x.refusal(typed)).toMatchObject({ code: 'not_allowed' });
});
