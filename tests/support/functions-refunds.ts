import type { World } from './functions.ts';
import { details } from './functions-shop.ts';
import { pay } from './payments.ts';

export async function requestRefund(world: World, cents = 10_000): Promise<{ id: string; intent: string }> {
  const order = await world.shop.hold(await world.shop.offer(), await world.shop.session());
  const body = { secret: order.secret, expected_total_cents: order.total_cents, details };
  const { url } = (await world.call<{ url: string }>('create-checkout', body)).body;
  await pay(url, { fetch: world.payments.fetch });
  await world.settled();
  world.mail.delivered.splice(0);
  const { id: orderId } = await world.shop.order(order);
  const { refund_id } = (await world.deps.db.rpc('refund_order', {
    p_order_id: orderId,
    p_cents: cents,
    p_reason: 'goodwill',
  })) as { refund_id: string };
  const [payment] = await world.database.sql`select payment_intent from payments where order_id = ${orderId}`;
  return { id: refund_id, intent: payment?.['payment_intent'] as string };
}
