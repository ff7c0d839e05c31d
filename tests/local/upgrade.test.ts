/**
 * Upgrades the last release's database, with demo data and many orders, to the present schema. Then
 * upgrades it once more, with a renamed column, a new column that is filled in batches, an index
 * and a check. Parents and staff must see the same afterwards.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate } from '#local/database/migrate.ts';
import { findMigrationFaults } from '#scripts/check-migrations.ts';
import { freeze } from '#scripts/migrations/frozen-migrations.ts';
import { writeNext } from '#scripts/migrations/next.ts';
import type { EmptyDatabase } from '#support/database.ts';
import { copyOfSupabase, lastRelease, oldDatabase, readScreens } from '#support/last-release.ts';

/** The number of orders. `npm run bench -- upgrade` uses 100,000. */
const ORDERS = Number(process.env['UPGRADE_ORDERS'] ?? 2000);
/** Building and migrating 100,000 orders takes minutes. */
const TIMEOUT_MS = 300_000 + ORDERS * 15;

let released: string;
let next = '';
let db: EmptyDatabase;
beforeAll(async () => {
  released = lastRelease();
  db = await oldDatabase(released, ORDERS);
  // These rows give the renamed column values that could be lost.
  await db.sql`update public.orders set payable_by_link = true where hashtext(number) % 3 = 0`;
}, TIMEOUT_MS);
afterAll(async () => {
  await db.drop();
  for (const dir of [released, next].filter(Boolean)) rmSync(dir, { recursive: true, force: true });
});

/** Changes the schema files of a copy as a developer would. */
function changeSchema(dir: string): void {
  const files = readdirSync(path.join(dir, 'schemas'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.sql'))) {
    const name = path.join(dir, 'schemas', file);
    const text = readFileSync(name, 'utf8');
    const changed = text
      .replaceAll(/\bpayable_by_link\b/g, 'is_link_payable')
      .replace(
        /^comment on table public\.orders is/m,
        "alter table public.orders add column paid_day date constraint orders_paid_day check (paid_day > date '2000-01-01');\n" +
          'create index orders_paid_day on public.orders (paid_day);\n$&',
      );
    if (changed !== text) writeFileSync(name, changed);
  }
}

const backfill = `-- no transaction

-- batch
update public.orders set paid_day = (paid_at at time zone 'Asia/Singapore')::date
where id in (select id from public.orders where paid_at is not null and paid_day is null limit 500)
returning id;
`;

test('after an upgrade, everybody sees what they saw before', { timeout: TIMEOUT_MS }, async () => {
  const before = await readScreens(db);
  expect(JSON.stringify(before).length).toBeGreaterThan(300_000);
  const linked = await db.sql`select id, payable_by_link as is_payable from public.orders order by id`;

  next = copyOfSupabase();
  freeze('9.9.9', next);
  changeSchema(next);
  const { files, differences } = await writeNext({
    supabaseDir: next,
    serverUrl: inject('databaseUrl'),
    name: 'paid_day',
    renames: new Map([['public.orders.payable_by_link', 'is_link_payable']]),
    drops: new Map(),
  });
  expect(differences).toEqual([]);
  expect(files).toHaveLength(2);
  mkdirSync(path.join(next, 'migrations'), { recursive: true });
  writeFileSync(path.join(next, 'migrations/99991231235959_fill_paid_day.sql'), backfill);
  expect(findMigrationFaults(next)).toEqual([]);

  await migrate({ url: db.hostedUrl, supabaseDir: next });
  expect(await readScreens(db)).toEqual(before);
  const [filled] = await db.sql`
    select count(*) > 1000 as many, bool_and(paid_day is not null) as is_filled from public.orders where paid_at is not null`;
  expect(filled).toEqual({ many: true, is_filled: true });
  const after = await db.sql`select id, is_link_payable as is_payable from public.orders order by id`;
  expect([...after]).toEqual([...linked]);
});

test('the comparison sees a lost value', { timeout: TIMEOUT_MS }, async () => {
  const before = await readScreens(db);
  await db.sql`update public.order_lines set price_cents = price_cents + 1
    where id = (select l.id from public.order_lines l join public.orders o on o.id = l.order_id order by o.id limit 1)`;
  expect(await readScreens(db)).not.toEqual(before);
});
