/**
 * Tests a family's balance: where it comes from, what it pays for, and who may read and change it (docs/decisions "The
 * family balance").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyBalance, RedeemedVoucher } from '#contract/balance.ts';
import { DeskOrder } from '#contract/passes.ts';
import { IssuedVoucher } from '#contract/vouchers.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, makeUser, refusal, rpc, service } from '#support/sql.ts';

const PRICE = 69_700;
let db: TestDatabase;
let admin: Caller;
let owner: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  owner = {
    ...signedIn(await makeUser(db, 'owner@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
});
afterAll(() => db.drop());

let families = 0;
/** Makes a family by a first sale at the desk in cash. */
async function makeFamily() {
  const order = await sell({ parent: { ...shop.details.parent, email: `family${++families}@example.test` } });
  return order.family_id ?? '';
}
const saleOf = (more: object) => ({
  key: randomUUID(),
  children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
  lines: [{ offer_id: 'pass-term', child: 0 }],
  consents: { terms: true, activity: true },
  method: 'cash',
  expected_total_cents: PRICE,
  ...more,
});
const sell = async (more: object, who = admin) =>
  v.parse(DeskOrder, await callAs(db, who, 'sell_at_desk', saleOf(more)));
const readBalance = async (familyId: string) =>
  v.parse(FamilyBalance, await rpc(db, admin, 'get_balance', { p_family_id: familyId }));
const readCents = async (familyId: string) => (await readBalance(familyId)).cents;
const change = async (familyId: string, cents: number, more: object = {}, who = owner) =>
  rpc(db, who, 'change_balance', {
    p_family_id: familyId,
    p_cents: cents,
    p_note: 'Sorry for the rain',
    p_expected_cents: await readCents(familyId),
    p_key: randomUUID(),
    ...more,
  });
const voucherOf = (more: object = {}) => ({
  key: randomUUID(),
  cents: 10_000,
  buyer_name: 'Grandma Lim',
  buyer_email: 'grandma@example.test',
  recipient_name: 'Hui Min',
  message: 'Have fun',
  method: 'cash',
  reference: null,
  reason: null,
  ...more,
});
const issue = async (more: object = {}, who = admin) =>
  v.parse(IssuedVoucher, await rpc(db, who, 'issue_voucher', { p_voucher: voucherOf(more) }));
const redeem = async (code: string | null, familyId: string | null, who = admin) =>
  v.parse(RedeemedVoucher, await rpc(db, who, 'redeem_voucher', { p_code: code, p_family_id: familyId }));
async function refund(orderId: string, cents: number, more: object = {}) {
  const left = await db.sql<[{ left: number }]>`select private.remaining_of_order(${orderId}) as left`;
  return rpc(db, service, 'refund_order', {
    p_order_id: orderId,
    p_cents: cents,
    p_reason: 'goodwill',
    p_expected_refundable_cents: left[0].left,
    p_key: randomUUID(),
    ...more,
  });
}
const refundsOf = (orderId: string) => db.sql`
  select r.amount_cents as cents, r.status, r.to_balance, p.provider
  from public.refunds r join public.payments p on p.id = r.payment_id where r.order_id = ${orderId} order by p.provider`;
const discrepancies = () => db.sql`select rule, details from private.discrepancies()`;

describe('balance changes by staff', () => {
  test('a change acts once per key, and only admins can read its note', async () => {
    const family = await makeFamily();
    const key = randomUUID();
    await change(family, 5_000, { p_key: key });
    await change(family, 5_000, { p_key: key, p_expected_cents: 0 });
    await change(family, -2_000);
    const { cents, entries } = await readBalance(family);
    expect(cents).toBe(3_000);
    expect(entries.map(({ kind, cents, note }) => [kind, cents, note])).toEqual([
      ['taken', -2_000, 'Sorry for the rain'],
      ['given', 5_000, 'Sorry for the rain'],
    ]);
  });

  test.each([
    [{ p_cents: 0 }, 'invalid_input'],
    [{ p_cents: 200_001 }, 'invalid_input'],
    [{ p_cents: -1 }, 'balance_too_low'],
    [{ p_note: ' ' }, 'invalid_input'],
    [{ p_key: null }, 'invalid_input'],
    [{ p_expected_cents: 100 }, 'changed_meanwhile'],
    [{ p_family_id: randomUUID(), p_expected_cents: 0 }, 'family_not_found'],
  ])('%j is refused', async (more, code) => {
    expect(await refusal(change(await makeFamily(), 100, more))).toMatchObject({ code });
  });
});

