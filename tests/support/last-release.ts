import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { migrate } from '#local/database/migrate.ts';
import { runFile } from '#local/database/run-file.ts';
import { seedDemo, shiftCalendar } from '#local/demo/demo.ts';
import { userId } from '#local/demo/accounts.ts';
import { publishShop } from '#scripts/bench/sample-shop.ts';
import { openMigrations, readFrozen, supabaseDir } from '#scripts/migrations/frozen-migrations.ts';
import { root } from '#scripts/sources.ts';
import { createEmptyDatabase, type Caller, type EmptyDatabase, type TestDatabase } from './database.ts';

/** Makes a copy of the schema and its migrations, which a test may change. */
export function copyOfSupabase(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'supabase-'));
  const isNeeded = (source: string) => !source.startsWith(path.join(supabaseDir, 'functions'));
  cpSync(supabaseDir, dir, { recursive: true, filter: isNeeded });
  return dir;
}

/**
 * Makes a copy of the schema and its migrations as they were in the last release. Until the first release, this is
 * their present state.
 */
export function lastRelease(): string {
  const dir = copyOfSupabase();
  if (readFrozen(dir)) for (const file of openMigrations(dir)) rmSync(path.join(dir, file));
  return dir;
}

/** Makes a database with these migrations, the demo data and many orders of eight years. */
export async function oldDatabase(dir: string, orders: number): Promise<EmptyDatabase> {
  const db = await createEmptyDatabase();
  await migrate({ url: db.hostedUrl, supabaseDir: dir });
  await loadOrders(db, orders);
  await load(db.url, 'lists.sql', orders);
  await seedDemo(db.sql);
  return db;
}

/** Publishes what is sold, and adds orders of eight years. */
export async function loadOrders(
  { sql, url }: Pick<TestDatabase, 'sql' | 'url'>,
  orders: number,
): Promise<void> {
  const [day] = await sql<[{ thursday: string }]>`
    select private.iso((w.saturday - 2 + time '10:00') at time zone private.time_zone()) as thursday
    from private.weekend() w`;
  await shiftCalendar(sql, new Date(day.thursday));
  await sql`select public.ensure_next_weekend_funstart_sessions()`;
  await publishShop(sql as unknown as Parameters<typeof publishShop>[0]);
  await load(url, 'books.sql', orders);
}

/** Runs a file on a separate connection, because the files leave temporary functions behind. */
async function load(url: string, file: string, orders: number): Promise<void> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await sql.begin(async (tx) => {
      await tx`select set_config('bench.orders', ${String(orders)}, true)`;
      await runFile(tx, path.join(root, 'scripts/bench', file));
    });
    await sql`analyze`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const signedIn = (email: string): Caller => ({
  role: 'authenticated',
  sub: userId(email),
  claims: { aal: 'aal2' },
});
const admin = signedIn('business@otter.test');
const parent = signedIn('parent@otter.test');
const visitor: Caller = { role: 'anon' };

/** Calls whose answers people see on some screens, each with its caller. */
const screens: [who: Caller, call: string][] = [
  [visitor, 'json_agg(s) from public.get_session_availability_with_enrollments() s'],
  [visitor, 'json_agg(p) from public.get_camp_prices() p'],
  [visitor, 'json_agg(c) from public.camps c'],
  [parent, 'public.get_family_dashboard()'],
  [parent, 'public.get_family_orders()'],
  [parent, 'public.get_balance()'],
  [parent, 'public.get_my_waitlist()'],
  [parent, 'public.get_message_channels()'],
  [admin, 'public.get_management_today()'],
  ...['any', 'paid', 'decide', 'refunded', 'open', 'lapsed'].map((state): [Caller, string] => [
    admin,
    `public.list_orders('{"state": "${state}"}')`,
  ]),
  [admin, "public.list_orders('{}', '-total')"],
  [admin, "public.list_families('{}', 'name')"],
  [admin, 'public.list_leads()'],
  [admin, 'public.list_waitlists()'],
  [admin, 'public.list_parties()'],
  [admin, 'public.list_decisions()'],
  [admin, 'public.list_messages()'],
  [admin, 'public.get_settings()'],
  ...['revenue', 'fill', 'refunds', 'gst', 'retention', 'waitlists'].map((report): [Caller, string] => [
    admin,
    `public.get_report('${report}', (now() - interval '364 days')::date, now()::date)`,
  ]),
  [
    admin,
    'jsonb_agg(public.get_order_details(id) order by id) from (select id from public.orders order by id limit 30) o',
  ],
  [{ role: 'service_role' }, 'json_agg(b) from public.reconcile_books() b'],
];

/** Returns the answers of the screens by their calls, without values that depend on the clock. */
export async function readScreens(db: TestDatabase): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const [who, call] of screens) {
    await db.sql`delete from public.rate_limits`;
    const answer = await db.as(who, async (sql) => {
      const [row] = await sql.unsafe<{ answer: unknown }[]>(`select (select ${call}) as answer`);
      return row?.answer;
    });
    const isClock = (key: string) =>
      key === 'now' || key === 'server_time' || (key === 'at' && call.includes('management_today'));
    seen[`${who.sub ?? who.role}: ${call}`] = JSON.parse(
      JSON.stringify(answer ?? null, (key, value: unknown) => (isClock(key) ? '(now)' : value)),
    );
  }
  return seen;
}
