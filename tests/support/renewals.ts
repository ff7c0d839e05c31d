import type { OrderView } from '#contract/orders.ts';
import type { World } from './functions.ts';
import { details } from './functions-shop.ts';
import { pay } from './payments.ts';

/** A family that buys a pass with a subscription, through the functions and the simulated Stripe. */
export function flexi(world: World) {
  const { sql } = world.database;
  let families = 0;

  async function toCheckout(): Promise<{ order: OrderView; url: string; email: string; session: string }> {
    const session = await world.shop.session();
    const order = await world.shop.hold(await world.shop.flexi(), session);
    const email = `flexi${++families}@example.com`;
    const { body } = await world.call<{ url: string }>('create-checkout', {
      secret: order.secret,
      expected_total_cents: order.total_cents,
      details: {
        ...details,
        parent: { ...details.parent, email },
        children: [{ name: `Kai ${families}`, dob: '2018-04-03' }],
      },
    });
    return { order, url: body.url, email, session };
  }

  const subscriptionOf = async (email: string): Promise<string> => {
    const { data } = await world.deps.stripe.checkout.sessions.list({ status: 'complete', limit: 100 });
    const found = data.find(({ customer_email }) => customer_email === email)?.subscription;
    if (typeof found !== 'string') throw new Error(`${email} has no subscription`);
    return found;
  };

  return {
    toCheckout,
    subscriptionOf,

    async bought() {
      const { url, ...rest } = await toCheckout();
      await pay(url, { fetch: world.payments.fetch });
      await world.settled();
      return { ...rest, subscription: await subscriptionOf(rest.email) };
    },

    async status(subscription: string): Promise<string | undefined> {
      const [row] = await sql<{ status: string }[]>`
        select status from pass_subscriptions where provider_subscription_id = ${subscription}`;
      return row?.status;
    },

    async credits(email: string): Promise<number[]> {
      const rows = await sql<{ credits: number }[]>`
        select private.credits_left(p.id) as credits from passes p
        join families f on f.id = p.family_id where f.contact_email = ${email} order by p.created_at`;
      return rows.map(({ credits }) => credits);
    },

    /** Ends the paid period in our database, but not at the provider. */
    async overdue(subscription: string): Promise<void> {
      await sql`update pass_subscriptions set current_period_end = now() - interval '1 hour'
        where provider_subscription_id = ${subscription}`;
    },

    mails: (email: string) =>
      world.mail.delivered.filter(({ to }) => to === email).map(({ key }) => key.split(':')[0]),
  };
}
