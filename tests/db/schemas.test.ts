import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { expect, inject, test } from 'vitest';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { type Catalogue, compareCatalogues, readCatalogue } from '#local/database/catalogue.ts';
import { applyFiles, migrationFiles, schemaFiles } from '#local/database/schemas.ts';
import { createDatabase } from '#support/database.ts';

/** Returns the catalogue of an empty database after these files. */
async function catalogueAfter(files: string[]): Promise<Catalogue> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = postgres(inject('databaseUrl'), { max: 1, connection: { client_min_messages: 'warning' } });
  const url = new URL(inject('databaseUrl'));
  url.pathname = `/${name}`;
  try {
    await admin`create database ${admin(name)}`;
    await bootstrapDatabase(url.href);
    await applyFiles(url.href, files);
    return await readCatalogue(url.href);
  } finally {
    await admin`drop database if exists ${admin(name)} with (force)`;
    await admin.end({ timeout: 1 });
  }
}

// This test creates and compares two whole databases, so on a busy machine it takes longer than any other.
test(
  'the migrations produce the same database as the schema files (npm run migration)',
  { timeout: 300_000 },
  async () => {
    const [fromMigrations, fromSchemas] = [
      await catalogueAfter(migrationFiles()),
      await catalogueAfter(schemaFiles()),
    ];
    expect(
      compareCatalogues(fromMigrations, fromSchemas, ['the migrations make', 'the schema says']),
    ).toEqual([]);
    // These two checks make sure that the comparison has read the whole catalogue.
    expect(fromMigrations.get('table public.orders')).toContain('One checkout.');
    expect(fromMigrations.size).toBeGreaterThan(2000);
  },
);

const changes: [what: string, change: string][] = [
  ['column public.payments.note', 'alter table public.payments add column note text'],
  ['column public.holds.rung_id', 'alter table public.holds alter rung_id set default 1'],
  ['column public.orders.number', 'grant select (number) on public.orders to anon'],
  ['constraint holds_check on public.holds', 'alter table public.holds drop constraint holds_check'],
  ['index public.holds_order_id', 'drop index public.holds_order_id'],
  ['function private.caller_keys()', 'alter function private.caller_keys() security definer'],
  ['function private.my_sessions_today()', 'grant execute on function private.my_sessions_today() to anon'],
  ['function private.weekend()', "comment on function private.weekend() is 'x'"],
  ['table public.order_lines', "comment on table public.order_lines is 'x'"],
  ['table public.holds', 'alter table public.holds disable row level security'],
  ['view public.camps', 'alter view public.camps set (security_invoker = false)'],
  ['trigger mark_hold on public.holds', 'drop trigger mark_hold on public.holds'],
  ['trigger welcome_user on auth.users', 'alter table auth.users disable trigger welcome_user'],
  [
    'policy Anyone reads locations on public.locations',
    'drop policy "Anyone reads locations" on public.locations',
  ],
  ['type public.app_role', "alter type public.app_role add value 'x'"],
  ['row of public.rate_rules', "update public.rate_rules set most = 1 where endpoint = 'guess'"],
  ['schema private', 'revoke usage on schema private from anon'],
];

test('the comparison finds a difference in each kind of object', async () => {
  const db = await createDatabase();
  try {
    const before = await readCatalogue(db.url);
    for (const [, change] of changes) await db.sql.unsafe(change);
    const differences = compareCatalogues(before, await readCatalogue(db.url), ['before', 'after']);
    const seen = differences.map((text) => text.split('\n')[0]?.replace(/^row \d+/, 'row'));
    expect(seen.sort()).toEqual(changes.map(([what]) => what).sort());
  } finally {
    await db.drop();
  }
});
