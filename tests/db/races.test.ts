import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, visitor, waitForLocked } from '#support/sql.ts';

const PARENTS = 20;

/** Locks the session's row until every call waits for it, so that the calls race on every machine. */
async function atOnce<T>(db: TestDatabase, sessionId: string, calls: (() => Promise<T>)[]) {
  let outcomes: Promise<PromiseSettledResult<T>[]> | undefined;
  await db.sql.begin(async (gate) => {
    await gate`select from public.sessions where id = ${sessionId} for update`;
    outcomes = Promise.allSettled(calls.map((call) => call()));
    await waitForLocked(db, calls.length);
  });
  const settled = (await outcomes) ?? [];
  return {
    won: settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    lost: settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : [])),
  };
}

describe('twenty parents compete for the last spot', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createDatabase();
    await shop.publish(db);
  });
  afterAll(() => db.drop());

  test('exactly one parent gets it, and the others are refused', async () => {
    const session = await shop.makeSession(db, { capacity: 1 });
    const { won, lost } = await atOnce(
      db,
      session,
      Array.from({ length: PARENTS }, () => () => shop.hold(db, session)),
    );
    expect(won).toHaveLength(1);
    expect(new Set(lost.map(({ message }) => message))).toEqual(new Set(['session_full']));
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('a session is sold exactly up to its capacity', async () => {
    const session = await shop.makeSession(db, { capacity: 7 });
    const { won } = await atOnce(
      db,
      session,
      Array.from({ length: PARENTS }, () => () => shop.hold(db, session)),
    );
    expect(won).toHaveLength(7);
  });

  test('when two children want one remaining spot, both or neither get in', async () => {
    const session = await shop.makeSession(db, { capacity: 3 });
    const holdPair = () => shop.hold(db, [session, session]);
    const { won, lost } = await atOnce(db, session, [holdPair, holdPair, holdPair]);
    expect(won).toHaveLength(1);
    expect(await shop.countSpotsTaken(db, session)).toBe(2);
    expect(lost).toEqual(
      Array(2).fill(expect.objectContaining({ message: 'session_full', hint: 'lines[1].session_id' })),
    );
    await shop.hold(db, session);
    expect(await refusal(holdPair())).toMatchObject({ code: 'session_full' });
  });

  test('orders for the same sessions in opposite order cause no deadlock', async () => {
    const [a, b] = [
      await shop.makeSession(db, { capacity: 30 }),
      await shop.makeSession(db, { capacity: 30 }),
    ];
    const calls = Array.from({ length: PARENTS }, (_, n) => shop.hold(db, n % 2 ? [a, b] : [b, a]));
    await expect(Promise.all(calls)).resolves.toHaveLength(PARENTS);
    expect([await shop.countSpotsTaken(db, a), await shop.countSpotsTaken(db, b)]).toEqual([
      PARENTS,
      PARENTS,
    ]);
  });

  test('a hold that lapses while another caller waits for the lock is free for that caller', async () => {
    const session = await shop.makeSession(db, { capacity: 1 });
    const order = await shop.hold(db, session);
    let waiting: Promise<unknown> | undefined;
    await db.sql.begin(async (gate) => {
      await gate`select from public.sessions where id = ${session} for update`;
      waiting = shop.hold(db, session);
      await waitForLocked(db);
      await gate`update public.holds set expires_at = clock_timestamp() where session_id = ${session}`;
    });
    await expect(waiting).resolves.toMatchObject({ status: 'held' });
    expect(await refusal(rpc(db, visitor, 'renew_hold', { p_secret: order.secret }))).toMatchObject({
      code: 'hold_expired',
    });
  });

  test('a renewal that waited for the lock decides by the time after the wait', async () => {
    const session = await shop.makeSession(db, { capacity: 1 });
    const order = await shop.hold(db, session);
    let renewal: Promise<unknown> | undefined;
    await db.sql.begin(async (gate) => {
      await gate`select from public.sessions where id = ${session} for update`;
      renewal = rpc(db, visitor, 'renew_hold', { p_secret: order.secret }).catch((error: unknown) => error);
      await waitForLocked(db);
      await gate`update public.holds set expires_at = clock_timestamp() where session_id = ${session}`;
    });
    expect(await renewal).toMatchObject({ message: 'hold_expired' });
  });

  test('when a payment and another parent meet at the end of the hold, there is one spot and no charge is lost', async () => {
    for (let round = 0; round < 5; round++) {
      const session = await shop.makeSession(db, { capacity: 1 });
      const paying = await shop.openCheckout(db, session);
      await shop.expireHolds(db, paying.order.secret);
      const { won } = await atOnce<unknown>(db, session, [
        () => shop.confirmPayment(db, shop.paymentOf(paying)),
        () => shop.hold(db, session),
      ]);
      const results = won.map((answer) => (answer as { result?: string }).result ?? 'held').sort();
      expect([['reseated'], ['held', 'needs_choice']]).toContainEqual(results);
      expect(await shop.countSpotsTaken(db, session)).toBe(1);
    }
  });
});

describe('control: the same twenty parents without the lock', () => {
  test('the twenty orders oversell, so the tests above would notice a missing lock', async () => {
    const db = await createDatabase();
    await shop.publish(db);
    const [source] = await db.sql<{ body: string }[]>`
      select pg_get_functiondef('private.lock_places(uuid[], uuid[])'::regprocedure) as body`;
    const unlocked = source?.body.replace(/perform from public\.sessions[\s\S]*?for update;/, '');
    expect(unlocked).not.toBe(source?.body);
    await db.sql.unsafe(unlocked ?? '');
    // The trigger makes every call count the seats before any call writes.
    await db.sql.unsafe(`
      create function public.wait_for_all() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(4711); return new; end';
      create trigger wait_for_all before insert on public.holds
        for each row execute function public.wait_for_all()`);

    const session = await shop.makeSession(db, { capacity: 1 });
    let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await db.sql.begin(async (gate) => {
      await gate`select pg_advisory_xact_lock(4711)`;
      outcomes = Promise.allSettled(Array.from({ length: PARENTS }, () => shop.hold(db, session)));
      await waitForLocked(db, PARENTS);
    });
    const won = ((await outcomes) ?? []).filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(PARENTS);
    expect(await shop.countSpotsTaken(db, session)).toBe(PARENTS);
    await db.drop();
  });
});
