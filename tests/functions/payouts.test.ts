/**
 * The webhook and the hourly comparison store payouts with their contents, which are compared with the simulated
 * Stripe's own lists.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepPayouts } from '#functions/error-monitor/sweep-payouts.ts';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(async () => {
  await world.waitForWork();
  await world.database.sql`delete from sweeps where name = 'payouts'`;
});

/** Pays an order. Returns its number and the id of its payment. */
async function buy(): Promise<{ number: string; intent: string }> {
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  const body = { secret: order.secret, expected_total_cents: order.total_cents, details: checkoutDetails };
  const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
  await pay(url, { fetch: world.payments.fetch });
  await world.waitForWork();
  const [row] = await world.database.sql<{ number: string; intent: string }[]>`
    select o.number, p.payment_intent as intent from payments p join orders o on o.id = p.order_id where o.secret = ${order.secret}`;
  return row ?? { number: '', intent: '' };
}

const readPayouts = () => world.database.sql<
  { id: string; status: string; cents: number; complete: boolean; parts: number; net: number }[]
>`
  select p.provider_payout_id as id, p.status, p.amount_cents as cents, p.parts_read_at is not null as complete,
    count(t.id)::integer as parts, coalesce(sum(t.net_cents), 0)::integer as net
  from payouts p left join balance_transactions t on t.payout_id = p.id and t.category <> 'payout'
  group by p.id order by p.made_at desc, p.provider_payout_id`;

