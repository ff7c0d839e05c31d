/**
 * Runs random histories of balances. The test counts for itself what families paid, got back and
 * hold, and expects the same sums in the database.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service } from '#support/sql.ts';

const PRICE = 69_700;
let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.term]);
  admin = {
    ...signedIn(await makeUser(db, 'admin@example.test', ['business_admin'])),
    claims: { aal: 'aal2' },
  };
});
afterAll(() => db.drop());

/** Returns a function that gives the next number of a repeatable sequence, below `most`. */
function numbers(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

const call = <T>(name: string, body: Record<string, unknown>) => rpc<T>(db, admin, name, body);
interface Sold {
  order_id: string;
  family_id: string;
}
const sell = (more: object) =>
  callAs<Sold & Record<string, unknown>>(db, admin, 'sell_at_desk', {
    key: randomUUID(),
    children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
    lines: [{ offer_id: 'pass-term', child: 0 }],
    consents: { terms: true, activity: true },
    expected_total_cents: PRICE,
    ...more,
  });

test.each([1, 2, 3])('history %i: every cent is with us, with a family, or on a balance', async (seed) => {
  const pick = numbers(seed);
  /** The test adds up the cash at the desk and each family's balance itself, without reading the database. */
  let till = 0;
  const held = new Map<string, number>();
  const orders: { id: string; family: string; money: number; balance: number }[] = [];
  const vouchers: { id: string; code: string; cents: number; paid: boolean }[] = [];
  const add = (family: string, cents: number) => held.set(family, (held.get(family) ?? 0) + cents);
  const before = await readBooks();
  for (let n = 0; n < 3; n++) {
    const parent = { ...shop.details.parent, email: `history${seed}-${n}@example.test` };
    const { order_id, family_id } = await sell({ parent, method: 'cash' });
    till += PRICE;
    held.set(family_id, 0);
    orders.push({ id: order_id, family: family_id, money: PRICE, balance: 0 });
  }
  const families = [...held.keys()];
  const steps: (() => Promise<void>)[] = [
    async () => {
      const family = families[pick(3)] ?? '';
      const cents = 100 * (1 + pick(500)) * (pick(3) === 0 ? -1 : 1);
      const now = held.get(family) ?? 0;
      const answer = call('change_balance', {
        p_family_id: family,
        p_cents: cents,
        p_note: 'Step',
        p_expected_cents: now,
        p_key: randomUUID(),
      });
      if (now + cents < 0) expect(await refusal(answer)).toMatchObject({ code: 'balance_too_low' });
      else {
        await answer;
        add(family, cents);
      }
    },
    async () => {
      const paid = pick(3) > 0;
      const cents = 500 * (1 + pick(100));
      const { voucher, code } = await call<{ voucher: { voucher_id: string }; code: string }>(
        'issue_voucher',
        {
          p_voucher: {
            key: randomUUID(),
            cents,
            buyer_name: 'Grandma',
            buyer_email: 'grandma@example.test',
            method: paid ? 'cash' : null,
            reason: paid ? null : 'Prize',
          },
        },
      );
      if (paid) till += cents;
      vouchers.push({ id: voucher.voucher_id, code, cents, paid });
    },
    async () => {
      const [voucher] = vouchers.splice(0, 1);
      if (!voucher) return;
      if (pick(4) === 0) {
        await call('cancel_voucher', { p_voucher_id: voucher.id, p_note: 'Step' });
        if (voucher.paid) till -= voucher.cents;
        return;
      }
      const family = families[pick(3)] ?? '';
      await call('redeem_voucher', { p_code: voucher.code, p_family_id: family });
      add(family, voucher.cents);
    },
    async () => {
      const family = families[pick(3)] ?? '';
      const all = (held.get(family) ?? 0) >= PRICE;
      const balance = all ? PRICE : Math.min(held.get(family) ?? 0, 1 + pick(PRICE - 1));
      const how = all
        ? { method: 'balance' }
        : { method: 'cash', balance_cents: balance > 0 ? balance : null };
      const { order_id } = await sell({ family_id: family, ...how });
      till += PRICE - balance;
      add(family, -balance);
      orders.push({ id: order_id, family, money: PRICE - balance, balance });
    },
    async () => {
      const order = orders[pick(orders.length)];
      const refundableCents = order ? order.money + order.balance : 0;
      if (!order || refundableCents === 0) return;
      const cents = pick(3) === 0 ? refundableCents : 1 + pick(refundableCents);
      const toBalance = pick(2) === 0;
      await rpc(db, service, 'refund_order', {
        p_order_id: order.id,
        p_cents: cents,
        p_reason: 'goodwill',
        p_to_balance: toBalance,
        p_key: randomUUID(),
      });
      const money = Math.min(cents, order.money);
      order.money -= money;
      order.balance -= cents - money;
      add(order.family, cents - money + (toBalance ? money : 0));
      if (!toBalance) till -= money;
    },
  ];
  for (let n = 0; n < 40; n++) await steps[pick(steps.length)]?.();

  for (const [family, cents] of held)
    expect(await call('get_balance', { p_family_id: family })).toMatchObject({ cents });
  expect((await readBooks()) - before).toBe(till);
  expect([...(await db.sql`select rule, details from private.discrepancies()`)]).toEqual([]);
});

/** Computes the money of the desk from its payments and refunds. */
async function readBooks() {
  const [row] = await db.sql<[{ cents: number }]>`
    select (select coalesce(sum(amount_cents), 0) from public.payments where provider = 'desk')
      - (select coalesce(sum(r.amount_cents), 0) from public.refunds r join public.payments p on p.id = r.payment_id
         where p.provider = 'desk' and not r.to_balance and r.status <> 'failed') as cents`;
  return row.cents;
}