describe('a sale at the desk', () => {
  test('the whole sale can be paid from the balance, and its refund goes back to the balance', async () => {
    const family = await makeFamily();
    await change(family, PRICE + 300);
    const order = await sell({ family_id: family, method: 'balance' });
    expect(order).toMatchObject({ status: 'paid', method: 'balance', total_cents: PRICE });
    expect(await readCents(family)).toBe(300);
    await refund(order.order_id, 10_000);
    expect(await readCents(family)).toBe(10_300);
    expect([...(await refundsOf(order.order_id))]).toEqual([
      { cents: 10_000, status: 'succeeded', to_balance: true, provider: 'balance' },
    ]);
  });

  test('the sale can be paid from the balance in part, and a refund returns the money first', async () => {
    const family = await makeFamily();
    await change(family, 20_000);
    const order = await sell({ family_id: family, balance_cents: 20_000 });
    expect(order).toMatchObject({ method: 'cash', balance_part_cents: 20_000 });
    expect(await readCents(family)).toBe(0);
    await refund(order.order_id, 60_000);
    expect(await readCents(family)).toBe(10_300);
    expect([...(await refundsOf(order.order_id))]).toEqual([
      { cents: 10_300, status: 'succeeded', to_balance: true, provider: 'balance' },
      { cents: 49_700, status: 'requested', to_balance: false, provider: 'desk' },
    ]);
    expect(await refusal(refund(order.order_id, 9_701))).toMatchObject({
      code: 'refund_too_much',
      detail: '9700',
    });
  });

  test('a refund of money can go to the balance if the family wants that', async () => {
    const family = await makeFamily();
    const order = await sell({ family_id: family });
    await refund(order.order_id, 15_000, { p_to_balance: true });
    expect(await readCents(family)).toBe(15_000);
    const mails = await db.sql`
      select payload -> 'refund' as refund from public.outbox
      where template = 'refund_sent' and payload ->> 'number' = ${order.number}`;
    expect(mails).toMatchObject([
      { refund: { cents: 15_000, parts: [{ method: 'balance', cents: 15_000 }] } },
    ]);
  });

  test.each([
    [false, true],
    [true, false],
  ])('a repeated refund must have the same target (to the balance: %s, then %s)', async (first, then) => {
    const family = await makeFamily();
    const { order_id } = await sell({ family_id: family });
    const p_key = randomUUID();
    await refund(order_id, 15_000, { p_key, p_to_balance: first });
    await refund(order_id, 15_000, { p_key, p_to_balance: first });
    expect(await refusal(refund(order_id, 15_000, { p_key, p_to_balance: then }))).toMatchObject({
      code: 'refund_changed',
    });
    expect(await readCents(family)).toBe(first ? 15_000 : 0);
  });

  test('a sale for more than the balance is refused, and nothing is sold', async () => {
    const family = await makeFamily();
    await change(family, 1_000);
    const orders = await countRows(db, 'orders');
    for (const more of [{ method: 'balance' }, { balance_cents: 1_001 }])
      expect(await refusal(sell({ family_id: family, ...more }))).toMatchObject({
        code: 'balance_too_low',
        detail: '1000',
      });
    expect(await countRows(db, 'orders')).toBe(orders);
  });

  test.each([
    ['no family', { method: 'balance', parent: shop.details.parent }, 'family_id'],
    ['the whole total as a part', { balance_cents: PRICE }, 'balance_cents'],
    ['less than nothing', { balance_cents: -100 }, 'balance_cents'],
    ['a part of a whole', { method: 'balance', balance_cents: 5 }, 'balance_cents'],
  ])('a sale with %s is refused', async (_, more, field) => {
    const family = 'parent' in more ? null : await makeFamily();
    expect(await refusal(sell({ family_id: family, ...more }))).toMatchObject({
      code: 'invalid_input',
      field,
    });
  });

  test('a sale that waits for PayNow cannot use the balance', async () => {
    await db.sql`update public.settings set uen = '201812345A'`;
    const family = await makeFamily();
    await change(family, 1_000);
    const answer = callAs(
      db,
      admin,
      'hold_paynow_sale',
      saleOf({ family_id: family, method: 'paynow', balance_cents: 500 }),
    );
    expect(await refusal(answer)).toMatchObject({ code: 'invalid_input', field: 'balance_cents' });
    await db.sql`update public.settings set uen = null`;
  });
});

