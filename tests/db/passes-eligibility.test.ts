import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { callAs, makeParent, saveChild } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await db.sql`update public.offers set details = details || '{"once_per_child": true, "min_age": 5, "max_age": 12}'
    where id = 'pass-tryout'`;
});
afterEach(() => passes.runCalendar(db));
afterAll(() => db.drop());

const HAVE = { isEligible: false, requiresAuth: false, reason: 'You already have this pass type' };
const YES = { isEligible: true, requiresAuth: false, reason: null };
const check = (who: Caller, args: Record<string, string> = { p_offer_id: 'pass-term' }) =>
  rpc(db, who, 'check_pass_eligibility', args);

test('a visitor gets the same answer, whatever is known about them', async () => {
  const answer = { isEligible: false, requiresAuth: true, reason: 'Please sign in to buy this pass' };
  expect(await check(visitor)).toEqual(answer);
  expect(await check(visitor, { p_pass_type: 'tryout' })).toEqual(answer);
  const { childId } = await passes.makeHome(db);
  expect(await check(visitor, { p_offer_id: 'pass-term', p_child_id: childId })).toEqual(answer);
});

test('a parent without a family, or whose child has no such pass, may buy one', async () => {
  expect(await check(await makeParent(db, 'new@example.test'))).toEqual(YES);
  const home = await passes.makeHome(db);
  await passes.makePass(db, home, { offer: 'pass-tryout' });
  expect(await check(home.who)).toEqual(YES);
});

test('a family whose pass has credits left may not buy another, but a spent or ended pass does not count', async () => {
  const home = await passes.makeHome(db);
  await stopCalendar(db, '2026-12-31T23:59:59+08:00');
  const pass = await passes.makePass(db, home, { credits: 1, until: '2026-12-31' });
  expect(await check(home.who)).toEqual(HAVE);
  expect(await check(home.who, { p_offer_id: 'pass-term', p_child_id: home.childId })).toEqual(HAVE);
  await stopCalendar(db, '2027-01-01T00:00:00+08:00');
  expect(await check(home.who)).toEqual(YES);
  await passes.runCalendar(db);
  await stopCalendar(db, '2026-12-31T12:00:00+08:00');
  await db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${pass}, -1, 'adjusted')`;
  expect(await check(home.who)).toEqual(YES);
});

test('the answer is for any of the children, unless the caller names one', async () => {
  const home = await passes.makeHome(db);
  await passes.makePass(db, home);
  const sister = await saveChild(db, home.who, { name: 'Sister', dob: '2019-01-01' });
  expect(await check(home.who)).toEqual(YES);
  expect(await check(home.who, { p_offer_id: 'pass-term', p_child_id: home.childId })).toEqual(HAVE);
  expect(await check(home.who, { p_offer_id: 'pass-term', p_child_id: sister.id })).toEqual(YES);
});

test('a pass that renews counts, spent or not, until its end is set', async () => {
  const paid = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
  await shop.confirmPayment(db, shop.paymentOf(paid));
  const home = await passes.makeHome(db);
  await db.sql`
    insert into public.pass_subscriptions
      (family_id, child_id, offer_id, order_line_id, provider_subscription_id, price_cents, current_period_end)
    select ${home.familyId}, ${home.childId}, offer_id, id, 'sub_eligible', 100, now() from public.order_lines
    where order_id = ${paid.orderId}`;
  for (const [status, answer] of [
    ['active', HAVE],
    ['past_due', HAVE],
    ['cancelling', YES],
  ] as const) {
    await db.sql`update public.pass_subscriptions set status = ${status} where provider_subscription_id = 'sub_eligible'`;
    expect(await check(home.who), status).toEqual(answer);
  }
});

test('a child that had its try-out can never buy another one', async () => {
  const home = await passes.makeHome(db);
  expect(await check(home.who, { p_pass_type: 'tryout' })).toEqual(YES);
  const order = await callAs<{ secret: string; total_cents: number; number: string }>(
    db,
    home.who,
    'hold_order',
    {
      lines: [{ offer_id: 'pass-tryout', session_id: null, child: 0 }],
      children: [{ id: home.childId }],
    },
  );
  await shop.finalizeOrder(db, order, { ...shop.details, children: [{}] });
  expect(await check(home.who, { p_pass_type: 'tryout' })).toEqual(HAVE);
  await shop.expireHolds(db, order.secret);
  expect(await check(home.who, { p_pass_type: 'tryout' })).toEqual(YES);
});

test.each([
  ['2014-06-01', '2026-12-01', '12 is still young enough', YES],
  ['2013-06-01', '2026-12-01', '13 is too old', 'This pass is for ages 5 to 12'],
  ['2022-06-01', '2026-12-01', '4 is too young', 'This pass is for ages 5 to 12'],
  ['2021-12-01', '2026-12-01', '5 on the birthday', YES],
])('a child born %s, on %s: %s', async (dob, day, _, answer) => {
  const home = await passes.makeHome(db, dob);
  await stopCalendar(db, `${day}T12:00:00+08:00`);
  expect(await check(home.who, { p_pass_type: 'tryout' })).toEqual(
    typeof answer === 'string' ? { isEligible: false, requiresAuth: false, reason: answer } : answer,
  );
});

test('the pass can be named by its offer, by its name in the content or by its checkout', async () => {
  const home = await passes.makeHome(db);
  for (const name of ['pass-tryout', 'tryout', 'try-out']) {
    expect(await check(home.who, { p_pass_type: name })).toEqual(YES);
  }
});

test('an offer that is not on sale, another family’s child, or no argument at all is refused', async () => {
  const [home, other] = [await passes.makeHome(db), await passes.makeHome(db)];
  const readRefusal = (args: Record<string, string>) => refusal(check(home.who, args));
  expect(await readRefusal({ p_offer_id: 'pass-none' })).toMatchObject({
    code: 'offer_not_available',
    field: 'p_offer_id',
  });
  expect(await readRefusal({ p_pass_type: 'annual' })).toMatchObject({ field: 'p_pass_type' });
  expect(await readRefusal({})).toMatchObject({ code: 'invalid_input', field: 'p_pass_type' });
  expect(await readRefusal({ p_offer_id: 'pass-term', p_child_id: other.childId })).toMatchObject({
    code: 'child_not_found',
    field: 'p_child_id',
  });
});
