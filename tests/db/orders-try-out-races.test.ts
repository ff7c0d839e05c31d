import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../support/database.ts';
import * as orders from '../support/sql-orders.ts';
import { detailsOf, kid } from '../support/sql-orders.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

/** Orders for sessions of their own, so that only the children bring them together, settled all at once. */
async function settleAtOnce(names: string[][]): Promise<string[]> {
  const sessions: string[] = [];
  const opened: [orders.Held, object[]][] = [];
  for (const children of names) {
    const own = await Promise.all(children.map(() => shop.makeSession(db)));
    sessions.push(...own);
    const lines = own.map((session_id) => ({ offer_id: 'pass-once', session_id }));
    opened.push([await orders.hold(db, { lines }), children.map((name) => kid(name))]);
  }
  let outcomes: Promise<string[]> | undefined;
  await db.sql.begin(async (gate) => {
    await gate`select from public.sessions where id = any (${sessions}) for update`;
    outcomes = Promise.all(
      opened.map(([order, children]) =>
        shop.settle(db, order, detailsOf(children)).then(
          () => 'settled',
          (error: unknown) => (error instanceof Error ? error.message : 'broke'),
        ),
      ),
    );
    await x.waitForLocked(db, names.length);
  });
  return (await outcomes)?.sort() ?? [];
}

test('ten orders for one child at once: one has the try-out, nine are told', async () => {
  const outcomes = await settleAtOnce(Array.from({ length: 10 }, () => ['Kai Tan']));
  expect(outcomes).toEqual(['settled', ...Array<string>(9).fill('try_out_used')]);
});

test('siblings named in opposite order do not wait for each other for ever', async () => {
  const outcomes = await settleAtOnce(
    Array.from({ length: 8 }, (_, n) => (n % 2 ? ['Lea Tan', 'Noa Tan'] : ['Noa Tan', 'Lea Tan'])),
  );
  expect(outcomes).toEqual(['settled', ...Array<string>(7).fill('try_out_used')]);
});
