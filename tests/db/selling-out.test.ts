import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { purge } from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let week: string[];
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.rate_limits`;
  await db.sql.begin(async (sql) => {
    // The ledger of a line cannot be deleted, so the replica role empties it before each test.
    await sql`set local session_replication_role = replica`;
    await sql`delete from public.invoices`;
    await sql`delete from public.line_ledger`;
    await sql`set local session_replication_role = origin`;
    await sql`delete from public.orders`;
  });
  week = [];
  for (let n = 0; n < 4; n++) week.push(await camps.makeCamp(db, { capacity: 20 }));
});

const from = '203.0.113.7';
const holdAt = (who: Caller, camp_ids: string[], more: object = {}) =>
  rpc<OrderView>(db, who, 'hold_order', {
    p_order: {
      lines: camp_ids.map((camp_id) => ({ offer_id: 'tier-spark', camp_id, expected_price_cents: null })),
      previous_secret: null,
      ...more,
    },
  });
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    () => refusal(call).then((refused) => refused.code),
  );
const readTimes = async (count: number, call: (n: number) => Promise<unknown>) => {
  const answers: Record<string, number> = {};
  for (let n = 0; n < count; n++) {
    const answer = await code(call(n));
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  return answers;
};
const countHeld = async (camp: string) => {
  const [row] = await db.sql<{ n: number }[]>`
    select count(*) as n from public.holds where camp_id = ${camp} and expires_at > clock_timestamp()`;
  return row?.n ?? -1;
};
const release = (order: OrderView) => rpc(db, service, 'release_order', { p_secret: order.secret });
const proven = async (email: string): Promise<Caller> => {
  const sub = await makeUser(db, email);
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${sub}`;
  return { ...visitorAt(from), role: 'authenticated', sub };
};

test('a stranger who keeps holding eight lines without children gets as many spots as a family', async () => {
  const all = [...week, ...week];
  expect(await readTimes(10, () => holdAt(visitorAt(from), all, { split: true }))).toEqual({
    sign_in_for_more: 10,
  });
  for (const camp of week) await readTimes(6, () => holdAt(visitorAt(from), Array<string>(4).fill(camp)));
  expect(await Promise.all(week.map(countHeld))).toEqual([8, 8, 8, 8]);
  // Another header does not make another visitor.
  const forged = {
    ...visitorAt(from),
    headers: { 'cf-connecting-ip': from, 'x-forwarded-for': '198.51.100.1' },
  };
  expect(await code(holdAt(forged, week.slice(0, 1)))).toBe('too_many_holds');
  expect(await code(holdAt(visitorAt('203.0.113.8'), week.slice(0, 1)))).toBe('ok');
});

test('in parallel calls, one address gets no more than a family’s spots', async () => {
  const camp = week[0] ?? '';
  await Promise.all(Array.from({ length: 30 }, () => code(holdAt(visitorAt(from), [camp, camp]))));
  expect(await countHeld(camp)).toBe(8);
});

test('holding, releasing and holding again counts the released spots for an hour', async () => {
  const four = Array<string>(4).fill(week[0] ?? '');
  const holdAndRelease = () => holdAt(visitorAt(from), four).then(release);
  expect(await readTimes(6, holdAndRelease)).toEqual({ ok: 4, too_many_holds: 2 });
  // An expired hold counts as released.
  await db.sql`update public.orders set status = 'expired'`;
  expect(await code(holdAndRelease())).toBe('too_many_holds');
  await db.sql.begin(async (sql) => {
    await sql`alter table public.orders disable trigger user`;
    await sql`update public.orders set updated_at = updated_at - interval '61 minutes'`;
    await sql`alter table public.orders enable trigger user`;
  });
  expect(await code(holdAndRelease())).toBe('ok');
});

test('a parent who changes a line twenty times has released nothing', async () => {
  let order = await holdAt(visitorAt(from), [week[0] ?? '', week[0] ?? '']);
  for (let n = 0; n < 20; n++)
    order = await holdAt(visitorAt(from), [week[0] ?? '', week[0] ?? ''], { previous_secret: order.secret });
  expect(await countHeld(week[0] ?? '')).toBe(2);
});

test('accounts with a verified e-mail address are counted separately, such as families at one school', async () => {
  const camp = week[0] ?? '';
  expect(await readTimes(5, () => holdAt(visitorAt(from), [camp, camp]))).toEqual({
    ok: 4,
    too_many_holds: 1,
  });
  for (const name of ['ann', 'ben']) {
    const who = await proven(`${name}@example.test`);
    expect(await code(holdAt(who, [camp, camp]))).toBe('ok');
  }
  // One address may hold twelve spots in all, however many accounts use it.
  expect(await code(holdAt(await proven('cai@example.test'), [camp, camp]))).toBe('too_many_holds');
  const large = await proven('large@example.test');
  expect(await code(holdAt(large, Array<string>(5).fill(week[1] ?? '')))).toBe('ok');
  // An account with an unverified address counts as a guest.
  const sub = await makeUser(db, 'invented@example.test');
  await db.sql`update auth.users set email_confirmed_at = null where id = ${sub}`;
  const invented: Caller = { ...visitorAt(from), role: 'authenticated', sub };
  expect(await code(holdAt(invented, [camp]))).toBe('too_many_holds');
  expect(await refusal(holdAt(invented, Array<string>(5).fill(week[2] ?? '')))).toMatchObject({
    code: 'sign_in_for_more',
    field: 'lines',
    status: 409,
  });
});

