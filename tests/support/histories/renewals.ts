/** Random renewals of passes by subscriptions, for the random histories (docs/testing.md). */
import { randomUUID } from 'node:crypto';
import type { Step } from './selling.ts';
import { oneOf } from './random.ts';
import type { World } from './world.ts';

/** A subscription that Stripe charges automatically when a period of a pass ends. */
export interface Subscription {
  id: string;
  order_id: string;
  price_cents: number;
}

type Charge = World['charges'][number];

/** Makes the same call twice at once, as if Stripe delivered an event twice. One success is enough. */
async function atOnce<T>(call: () => Promise<T>): Promise<T> {
  const [first, second] = await Promise.allSettled([call(), call()]);
  if (first.status === 'fulfilled') return first.value;
  if (second.status === 'fulfilled') return second.value;
  throw first.reason;
}

export const subscribe: Step = async ({ db, pick, call, checkouts, books }) => {
  const orders = checkouts.flatMap(({ orderId }) => orderId ?? []);
  const lines = await db.sql<Subscription[]>`
    select l.id, l.order_id, l.price_cents from public.order_lines l join public.orders o on o.id = l.order_id
    where o.id = any (${orders}) and o.channel = 'web' and o.paid_at is not null and l.renews and l.status = 'placed'
      and not exists (select from public.pass_subscriptions s where s.order_line_id = l.id)
    order by l.id`;
  if (lines.length === 0) return;
  const line = oneOf(pick, lines);
  const id = `sub_${randomUUID()}`;
  const p_subscription = {
    order_line_id: line.id,
    subscription_id: id,
    current_period_end: new Date(Date.now() + 28 * 86_400_000).toISOString(),
  };
  await atOnce(() => call('start_subscription', { p_subscription }));
  books.subscriptions.push({ ...line, id });
};

/** Pays a period. Sometimes the amount differs from the price of the pass, which staff must decide about. */
export const payRenewal: Step = async (world) => {
  const { pick, books, charges } = world;
  if (books.subscriptions.length === 0) return;
  const { id, order_id, price_cents } = oneOf(pick, books.subscriptions);
  const charge: Charge = {
    payment_intent: `pi_${randomUUID()}`,
    amount_cents: price_cents + (pick(6) === 0 ? 100 : 0),
    order_id,
    invoice: {
      event_type: 'invoice.paid',
      subscription_id: id,
      invoice_id: `in_${randomUUID()}`,
      currency: 'sgd',
      period_start: new Date().toISOString(),
      period_end: new Date(Date.now() + 28 * 86_400_000).toISOString(),
    },
  };
  charges.push(charge);
  await reportRenewal(world, charge, `evt_${randomUUID()}`);
};

/** Reports the charge of a renewal. A paid period has its own order. */
export async function reportRenewal(world: World, charge: Charge, event_id: string): Promise<void> {
  const { payment_intent, amount_cents, invoice } = charge;
  const p_event = { ...(invoice as object), event_id, payment_intent, amount_cents };
  const { number } = await atOnce(() => world.call<{ number?: string }>('record_renewal', { p_event }));
  const [order] = await world.db.sql<{ id: string }[]>`
    select id from public.orders where number = ${number ?? null} and channel = 'renewal'`;
  if (!order || charge['order_id'] === order.id) return;
  charge['order_id'] = order.id;
  // Nobody knows this order's secret, so the later steps use only its id.
  world.checkouts.push({
    secret: randomUUID(),
    totalCents: amount_cents,
    children: 1,
    orderId: order.id,
    isFullyRefundable: false,
  });
}

export const endSubscriptions: Step = async ({ call, books }) => {
  const work = await call<{ end: string[] }>('list_renewal_work', {});
  const endedSubscriptions = books.subscriptions.filter(({ id }) => work.end.includes(id));
  for (const { id } of endedSubscriptions) await call('end_subscription', { p_subscription_id: id });
  books.subscriptions = books.subscriptions.filter((one) => !endedSubscriptions.includes(one));
};