describe('parallel calls', () => {
  /** Replaces the lock of a balance with a pause, so that every call reads the balance before any call changes it. */
  const withoutLock = async (name: string, body: string, run: () => Promise<void>) => {
    const [row] = await db.sql<
      [{ source: string }]
    >`select pg_get_functiondef(${name}::regprocedure) as source`;
    await db.sql.unsafe(
      row.source.replace(/as \$function\$[\s\S]*\$function\$/i, `as $function$${body}$function$`),
    );
    try {
      await run();
    } finally {
      await db.sql.unsafe(row.source);
    }
  };
  const unlockedBalance = `
    declare v_cents integer := private.balance_of(p_family_id);
    begin perform pg_sleep(0.5); return v_cents; end;`;
  async function spendTwice() {
    const family = await makeFamily();
    await change(family, PRICE);
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => sell({ family_id: family, method: 'balance' })),
    );
    return { family, sold: outcomes.filter(({ status }) => status === 'fulfilled').length };
  }
  test('two parallel sales cannot spend the same balance', async () => {
    const { family, sold } = await spendTwice();
    expect(sold).toBe(1);
    expect(await readCents(family)).toBe(0);
  });

  async function takeTwice() {
    const family = await makeFamily();
    await change(family, 5_000);
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => change(family, -5_000, { p_expected_cents: 5_000 })),
    );
    return { family, taken: outcomes.filter(({ status }) => status === 'fulfilled').length };
  }
  test('two admins cannot take out the same balance', async () => {
    const { family, taken } = await takeTwice();
    expect([taken, await readCents(family)]).toEqual([1, 0]);
  });

  test('control: without the lock, both admins take it out, and the books report it', async () => {
    await withoutLock('private.lock_balance(uuid)', unlockedBalance, async () => {
      const { family, taken } = await takeTwice();
      expect(taken).toBe(2);
      expect(await discrepancies()).toMatchObject([
        { rule: 'balance_below_zero', details: { cents: -5_000 } },
      ]);
      await db.sql`insert into public.family_balance_entries (family_id, kind, amount_cents) values (${family}, 'given', 5000)`;
    });
  });

  async function redeemTwice() {
    const { code } = await issue();
    const family = await makeFamily();
    const outcomes = await Promise.allSettled([redeem(code, family), redeem(code, await makeFamily())]);
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  }
  test('two families cannot redeem the same code', async () => {
    expect(await redeemTwice()).toBe(1);
  });

  test('control: without its lock and the unique key of its entry, two families redeem one voucher', async () => {
    const unlocked = `
      declare v_voucher public.gift_vouchers;
      begin
        select * into v_voucher from public.gift_vouchers where code_hash = p_hash;
        perform pg_sleep(0.5);
        return v_voucher;
      end;`;
    await db.sql`alter table public.family_balance_entries drop constraint family_balance_entries_voucher_id_key`;
    await withoutLock('private.lock_voucher(text)', unlocked, async () =>
      expect(await redeemTwice()).toBe(2),
    );
  });
});