test('the spots of one address are limited over all camps, even for verified accounts', async () => {
  await db.sql`update public.settings set holds_per_address_max = 6`;
  for (const camp of week.slice(0, 3)) await holdAt(visitorAt(from), [camp, camp]);
  expect(await code(holdAt(visitorAt(from), week.slice(3)))).toBe('too_many_holds');
  expect(await code(holdAt(await proven('dan@example.test'), week.slice(3)))).toBe('too_many_holds');
  await db.sql`update public.settings set holds_per_address_max = 40`;
});

test('paid spots of an address no longer count', async () => {
  const camp = week[0] ?? '';
  for (let n = 0; n < 4; n++) {
    const order = await holdAt(visitorAt(from), [camp, camp]);
    await db.sql`delete from public.holds where order_id = (select id from public.orders where secret = ${order.secret})`;
    await db.sql`update public.orders set status = 'paid', paid_at = clock_timestamp() where secret = ${order.secret}`;
  }
  expect(await code(holdAt(visitorAt(from), [camp]))).toBe('ok');
});

test('if the host sends no address, all callers count as one visitor', async () => {
  const camp = week[0] ?? '';
  const nobody = (n: number): Caller => ({
    ...visitor,
    headers: { host: 'x', 'x-forwarded-for': `198.51.100.${n}` },
  });
  expect(await readTimes(10, (n) => holdAt(nobody(n), [camp]))).toEqual({ ok: 8, too_many_holds: 2 });
});

test('another host’s header is used if the settings name it, and then no other header', async () => {
  await db.sql`update public.settings set address_header = 'x-real-ip'`;
  const camp = week[0] ?? '';
  const at = (n: number): Caller => ({
    ...visitor,
    headers: { 'cf-connecting-ip': `198.51.100.${n}`, 'x-real-ip': from },
  });
  expect(await readTimes(10, (n) => holdAt(at(n), [camp]))).toEqual({ ok: 8, too_many_holds: 2 });
  await db.sql`update public.settings set address_header = default`;
});

test('the payment page extends a hold, but not beyond its maximum life', async () => {
  const session = await shop.makeSession(db, { capacity: 9 });
  await shop.publish(db);
  const order = await shop.hold(db, session);
  const age = (minutes: number) => db.sql`
    with o as (update public.orders set opened_at = opened_at - make_interval(mins => ${minutes})
      where secret = ${order.secret} returning id)
    update public.holds set expires_at = greatest(expires_at - make_interval(mins => ${minutes}),
      clock_timestamp() + interval '1 minute') where order_id = (select id from o)`;
  await age(44);
  await shop.openPaymentPage(db, order);
  const life = async () => {
    const [row] = await db.sql<{ minutes: number }[]>`
      select extract(epoch from h.expires_at - o.opened_at) / 60 as minutes
      from public.holds h join public.orders o on o.id = h.order_id where o.secret = ${order.secret}`;
    return row?.minutes ?? 0;
  };
  expect(await life()).toBeGreaterThan(70);
  expect(await life()).toBeLessThanOrEqual(80);
  // If the family returns after the time for a new payment page, the same page is used again, and other terms are
  // refused.
  await age(5);
  expect(await shop.finalizeOrder(db, order)).toMatchObject({ same_terms: true });
  await db.sql`update public.checkout_attempts set terms = '{}'`;
  expect(await refusal(shop.finalizeOrder(db, order))).toMatchObject({ code: 'hold_expired' });
  await db.sql`update public.checkout_attempts set closed_at = clock_timestamp()`;
  expect(await refusal(shop.finalizeOrder(db, order))).toMatchObject({ code: 'hold_expired' });
});

test('an unpaid order is deleted after its period, with everything that was typed', async () => {
  await shop.publish(db);
  const { order, orderId } = await shop.openCheckout(db, await shop.makeSession(db, { capacity: 9 }));
  const checkout = await shop.openCheckout(db, await shop.makeSession(db, { capacity: 9 }));
  await rpc(db, service, 'lapse_checkout', { p_session_id: checkout.sessionId });
  await rpc(db, service, 'lapse_checkout', { p_session_id: await readSession(orderId) });
  await db.sql.begin(async (sql) => {
    await sql`alter table public.orders disable trigger user`;
    await sql`update public.orders set updated_at = updated_at - interval '8 days' where id = ${orderId}`;
    await sql`alter table public.orders enable trigger user`;
  });
  await purge(db);
  const left =
    await db.sql`select id from public.orders where secret in (${order.secret}, ${checkout.order.secret})`;
  expect(left).toEqual([{ id: checkout.orderId }]);
  expect(await db.sql`select 1 from public.order_children where order_id = ${orderId}`).toHaveLength(0);
});

const readSession = async (orderId: string) => {
  const [row] = await db.sql<{ session_id: string }[]>`
    select session_id from public.checkout_attempts where order_id = ${orderId}`;
  return row?.session_id ?? '';
};