/** Returns the same values from Stripe's lists. */
async function listAtStripe() {
  const { payouts, balanceTransactions } = world.deps.stripe;
  const all = await payouts.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  return await Promise.all(
    all.map(async ({ id, status, amount }) => {
      const rows = await balanceTransactions
        .list({ payout: id, limit: 100 })
        .autoPagingToArray({ limit: 1000 });
      const parts = rows.filter(({ type }) => type !== 'payout');
      const net = parts.reduce((sum, one) => sum + one.net, 0);
      return { id, status, cents: amount, complete: true, parts: parts.length, net };
    }),
  );
}
const byId = <T extends { id: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const expectSame = async () => {
  const rows = byId(await readPayouts());
  expect(rows).toEqual(byId(await listAtStripe()));
  for (const { cents, net } of rows) expect(net).toBe(cents);
  return rows;
};

describe('the webhook', () => {
  test('stores a payout with its parts, whatever the order and number of its events', async () => {
    const first = await buy();
    const { intent } = await buy();
    await world.deps.stripe.refunds.create({ payment_intent: first.intent, amount: 500 });
    await world.payments.hold();
    await world.payments.adjust({ type: 'stripe_fee', amount: -250 });
    await world.payments.advance(5);
    await world.payments.duplicate(1);
    await world.payments.release({ newest_first: true });
    await world.waitForWork();
    await world.payments.duplicate(0);
    expect(await expectSame()).toMatchObject([{ status: 'paid', parts: 4 }]);
    const categories = await world.database.sql`
      select t.category, o.number from balance_transactions t
      left join payments p on p.payment_intent = t.payment_intent left join orders o on o.id = p.order_id
      where t.payment_intent = ${first.intent} order by t.category`;
    expect(categories).toEqual([
      { category: 'charge', number: first.number },
      { category: 'refund', number: first.number },
    ]);
    expect(intent).not.toBe(first.intent);
  });

  test('a replayed event changes nothing, and a payout that fails later is shown as failed', async () => {
    const [payout] = await readPayouts();
    await world.payments.failPayout(payout?.id ?? '', 'account_closed');
    await world.waitForWork();
    expect(await readPayouts()).toMatchObject([{ status: 'failed' }]);
    const { deliveries } = await world.payments.deliveries();
    const paidEvent = deliveries.findLast(({ type }) => type === 'payout.paid');
    expect(await world.payments.resend(paidEvent?.event ?? '')).toBe(200);
    expect(await readPayouts()).toMatchObject([{ status: 'failed', parts: 4 }]);
    // The money of the failed payout is in the next payout, and both add up.
    await world.payments.advance(4);
    await world.waitForWork();
    expect((await expectSame()).map(({ status }) => status).toSorted()).toEqual(['failed', 'paid']);
  });

  test('a forged event is refused and stores nothing', async () => {
    const before = await readPayouts();
    const event = {
      id: 'evt_forged',
      object: 'event',
      type: 'payout.paid',
      created: 1,
      data: { object: { id: 'po_forged', object: 'payout' } },
    };
    for (const signature of ['', 't=1,v1=abc', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
      const answer = await world.call('stripe-webhook', event, { 'stripe-signature': signature });
      expect(answer.status).toBe(401);
    }
    expect(await readPayouts()).toEqual(before);
  });
});

describe('the sweep of payouts', () => {
  test('reads page by page what lost webhooks left out, and changes nothing the second time', async () => {
    await world.payments.hold();
    for (let at = 0; at < 230; at += 1) await world.payments.adjust({ type: 'adjustment', amount: 100 + at });
    await world.payments.advance(5);
    expect(await sweepPayouts(world.deps)).toMatchObject({ failed: 0, done: true });
    const rows = await expectSame();
    expect(Math.max(...rows.map(({ parts }) => parts))).toBe(230);
    expect(await sweepPayouts(world.deps)).toBeNull();
    await world.database.sql`update sweeps set done_at = now() - interval '1 hour' where name = 'payouts'`;
    expect(await sweepPayouts(world.deps)).toMatchObject({ failed: 0, done: true });
    expect(byId(await readPayouts())).toEqual(rows);
    await world.payments.release();
    await world.waitForWork();
    await expectSame();
  });

  test('a row that cannot be stored is shown to staff, stops no other, and is stored by a later sweep', async () => {
    await world.payments.hold();
    const failingId = await world.payments.adjust({ type: 'adjustment', amount: 100 });
    await world.payments.adjust({ type: 'adjustment', amount: 200 });
    await world.payments.advance(5);
    const { db } = world.deps;
    const broken = {
      ...world.deps,
      db: {
        ...db,
        rpc: (name: string, args: object) =>
          db.rpc(
            name as 'record_balance_transactions',
            JSON.parse(JSON.stringify(args), (_key, value: object) =>
              (value as { transaction_id?: string } | null)?.transaction_id === failingId
                ? { ...value, fee_cents: 0.5 }
                : value,
            ) as never,
          ),
      } as typeof db,
    };
    expect(await sweepPayouts(broken)).toMatchObject({ done: true, failed: 2 });
    const [newest] = await readPayouts();
    expect(newest).toMatchObject({ complete: false, parts: 1, net: 200, cents: 300 });
    const readTrouble = () => world.database.sql`
      select details ->> 'subject' as subject from private.discrepancies('{not_taken_over}')`;
    expect(await readTrouble()).toEqual([{ subject: failingId }]);
    await world.database.sql`delete from sweeps where name = 'payouts'`;
    expect(await sweepPayouts(world.deps)).toMatchObject({ done: true, failed: 0 });
    expect(await readTrouble()).toEqual([]);
    await expectSame();
    await world.payments.release();
    await world.waitForWork();
  });

  test('continues where it stopped when Stripe did not answer', async () => {
    await world.payments.fail({ match: 'GET /v1/payouts', status: 500, times: 2 });
    await expect(sweepPayouts(world.deps)).rejects.toThrow();
    const [row] = await world.database.sql`select position, done_at from sweeps where name = 'payouts'`;
    expect(row).toMatchObject({
      position: expect.stringContaining('"list":"payouts"') as string,
      done_at: null,
    });
    const secondSweep = await sweepPayouts(world.deps);
    expect(secondSweep).toMatchObject({ done: true });
    expect(secondSweep?.checked).toBe((await readPayouts()).length);
  });

  test('begins again if Stripe does not know the stored position', async () => {
    const position = { since: 0, list: 'payouts', after: 'po_none', payout: null, part: null };
    await world.database
      .sql`insert into sweeps (name, position) values ('payouts', ${JSON.stringify(position)})`;
    expect(await sweepPayouts(world.deps)).toMatchObject({ done: true, failed: 0 });
  });
});
