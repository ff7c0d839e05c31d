/** Stops SQL functions in the middle, so that a test can run two calls at the same moment. */
import { expect } from 'vitest';
import type { Caller, TestDatabase } from './database.ts';
import { signedIn } from './sql-details.ts';
import * as orders from './sql-orders.ts';
import { orderDetails, childAged8 } from './sql-orders.ts';
import * as shop from './sql-selling.ts';
import { makeUser, rpc, waitForLocked } from './sql.ts';

export const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Makes a function stop after `after` (a piece of its source) until the gate opens. */
export async function stopFunction(
  db: TestDatabase,
  signature: string,
  after: string,
): Promise<{ open: () => Promise<unknown> }> {
  const [row] = await db.sql<
    [{ source: string }]
  >`select pg_get_functiondef(${signature}::regprocedure) as source`;
  const stopped = row.source.replace(after, `${after} perform pg_advisory_xact_lock_shared(4711);`);
  expect(stopped).not.toBe(row.source);
  await db.sql.unsafe(stopped);
  return { open: () => db.sql.unsafe(row.source) };
}

/** Calls both functions, holds each in the middle, and then lets both continue. */
export async function interleave(
  db: TestDatabase,
  stop: [string, string],
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
) {
  const { open } = await stopFunction(db, ...stop);
  let outcomes: Promise<string>[] = [];
  await db.sql.begin(async (gate) => {
    await gate`select pg_advisory_xact_lock(4711)`;
    outcomes = [outcomeOf(first())];
    await waitForLocked(db, 1);
    outcomes.push(outcomeOf(second()));
    await waitForLocked(db, 2);
  });
  await open();
  return Promise.all(outcomes);
}

interface Siblings {
  session: string;
  admin: Caller;
  cancel: (...lines: number[]) => Promise<unknown>;
}

/** Makes an order with two children in one session, and an admin who cancels lines of it. */
export async function buyForSiblings(db: TestDatabase, name: string): Promise<Siblings> {
  const session = await shop.makeSession(db, { capacity: 9 });
  const admin = signedIn(await makeUser(db, `${name}@example.test`, ['admin']));
  const line = (child: number) => ({ offer_id: shop.term.id, session_id: session, child });
  const order = await orders.hold(db, { lines: [line(0), line(1)], children: [{}, {}] });
  await orders.payOrder(db, order, orderDetails([childAged8(`Ann ${name}`), childAged8(`Bob ${name}`)]));
  const [{ id }] = await db.sql<[{ id: string }]>`
    select id from public.orders where secret = ${order.secret}`;
  // The passes were sold by the real clock, and the shop's calendar is far ahead, so their validity would have ended.
  await db.sql`
    update public.passes p set valid_until = null from public.order_lines l
    where l.order_id = ${id} and p.order_line_id = l.id`;
  const p_access = { order_id: id };
  const { lines } = await rpc<{ lines: { line_id: string; can: { cancel: { refund_cents: number } } }[] }>(
    db,
    admin,
    'get_managed_order',
    { p_access },
  );
  const cancel = (...which: number[]) => {
    const chosen = lines.filter((_, n) => which.includes(n));
    return rpc(db, admin, 'cancel_lines', {
      p_access,
      p_line_ids: chosen.map((line) => line.line_id),
      p_expected_refund_cents: chosen.reduce((sum, { can }) => sum + can.cancel.refund_cents, 0),
    });
  };
  return { session, admin, cancel };
}
