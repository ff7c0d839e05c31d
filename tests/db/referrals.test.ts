/** Tests the credit for a friend who booked and came, and who gets none (docs/decisions "A friend booked"). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as camps from '#support/sql-camps.ts';
import { callAs, makeParent } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { laterReport, lostOutcome, reportDispute } from '#support/sql-disputes.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';
import {
  CREDIT,
  admin,
  beginTest,
  book,
  code,
  db,
  disputeOf,
  endDecisions,
  hold,
  judgeMoney,
  makeCode,
  makeFamily,
  makeTeller,
  openReferrals,
  pay,
  readCents,
  readOffer,
  readState,
  runChore,
  setTerms,
  settle,
  endCamps,
  type Family,
} from '#support/sql-referrals.ts';

beforeAll(openReferrals);
afterAll(() => db.drop());
beforeEach(beginTest);

test('a friend books and comes, and the family gets the credit once, and a mail that names nobody', async () => {
  const { teller, code: told } = await makeTeller();
  expect(told).toMatch(/^HI-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  const friend = await makeFamily();
  const held = await hold(friend, told.toLowerCase());
  expect(held.order).toMatchObject({ code: told, total_cents: 49_000 });
  const { orderId } = await pay(friend, held);
  await runChore();
  expect(await readState(orderId)).toEqual(['waiting', null]);
  expect(await readCents(teller.familyId)).toBe(0);
  expect(await settle(orderId)).toEqual(['given', null]);
  await runChore();
  expect(await readCents(teller.familyId)).toBe(CREDIT);
  expect(await readCents(friend.familyId)).toBe(0);
  const mails = await db.sql<{ recipient: string; payload: object }[]>`
    select recipient, payload from public.outbox where template = 'friend_booked'`;
  expect(mails.filter(({ recipient }) => recipient === teller.email)).toEqual([
    { recipient: teller.email, payload: { parent_name: teller.email, credit_cents: CREDIT } },
  ]);
  const seen = JSON.stringify([
    await rpc(db, teller.caller, 'get_balance', {}),
    await rpc(db, teller.caller, 'export_family', {}),
  ]);
  for (const secret of [friend.email, friend.familyId, friend.child.name, orderId, friend.phone])
    expect(seen).not.toContain(secret);
  await judgeMoney();
});

describe('the code', () => {
  test('is only for families that have paid, while the office has it on', async () => {
    const family = await makeFamily();
    expect(await readOffer(family)).toBeNull();
    expect(await code(rpc(db, family.caller, 'renew_referral_code', {}))).toBe('not_allowed');
    await book(family);
    expect(await readOffer(family)).toEqual({
      code: null,
      credit_cents: CREDIT,
      per_year_max: 5,
      without_credit: [],
      own_booking: null,
    });
    await setTerms({ referrals_enabled: false });
    expect(await readOffer(family)).toBeNull();
    expect(await code(rpc(db, family.caller, 'renew_referral_code', {}))).toBe('not_allowed');
  });

  test.each([
    ['a guest', () => Promise.resolve({ who: visitor }), 'code_sign_in'],
    [
      'an address that is not verified',
      async () => ({ who: await makeParent(db, `n${randomUUID()}@example.test`, false) }),
      'code_sign_in',
    ],
    ['staff', () => Promise.resolve({ who: admin }), 'code_not_applicable'],
  ])('is refused for %s', async (_, make, expected) => {
    const { code: told } = await makeTeller();
    const { who } = await make();
    expect(await code(hold(await makeFamily(), told, who))).toBe(expected);
  });

  test('is refused for the own family, its second parent, and a family that has paid', async () => {
    const { teller, code: told } = await makeTeller();
    expect(await code(hold(teller, told))).toBe('code_not_applicable');
    const second = await makeParent(db, `second${randomUUID()}@example.test`);
    await db.sql`update public.profiles set family_id = ${teller.familyId} where id = ${second.sub ?? ''}`;
    expect(await code(hold(teller, told, second))).toBe('code_not_applicable');
    const old = await makeFamily();
    await book(old);
    expect(await code(hold(old, told))).toBe('code_not_applicable');
  });

  test('is not for the desk, where a coach could type the code of a friend for everybody', async () => {
    const { code: told } = await makeTeller();
    const sale = {
      key: randomUUID(),
      children: [{ name: 'Walk In', dob: '2081-05-01' }],
      lines: [{ offer_id: 'tier-spark', camp_id: await camps.makeCamp(db), child: 0 }],
      consents: { terms: true, activity: true },
      parent: { name: 'Walk In', email: 'walk@example.test', phone: '+6598887777' },
      method: 'cash',
      code: told,
      expected_total_cents: 1,
    };
    expect(await code(callAs(db, admin, 'sell_at_desk', sale))).toBe('code_not_applicable');
  });

  test('that is guessed counts as a wrong code', async () => {
    const { code: told } = await makeTeller();
    const friend = await makeFamily();
    const camp = await camps.makeCamp(db);
    const quote = (guess: string) =>
      rpc(db, friend.caller, 'quote_order', {
        p_order: {
          lines: [{ offer_id: 'tier-spark', camp_id: camp, child: 0 }],
          children: [{ dob: friend.child.dob }],
          code: guess,
        },
      });
    for (let n = 10; n < 70; n++)
      expect(await quote(`HI-0000-00${n}`)).toMatchObject({
        code: null,
        refusals: [{ code: 'code_invalid' }],
      });
    expect(await code(quote(told))).toBe('rate_limited');
  });

  test('is renewed, and what was promised with the old one keeps its terms', async () => {
    const { teller, code: told } = await makeTeller();
    const friend = await makeFamily();
    const held = await hold(friend, told);
    const renewed = await makeCode(teller);
    expect(renewed).not.toBe(told);
    await setTerms({ referral_credit_cents: 500, referrals_enabled: false });
    const { orderId } = await pay(friend, held);
    await setTerms({ referral_credit_cents: 500 });
    expect(await code(hold(await makeFamily(), told))).toBe('code_invalid');
    expect(await settle(orderId)).toEqual(['given', null]);
    expect(await readCents(teller.familyId)).toBe(CREDIT);
  });
});

describe('nothing is given', () => {
  test('if the friend joins the family that told, before or after', async () => {
    const { teller, code: told } = await makeTeller();
    const join = async ({ caller, familyId }: Family) => {
      await db.sql`update public.profiles set family_id = ${teller.familyId} where id = ${caller.sub ?? ''}`;
      await db.sql`select private.merge_family(${familyId}, ${teller.familyId}, false, false)`;
    };
    const [before, after] = [await makeFamily(), await makeFamily()];
    const [first, second] = [await book(before, told), await book(after, told)];
    await join(before);
    expect(await settle(first.orderId)).toEqual(['refused', 'same_family']);
    expect(await readState(second.orderId)).toEqual(['given', null]);
    expect(await readCents(teller.familyId)).toBe(CREDIT);
    await join(after);
    await runChore();
    expect(await readState(second.orderId)).toEqual(['taken_back', 'same_family']);
    expect(await readCents(teller.familyId)).toBe(0);
    await judgeMoney();
  });

  test('if the whole booking is refunded before the camp is over', async () => {
    const { teller, code: told } = await makeTeller();
    const { orderId, paying: paid } = await book(await makeFamily(), told);
    await refundAsStaff(db, admin, { order: orderId }, paid.order.total_cents);
    expect(await settle(orderId)).toEqual(['refused', 'not_earned']);
    expect(await readCents(teller.familyId)).toBe(0);
    await judgeMoney();
  });

  test('while a dispute is open, and never if it is lost', async () => {
    const { teller, code: told } = await makeTeller();
    const booked = await book(await makeFamily(), told);
    const { orderId } = booked;
    const report = disputeOf(booked);
    await reportDispute(db, report);
    expect(await settle(orderId)).toEqual(['waiting', null]);
    await reportDispute(db, laterReport(report, lostOutcome));
    await endDecisions(orderId);
    await runChore();
    expect(await readState(orderId)).toEqual(['refused', 'not_earned']);
    expect(await readCents(teller.familyId)).toBe(0);
    await judgeMoney();
  });

  test('beyond the limit of the year, as the orders promised it', async () => {
    await setTerms({ referrals_per_year_max: 2 });
    const { teller, code: told } = await makeTeller();
    const orders = [];
    for (let n = 0; n < 3; n++) orders.push((await book(await makeFamily(), told)).orderId);
    await settle(orders[0] ?? '');
    const states = await Promise.all(orders.map(readState));
    expect(states.filter((state) => state?.[0] === 'given')).toHaveLength(2);
    expect(states).toContainEqual(['refused', 'year_limit']);
    expect(await readCents(teller.familyId)).toBe(2 * CREDIT);
    expect((await readOffer(teller))?.without_credit).toMatchObject([
      { reason: 'year_limit', per_year_max: 2 },
    ]);
  });

  test('for a booking below the credit, which the friend reads before paying', async () => {
    const { code: told } = await makeTeller();
    const friend = await makeFamily();
    const holdTryout = async () =>
      callAs<{ total_cents: number; code: string }>(db, friend.caller, 'hold_order', {
        lines: [
          {
            offer_id: shop.tryout.id,
            session_id: await shop.makeSession(db, { date: '2089-12-09' }),
            child: 0,
          },
        ],
        children: [{ dob: friend.child.dob }],
        code: told,
      });
    await setTerms({ referral_credit_cents: shop.tryout.price_cents + 1 });
    expect(await refusal(holdTryout())).toMatchObject({
      code: 'code_minimum',
      detail: String(shop.tryout.price_cents + 1),
    });
    await setTerms({ referral_credit_cents: shop.tryout.price_cents });
    expect(await holdTryout()).toMatchObject({ code: told, total_cents: shop.tryout.price_cents });
  });

  test('if less than the credit is paid in money, and both families read why, without names', async () => {
    const { teller, code: told } = await makeTeller();
    const friend = await makeFamily();
    const { orderId } = await book(friend, told);
    // A gift voucher may pay for most of an order, so that little money is left to pay.
    await db.sql`update public.payments set amount_cents = 1500 where order_id = ${orderId}`;
    expect(await settle(orderId)).toEqual(['refused', 'too_little']);
    expect(await readCents(teller.familyId)).toBe(0);
    const offer = await readOffer(teller);
    expect(offer?.without_credit).toMatchObject([{ reason: 'too_little', minimum_cents: CREDIT }]);
    expect(offer?.own_booking).toBeNull();
    expect((await readOffer(friend))?.own_booking).toEqual({ minimum_cents: CREDIT, paid_cents: 1500 });
    for (const secret of ['1500', friend.email, friend.familyId, friend.child.name, orderId])
      expect(JSON.stringify(offer)).not.toContain(secret);
    expect(JSON.stringify(await rpc(db, teller.caller, 'export_family', {}))).toContain('too_little');
  });

  test('if the family that told is erased', async () => {
    const { teller, code: told } = await makeTeller();
    const { orderId } = await book(await makeFamily(), told);
    await runChore();
    await db.sql`select private.erase_family_referrals(${teller.familyId})`;
    await db.sql`update public.families set erased_at = now() where id = ${teller.familyId}`;
    expect(await settle(orderId)).toEqual(['refused', 'family_gone']);
    const [left] = await db.sql<[{ n: number }]>`
      select count(*)::int as n from public.referral_codes where family_id = ${teller.familyId}`;
    expect(left.n).toBe(0);
  });

  test('twice to a friend who pays two orders at once, nor by two chores at once', async () => {
    const { teller, code: told } = await makeTeller();
    const { teller: other, code: otherCode } = await makeTeller();
    const friend = await makeFamily();
    const held = [await hold(friend, told), await hold(friend, otherCode)] as const;
    const paid = await Promise.all(held.map((one) => pay(friend, one)));
    await endCamps();
    await db.sql`update public.referrals set checked_at = '-infinity'`;
    await Promise.all([1, 2, 3].map(() => rpc(db, service, 'settle_referrals', {})));
    await runChore();
    const states = await Promise.all(paid.map(({ orderId }) => readState(orderId)));
    expect(states).toContainEqual(['given', null]);
    expect(states).toContainEqual(['refused', 'not_new']);
    expect((await readCents(teller.familyId)) + (await readCents(other.familyId))).toBe(CREDIT);
    await judgeMoney();
  });
});
