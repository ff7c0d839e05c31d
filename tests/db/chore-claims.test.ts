/** Tests that a chore runs only once at a time, however many callers claim it, and that a late chore is reported. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.chores`);

interface ClaimedChore {
  claim: string | null;
  late_seconds: number | null;
}
const claim = (p_name = 'outbox', p_lease_seconds = 60, who: Parameters<typeof rpc>[1] = service) =>
  rpc<ClaimedChore>(db, who, 'claim_chore', { p_name, p_lease_seconds });
const finish = (p_claim: string | null, p_ok = true) =>
  rpc<{ ok: boolean }>(db, service, 'finish_chore', { p_name: 'outbox', p_claim, p_ok, p_ms: 5 });
const age = (seconds: number) => db.sql`
  update public.chores set created_at = created_at - make_interval(secs => ${seconds}), done_at = done_at - make_interval(secs => ${seconds}),
    claimed_until = claimed_until - make_interval(secs => ${seconds})`;

test('of twenty parallel claims, one succeeds', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim()));
  expect(claims.filter((one) => one.claim !== null)).toHaveLength(1);
});

test('control: without the claim, many of twenty callers would run the chore', async () => {
  // A caller without a claim sees that nobody runs the chore.
  const looks = await Promise.all(
    Array.from({ length: 20 }, () =>
      db.sql.begin(async (sql) => {
        const rows = await sql`select from public.chores where claimed_until > clock_timestamp()`;
        // The pause makes sure that all callers have read the claim before the first one writes.
        await sql`select pg_sleep(0.5)`;
        await sql`insert into public.chores (name, began_at, claimed_until) values ('outbox', now(), now() + interval '1 minute')
          on conflict (name) do update set claimed_until = excluded.claimed_until`;
        return rows.length === 0;
      }),
    ),
  );
  expect(looks.filter(Boolean).length).toBeGreaterThan(1);
});

test('a finished chore can be claimed again, and a chore that died is free when its lease ends', async () => {
  const first = await claim();
  expect(await claim()).toEqual({ claim: null, late_seconds: null });
  expect(await finish(first.claim)).toEqual({ ok: true });
  const second = await claim();
  expect(second.claim).not.toBeNull();
  await age(61);
  const third = await claim();
  expect(third.claim).not.toBeNull();
  // If a caller is too slow, ending its claim does not end the claim of the next caller.
  expect(await finish(second.claim)).toEqual({ ok: false });
  expect(await claim()).toMatchObject({ claim: null });
  expect(await finish(third.claim)).toEqual({ ok: true });
});

test('two chores do not block each other', async () => {
  expect((await claim('outbox')).claim).not.toBeNull();
  expect((await claim('purge')).claim).not.toBeNull();
});

test('a chore is late when it has not succeeded within the time in the settings, and a failed run does not count', async () => {
  const status = () => rpc(db, service, 'get_chores_status');
  expect(await status()).toEqual({ status: 'late' });
  await finish((await claim()).claim);
  expect(await status()).toEqual({ status: 'ok' });
  await age(299);
  expect((await claim('outbox', 1)).late_seconds).toBeNull();
  await age(2);
  const lateClaim = await claim('outbox', 1);
  expect(lateClaim.late_seconds).toBeGreaterThanOrEqual(301);
  await finish(lateClaim.claim, false);
  expect(await status()).toEqual({ status: 'late' });
  const [row] = await db.sql`select failures from public.chores`;
  expect(row).toEqual({ failures: 1 });
  await finish((await claim()).claim);
  expect(await status()).toEqual({ status: 'ok' });
});

test('invalid names and leases are refused', async () => {
  expect(await refusal(claim('Out Box'))).toMatchObject({ field: 'p_name' });
  expect(await refusal(claim('outbox', 0))).toMatchObject({ field: 'p_lease_seconds' });
  expect(await refusal(claim('outbox', 3601))).toMatchObject({ field: 'p_lease_seconds' });
});

test('only the service can claim and finish chores', async () => {
  const sub = await makeUser(db, `${randomUUID()}@example.test`, ['admin']);
  for (const who of [visitor, { role: 'authenticated', sub } as const])
    for (const call of [
      () => claim('outbox', 60, who),
      () => rpc(db, who, 'finish_chore', { p_name: 'outbox', p_claim: randomUUID(), p_ok: true, p_ms: 1 }),
      () => rpc(db, who, 'get_chores_status'),
    ])
      expect(await sqlState(call())).toBe('42501');
});
