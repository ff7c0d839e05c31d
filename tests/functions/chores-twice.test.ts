/** The maintenance is called twice at the same moment, and each task is done by only one of the two calls. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '#server/db.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await createWorld();
  db = world.deps.db;
});
afterAll(() => world.stop());
afterEach(() => void (world.deps.db = db));

interface Report {
  status: string;
  chores: Record<string, { ok: boolean; busy?: boolean }>;
}
const run = async () => (await world.call<Report>('error-monitor/maintenance', '', maintenanceHeaders)).body;

/**
 * Counts how many calls do the same task at the same moment. Each call is slowed down, so that the other call
 * overlaps.
 */
function watch(claims: boolean) {
  const now: Record<string, number> = {};
  const maximum: Record<string, number> = {};
  world.deps.db = {
    ...db,
    async rpc(name, args) {
      // Here every call gets a claim, as if claims did not exist.
      if (!claims && name === 'claim_chore') return { claim: crypto.randomUUID(), late_seconds: null };
      now[name] = (now[name] ?? 0) + 1;
      maximum[name] = Math.max(maximum[name] ?? 0, now[name]);
      try {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return await db.rpc(name, args);
      } finally {
        now[name] -= 1;
      }
    },
  };
  return maximum;
}
/** The calls that the maintenance makes. */
const work = [
  ...[
    'list_pending_orders',
    'list_renewal_work',
    'release_lapsed_holds',
    'offer_waiting_places',
    'join_leads',
  ],
  ...['claim_rebuild', 'ensure_next_weekend_funstart_sessions', 'plan_weekends', 'claim_refunds'],
  ...['queue_expiry_reminders', 'queue_session_reminders', 'queue_party_answers', 'queue_lost_links'],
  ...['queue_messages', 'check_alerts', 'claim_outbox', 'report_lost_mails', 'list_dropped_photos'],
  'reconcile_hourly',
] as const;

test('one call runs a chore, and the other call skips it', async () => {
  const maximum = watch(true);
  const reports = await Promise.all([run(), run(), run()]);
  for (const name of work) expect(maximum[name], name).toBe(1);
  expect(reports.every(({ status }) => status === 'ok')).toBe(true);
  const busy = reports.flatMap(({ chores }) => Object.values(chores).filter((chore) => chore.busy));
  expect(busy.length).toBeGreaterThan(0);
  // No claim is left over.
  const [left] = await world.database.sql`select count(*)::int as n from chores where claim is not null`;
  expect(left).toEqual({ n: 0 });
});

test('two calls without claims run the same chore at once', async () => {
  const maximum = watch(false);
  await Promise.all([run(), run(), run()]);
  expect(Math.max(...work.map((name) => maximum[name] ?? 0))).toBeGreaterThan(1);
});

test('a chore whose caller died runs again when its lease is over', async () => {
  await world.database
    .sql`update chores set claim = gen_random_uuid(), claimed_until = now() + interval '1 minute'`;
  expect(Object.values((await run()).chores).every(({ busy }) => busy === true)).toBe(true);
  await world.database.sql`update chores set claimed_until = now() - interval '1 second'`;
  expect(Object.values((await run()).chores).every(({ busy }) => busy === undefined)).toBe(true);
});
