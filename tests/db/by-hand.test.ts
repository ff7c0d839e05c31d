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

test('an admin makes a promotion code, and the audit log names them', async () => {
  await asAdmin((typed) =>
    typed.replace(
      /select public\.[a-z_]+\(.*;/,
      `select public.save_promotion_code('{"code": "OTTER", "percent": 10}');`,
    ),
  );
  const [log] = await db.sql<[{ user_id: string; after: object }]>`
    select user_id, after from public.audit_log where table_name = 'promotion_codes' order by id desc limit 1`;
  expect(log).toMatchObject({ user_id: admin, after: { code: 'OTTER', percent: 10 } });
});

test.each([[`public.publish_consent_text('photo', 'T', 'B')`], [`* from public.check_published_tiers()`]])(
  'select %s',
  async (call) => {
    await p.makeHome(db);
    await asAdmin((typed) => typed.replace(/select public\.[a-z_]+\(.*;/, `select ${call};`));
  },
);

test('a user who is not an admin is refused', async () => {
  await x.makeUser(db, 'parent@example.com');
  const typed = asAdmin((sql) =>
    sql
      .replace('admin@example.com', 'parent@example.com')
      .replace(/select public\.[a-z_]+\(.*;/, `select public.publish_consent_text('photo', 'T', 'B');`),
  );
  expect(await x.refusal(typed)).toMatchObject({ code: 'not_allowed' });
});
