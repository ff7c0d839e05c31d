import type { World } from './functions.ts';
import { checkoutDetails } from './functions-shop.ts';
import { pay } from './payments.ts';

/** Buys a pass and requests a refund of it, which has not been sent to Stripe yet. */
export async function requestRefund(world: World, cents = 10_000): Promise<{ id: string; intent: string }> {
  const order = await world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession());
  const body = { secret: order.secret, expected_total_cents: order.total_cents, details: checkoutDetails };
  const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
  await pay(url, { fetch: world.payments.fetch });
  await world.waitForWork();
  world.mail.delivered.splice(0);
  const { id: orderId } = await world.shop.readOrder(order);
  const { refund_id } = (await world.deps.db.rpc('refund_order', {
    p_order_id: orderId,
    p_cents: cents,
    p_reason: 'goodwill',
  })) as { refund_id: string };
  const [payment] = await world.database.sql`select payment_intent from payments where order_id = ${orderId}`;
  return { id: refund_id, intent: payment?.['payment_intent'] as string };
}
