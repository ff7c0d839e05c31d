import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as orders from '#support/sql-orders.ts';
import { payRenewal, startSubscription, listSubscriptionsToEnd } from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, service } from '#support/sql.ts';
import { interleave, buyForSiblings } from '#support/sql-interleave.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
  await afterSale.sellWithRules(db);
});
afterAll(() => db.drop());

/** Makes a renewing pass, and a call that cancels it. */
async function makeRenewing(name: string) {
  const { session, cancel } = await buyForSiblings(db, name);
  const [line] = await db.sql<[{ id: string }]>`
    update public.order_lines l set renews = true
    from public.order_children c
    where l.session_id = ${session} and c.order_id = l.order_id and c.position = l.child_position
      and c.name like 'Ann%'
    returning l.id`;
  const subscription = await startSubscription(db, line.id);
  return { subscription, cancel: () => cancel(0) };
}

test('a pass is cancelled while it is renewed: the mail says that it ends, and no new pass is sold', async () => {
  const { subscription, cancel } = await makeRenewing('ended');
  let renewal: object | undefined;
  const met = await interleave(
    db,
    [
      'private.return_lines(public.orders,uuid[],integer,boolean)',
      'perform private.offer_released_places(v_session_ids, v_camp_ids);',
    ],
    cancel,
    async () => {
      renewal = await payRenewal(db, subscription, { amount_cents: shop.term.price_cents });
    },
  );
  expect(met).toEqual(['done', 'done']);
  expect(renewal).toMatchObject({ result: 'mismatch' });
  const [mail] = await db.sql`
    select payload #> '{cancelled,passes,0,ends_renewal}' as ends from public.outbox
    where template = 'order_cancelled' order by created_at desc limit 1`;
  expect(mail).toEqual({ ends: true });
  expect(await listSubscriptionsToEnd(db)).toContain(subscription);
});

test('a pass is renewed first and then cancelled: the mail does not say that it ends', async () => {
  const { subscription, cancel } = await makeRenewing('renewed');
  let renewal: object | undefined;
  const met = await interleave(
    db,
    ['private.renew(public.pass_subscriptions,public.payments,timestamptz,timestamptz)', '\nbegin'],
    async () => {
      renewal = await payRenewal(db, subscription, { amount_cents: shop.term.price_cents });
    },
    cancel,
  );
  expect(met).toEqual(['done', 'done']);
  expect(renewal).toMatchObject({ result: 'confirmed' });
  const [mail] = await db.sql`
    select payload #> '{cancelled,passes,0,ends_renewal}' as ends from public.outbox
    where template = 'order_cancelled' order by created_at desc limit 1`;
  expect(mail).toEqual({ ends: false });
  expect(await listSubscriptionsToEnd(db)).not.toContain(subscription);
});

test('a mismatched renewal refers to its first order while that is cancelled', async () => {
  const { subscription, cancel } = await makeRenewing('amount');
  const met = await interleave(
    db,
    ['public.record_renewal(jsonb)', 'where id = v_subscription.id for update;'],
    () => payRenewal(db, subscription, { amount_cents: 1 }),
    cancel,
  );
  expect(met).toEqual(['done', 'done']);
});

test('a failed renewal mails a link to its first order while that is cancelled', async () => {
  const { subscription, cancel } = await makeRenewing('unpaid');
  const met = await interleave(
    db,
    ['private.find_subscription(text)', 'where provider_subscription_id = p_subscription_id for update;'],
    () =>
      rpc(db, service, 'record_renewal_failure', {
        p_event: { subscription_id: subscription, invoice_id: `in_${subscription}`, attempt: 1 },
      }),
    cancel,
  );
  expect(met).toEqual(['done', 'done']);
});
