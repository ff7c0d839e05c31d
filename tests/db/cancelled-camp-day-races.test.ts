/** Tests two people who decide about the same day of a camp at once, with a control without the lock. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as campDays from '#support/sql-camp-days.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { atOnce, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
async function openShop(): Promise<TestDatabase> {
  const database = await createDatabase();
  people = await makePeople(database);
  await camps.publish(database, camps.tierOffer('spark'));
  await afterSale.sellWithRules(database, []);
  return database;
}
beforeAll(async () => void (db = await openShop()));
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const both = () => [people.callers.admin, people.callers['business admin']];
const onCamp = (id: string) => ({ table: 'camp_weeks' as const, id });
const cancelledDays = async (database: TestDatabase, camp: string) =>
  (
    await database.sql<{ day: string }[]>`
      select day::text from public.cancelled_camp_days where camp_id = ${camp} order by day`
  ).map(({ day }) => day);

/** Makes a camp of two days that has not begun. */
async function makeShortCamp(database: TestDatabase) {
  const first = afterSale.dateIn(7 * week++);
  const camp = await camps.makeCamp(database, { start: first, days: 2 });
  const [row] = await database.sql<[{ last: string }]>`
    select end_date::text as last from public.camp_weeks where id = ${camp}`;
  return { camp, first, last: row.last };
}
/** Two admins each cancel one of the two days at once. Together they would cancel the whole camp. */
async function cancelBothDays(database: TestDatabase) {
  const { camp, first, last } = await makeShortCamp(database);
  const days = [first, last];
  const seen = await campDays.previewDays(database, people.callers.admin, camp, [first]);
  const { won, lost } = await atOnce(
    database,
    onCamp(camp),
    both().map((who, nth) => () => campDays.cancelDays(database, who, camp, [days[nth] ?? ''], seen)),
  );
  return { won: won.length, lost, left: await cancelledDays(database, camp) };
}

test('the second of two admins who cancel the same day does nothing more', async () => {
  const { camp, bought, tuesday } = await campDays.sellRunningCamp(db, week++);
  const seen = await campDays.previewDays(db, people.callers.admin, camp, [tuesday]);
  const { won, lost } = await atOnce(
    db,
    onCamp(camp),
    both().map((who) => () => campDays.cancelDays(db, who, camp, [tuesday], seen)),
  );
  expect(lost).toEqual([]);
  expect(won.map(({ days, mails, refund_cents }) => [days, mails, refund_cents])).toEqual([
    [1, 1, seen.refund_cents],
    [0, 0, 0],
  ]);
  expect(await afterSale.readRefunds(db, bought.orderId)).toHaveLength(1);
  expect(await campDays.mailsAbout(db, camp)).toHaveLength(1);
});

test('two admins do not cancel a camp day by day, because its families could then choose no other camp', async () => {
  expect(await cancelBothDays(db)).toMatchObject({
    won: 1,
    lost: ['invalid_input'],
    left: [expect.anything()],
  });
});

test('without the lock they do (control)', async () => {
  const control = await openShop();
  try {
    await afterSale.startCalendar(control);
    await control.sql`
      create or replace function private.lock_cancelled_by_us(p_session_ids uuid[], p_camp_ids uuid[], p_refunds boolean)
      returns void language sql volatile set search_path = '' as $$ select $$`;
    expect(await cancelBothDays(control)).toMatchObject({
      won: 2,
      left: [expect.anything(), expect.anything()],
    });
  } finally {
    await control.drop();
    // The ids of the callers are those of the last database that was opened.
    await db.drop();
    db = await openShop();
  }
});

test.each([
  ['cancels', 'restores', 'held'],
  ['restores', 'cancels', 'cancelled'],
] as const)(
  'if one admin %s a cancelled day while another %s it, the last word counts, and money is paid once',
  async (first, _second, end) => {
    const { camp, bought, tuesday } = await campDays.sellRunningCamp(db, week++);
    const [admin, owner] = both() as [People['callers']['admin'], People['callers']['admin']];
    const seen = await campDays.previewDays(db, admin, camp, [tuesday]);
    await campDays.cancelDays(db, admin, camp, [tuesday], seen);
    const calls: (() => Promise<unknown>)[] = [
      () => campDays.cancelDays(db, admin, camp, [tuesday], { ...seen, refund_cents: 0 }),
      () => campDays.restoreDay(db, owner, camp, tuesday),
    ];
    const { lost } = await atOnce(db, onCamp(camp), first === 'cancels' ? calls : calls.toReversed());
    expect(lost).toEqual([]);
    const isCancelled = end === 'cancelled';
    expect(await cancelledDays(db, camp)).toEqual(isCancelled ? [tuesday] : []);
    expect((await campDays.mailsAbout(db, camp)).at(-1)?.payload).toMatchObject({ kind: end });
    expect(await afterSale.readRefunds(db, bought.orderId)).toHaveLength(1);
    const [heads] = await db.sql<
      [{ heads: object }]
    >`select private.head_count(${tuesday}, ${camp}) as heads`;
    expect(heads.heads).toMatchObject({ expected: isCancelled ? 0 : 1 });
  },
);

test.each(['the admin', 'the family'])(
  'a family that pays while an admin cancels the day gets its share once, whoever is first: %s',
  async (first) => {
    const start = afterSale.dateIn(7 * week++);
    const camp = await camps.makeCamp(db, { start });
    await db.sql`update public.camp_weeks set end_date = start_date + 2 where id = ${camp}`;
    const seen = await campDays.previewDays(db, people.callers.admin, camp, [start]);
    let cancelling: Promise<string> | undefined;
    let gate: Promise<unknown> | undefined;
    const cancel = () =>
      (cancelling = campDays.cancelDays(db, people.callers.admin, camp, [start], seen).then(
        () => 'done',
        (error: unknown) => (error as Error).message,
      ));
    const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: camp }], {
      beforePayment: () =>
        new Promise<void>((resolve) => {
          gate = db.sql.begin(async (sql) => {
            await sql`select from public.camp_weeks where id = ${camp} for update`;
            if (first === 'the admin') {
              void cancel();
              await waitForLocked(db, 1);
              resolve();
            } else {
              resolve();
              await waitForLocked(db, 1);
              void cancel();
            }
            await waitForLocked(db, 2);
          });
        }),
    });
    await gate;
    // An admin who comes second sees that there is now a child more, and presses again.
    expect(await cancelling).toBe(first === 'the admin' ? 'done' : 'changed_meanwhile');
    if (first === 'the family') {
      const again = await campDays.previewDays(db, people.callers.admin, camp, [start]);
      await campDays.cancelDays(db, people.callers.admin, camp, [start], again);
    }
    const refunds = await db.sql<{ amount_cents: number }[]>`
      select amount_cents from public.refunds where order_id = ${bought.orderId}`;
    expect(refunds).toEqual([{ amount_cents: Math.floor(bought.total / 3) }]);
    expect(await campDays.mailsAbout(db, camp)).toHaveLength(1);
  },
);
