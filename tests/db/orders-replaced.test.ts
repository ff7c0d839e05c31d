import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { campLine } from '#support/sql-orders.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

const MINUTE = 60_000;
const minutesLeft = (order: { hold_expires_at: string | null; server_time: string }) =>
  (Date.parse(order.hold_expires_at ?? '') - Date.parse(order.server_time)) / MINUTE;
const age = (order: orders.Held, minutes: number) =>
  db.sql`
    update public.orders set opened_at = opened_at - ${minutes}::integer * interval '1 minute',
      created_at = created_at - ${minutes}::integer * interval '1 minute' where secret = ${order.secret}`;
const clock = async (order: orders.Held) => {
  const [row] = await db.sql`
    select status, renewals, round(extract(epoch from clock_timestamp() - opened_at) / 60) as minutes
    from public.orders where secret = ${order.secret}`;
  return row;
};

test('a hold that replaces one for the same spot keeps its expiry and its renewals', async () => {
  const camp = await camps.makeCamp(db);
  const first = await orders.hold(db, { lines: [campLine(camp)] });
  await db.sql`update public.orders set renewals = 1 where secret = ${first.secret}`;
  await age(first, 40);
  const second = await orders.hold(db, {
    lines: [campLine(camp), campLine(camp)],
    previous_secret: first.secret,
  });
  expect(await clock(first)).toMatchObject({ status: 'released' });
  expect(await clock(second)).toEqual({ status: 'held', renewals: 1, minutes: 40 });
  expect(minutesLeft(second)).toBeCloseTo(5, 1);
  expect(await orders.countCampSpots(db, camp)).toBe(2);
  const third = await orders.hold(db, { lines: [campLine(camp)], previous_secret: second.secret });
  expect(await clock(third)).toMatchObject({ minutes: 40 });
});

test('who comes back late from a payment page gets new time once, and then the spot goes to who waits', async () => {
  const camp = await camps.makeCamp(db, { capacity: 1 });
  const request = { lines: [campLine(camp)] };
  const first = await orders.hold(db, request);
  await waitlists.joinAs(db, visitor, {
    ...waitlists.joinRequest({ camp_id: camp }),
    children: [orders.childAged8('Uma Rahman')],
  });
  await age(first, 46);
  const second = await orders.hold(db, { ...request, previous_secret: first.secret });
  expect(await clock(second)).toMatchObject({ status: 'held', minutes: 0 });
  await age(second, 46);
  expect(await refusal(orders.hold(db, { ...request, previous_secret: second.secret }))).toMatchObject({
    code: 'camp_full',
  });
});

test('if nobody waits, further new time counts as another hold of the same network', async () => {
  const camp = await camps.makeCamp(db);
  let order = await orders.hold(db, { lines: [campLine(camp)] });
  const areContinued: unknown[] = [];
  for (let round = 0; round < 3; round++) {
    await age(order, 46);
    const next = await orders.hold(db, { lines: [campLine(camp)], previous_secret: order.secret });
    const [line] = await db.sql`
      select l.continued from public.order_lines l join public.orders o on o.id = l.order_id where o.secret = ${order.secret}`;
    areContinued.push(line?.['continued']);
    order = next;
  }
  expect(areContinued).toEqual([true, false, true]);
});

test('a hold for another spot gets a new expiry', async () => {
  const [before, after] = [await camps.makeCamp(db), await camps.makeCamp(db)];
  const first = await orders.hold(db, { lines: [campLine(before)] });
  await age(first, 40);
  const second = await orders.hold(db, { lines: [campLine(after)], previous_secret: first.secret });
  expect(await clock(second)).toEqual({ status: 'held', renewals: 0, minutes: 0 });
  expect(minutesLeft(second)).toBeCloseTo(30, 1);
  expect(await orders.countCampSpots(db, before)).toBe(0);
});

test('a hold that replaces a lapsed one gets a new expiry', async () => {
  const camp = await camps.makeCamp(db);
  const first = await orders.hold(db, { lines: [campLine(camp)] });
  await age(first, 40);
  await db.sql`
    update public.holds set expires_at = clock_timestamp() - interval '1 second'
    where order_id = ${await orders.readOrderId(db, first)}`;
  const second = await orders.hold(db, { lines: [campLine(camp)], previous_secret: first.secret });
  expect(minutesLeft(second)).toBeCloseTo(30, 1);
});

test('a hold whose response was lost is found and replaced by the secret that the browser chose', async () => {
  const camp = await camps.makeCamp(db, { capacity: 2 });
  const secret = randomUUID();
  const first = await orders.hold(db, { lines: [campLine(camp)], secret });
  expect(first.secret).toBe(secret);
  // The repeated request returns the same order, with one spot.
  expect(await orders.hold(db, { lines: [campLine(camp)], secret })).toMatchObject({ number: first.number });
  expect(await orders.countCampSpots(db, camp)).toBe(1);
  const second = await orders.hold(db, { lines: [campLine(camp)], previous_secret: secret });
  expect(second.secret).not.toBe(secret);
  expect(await clock(first)).toMatchObject({ status: 'released' });
  expect(await orders.countCampSpots(db, camp)).toBe(1);
});

test('no hold is released without that secret', async () => {
  const camp = await camps.makeCamp(db);
  const first = await orders.hold(db, { lines: [campLine(camp)], secret: randomUUID() });
  await orders.hold(db, { lines: [campLine(camp)], secret: randomUUID(), previous_secret: randomUUID() });
  expect(await clock(first)).toMatchObject({ status: 'held' });
  expect(await orders.countCampSpots(db, camp)).toBe(2);
});

test('a refused replacement leaves the earlier hold unchanged', async () => {
  const [held, full] = [await camps.makeCamp(db), await camps.makeCamp(db, { capacity: 1 })];
  await orders.hold(db, { lines: [campLine(full)] });
  const first = await orders.hold(db, { lines: [campLine(held)] });
  const refused = orders.hold(db, { lines: [campLine(full)], previous_secret: first.secret });
  expect(await refusal(refused)).toMatchObject({ code: 'camp_full' });
  expect(await orders.viewOrder(db, first)).toMatchObject({
    status: 'held',
    hold_expires_at: first.hold_expires_at,
  });
  expect(await orders.countCampSpots(db, held)).toBe(1);
});

test('a replaced hold does not block its replacement, even for the last spot and the last use of a code', async () => {
  const camp = await camps.makeCamp(db, { capacity: 1 });
  await db.sql`insert into public.promotion_codes (code, percent, uses_max) values ('LAST', 10, 1)`;
  const first = await orders.hold(db, { lines: [campLine(camp)], code: 'last' });
  const second = await orders.hold(db, {
    lines: [campLine(camp)],
    code: 'last',
    previous_secret: first.secret,
  });
  expect(second).toMatchObject({ code: 'LAST', total_cents: 44100 });
});
