import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ManagedOrder } from '#contract/after-sale.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, makeParent } from '#support/sql-details.ts';
import { paidInvoice } from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc as callFunction, service, sqlState, visitor } from '#support/sql.ts';
import {
  flexi,
  unmatchedCharges,
  readPasses,
  callAsServer,
  buySubscription,
} from '#support/sql-subscriptions.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, flexi]);
  await db.sql`update public.offers set details = details || '{"renews": true}' where id = 'pass-flexi'`;
});
afterAll(() => db.drop());

describe('ending a renewal', () => {
  const withRules = () =>
    afterSale.sellWithRules(db, [
      { days_after_purchase: 7, percent: 100 },
      { hours_before: 24, percent: 10 },
    ]);
  const readLine = async (order_id: string) =>
    v.parse(ManagedOrder, await callFunction(db, service, 'get_managed_order', { p_access: { order_id } }))
      .lines[0];
  const findRenewal = (order_id: string) =>
    callFunction(db, service, 'find_renewal', { p_access: { order_id } });
  const cancel = (id: string, p_cancel = true) =>
    callFunction(db, service, 'cancel_at_period_end', { p_subscription_id: id, p_cancel });
  const end = (id: string) => callFunction(db, service, 'end_subscription', { p_subscription_id: id });

  test('the end comes with the period, can be undone until then, and is then final', async () => {
    const { subscription, family } = await buySubscription(db);
    expect(await cancel(subscription)).toMatchObject({ status: 'cancelling' });
    expect(await cancel(subscription, false)).toMatchObject({ status: 'active' });
    await cancel(subscription);
    expect(await end(subscription)).toEqual({ status: 'ended' });
    expect(await end(subscription)).toEqual({ status: 'ended' });
    expect(await cancel(subscription, false)).toMatchObject({ status: 'ended' });
    // A webhook for an earlier period arrives late. That period was paid, so its pass is given.
    expect(
      await callAsServer(
        db,
        'record_renewal',
        paidInvoice(subscription, { period_start: '2026-10-01T00:00:00Z' }),
      ),
    ).toMatchObject({ result: 'confirmed' });
    expect(
      await callAsServer(
        db,
        'record_renewal',
        paidInvoice(subscription, {
          period_start: '2090-01-01T00:00:00Z',
          period_end: '2090-01-29T00:00:00Z',
        }),
      ),
    ).toMatchObject({ result: 'mismatch' });
    expect(await readPasses(db, family)).toHaveLength(2);
    expect(await unmatchedCharges(db)).toEqual([]);
  });

  test('cancelling the pass ends it, and a later charge waits for staff', async () => {
    await withRules();
    const { subscription, family, orderId, id } = await buySubscription(db);
    const first = await readLine(orderId);
    expect(first?.can.cancel).toEqual({
      refund_cents: 16_700,
      sessions: { total: 4, unused: 4 },
      ends_renewal: true,
    });
    expect(await findRenewal(orderId)).toMatchObject({ status: 'active' });
    await callFunction(db, service, 'cancel_lines', {
      p_access: { order_id: orderId },
      p_line_ids: [id],
      p_expected_refund_cents: 16_700,
    });
    expect(await findRenewal(orderId)).toMatchObject({ status: 'ended' });
    const work = await callFunction<{ end: string[] }>(db, service, 'list_renewal_work');
    expect(work.end).toContain(subscription);
    expect(await callAsServer(db, 'record_renewal', paidInvoice(subscription))).toMatchObject({
      result: 'mismatch',
    });
    expect(await readPasses(db, family)).toEqual([expect.objectContaining({ credits: 0 })]);
    await end(subscription);
    expect(await unmatchedCharges(db)).toEqual([]);
  });

  test('only the first period is refunded by days, because a renewal is not a purchase', async () => {
    await withRules();
    const { subscription, orderId } = await buySubscription(db);
    await callAsServer(db, 'record_renewal', paidInvoice(subscription));
    const [renewal] = await db.sql<[{ id: string; rules: unknown }]>`
      select o.id, private.line_rules(l) as rules from public.orders o join public.order_lines l on l.order_id = o.id
      join public.pass_subscriptions s on s.family_id = o.family_id and s.offer_id = l.offer_id
      where o.channel = 'renewal' and s.provider_subscription_id = ${subscription} order by o.created_at desc limit 1`;
    expect(renewal.rules).toEqual([{ hours_before: 24, percent: 10 }]);
    expect((await readLine(renewal.id))?.can.cancel).toEqual({
      refund_cents: 1670,
      sessions: { total: 4, unused: 4 },
      ends_renewal: true,
    });
    // The subscription of the first pass now belongs to the second one.
    expect((await readLine(orderId))?.can.cancel).toEqual({
      refund_cents: 16_700,
      sessions: { total: 4, unused: 4 },
    });
  });

  test('the end of an unknown subscription is refused, and a family cannot be erased while its card is charged', async () => {
    expect(await refusal(cancel('sub_nobody'))).toMatchObject({ code: 'subscription_not_found' });
    expect(await refusal(end('sub_nobody'))).toMatchObject({ code: 'subscription_not_found' });
    const { subscription, family } = await buySubscription(db);
    await db.sql`update public.bookings set status = 'cancelled' where family_id = ${family}`;
    const erase = () =>
      callFunction(db, service, 'erase_family', { p_family_id: family, p_accept_loss: true });
    expect(await refusal(erase())).toMatchObject({ code: 'family_in_use', field: 'renewals' });
    await end(subscription);
    await expect(erase()).resolves.toMatchObject({ erased: true });
  });

  test('browsers cannot call it', async () => {
    const { who } = { who: await makeParent(db, 'curious@example.test') };
    for (const name of ['start_subscription', 'record_renewal', 'record_renewal_failure']) {
      expect(await sqlState(callAs(db, who, name, {}))).toBe('42501');
      expect(await sqlState(callAs(db, visitor, name, {}))).toBe('42501');
    }
  });
});
