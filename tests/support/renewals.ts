import type { OrderView } from '#contract/orders.ts';
import type { World } from './functions.ts';
import { checkoutDetails } from './functions-shop.ts';
import { pay } from './payments.ts';

/** Buys passes with subscriptions through the edge functions and the simulated Stripe, and reads what they led to. */
export function createFlexiHelpers(world: World) {
  const { sql } = world.database;
  let families = 0;

  async function openCheckout(): Promise<{ order: OrderView; url: string; email: string; session: string }> {
    const session = await world.shop.makeSession();
    const order = await world.shop.hold(await world.shop.makeFlexiOffer(), session);
    const email = `flexi${++families}@example.com`;
    const { body } = await world.call<{ url: string }>('create-checkout', {
      secret: order.secret,
      expected_total_cents: order.total_cents,
      details: {
        ...checkoutDetails,
        parent: { ...checkoutDetails.parent, email },
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
    openCheckout,
    subscriptionOf,

    async buyFlexi() {
      const { url, ...rest } = await openCheckout();
      await pay(url, { fetch: world.payments.fetch });
      await world.waitForWork();
      return { ...rest, subscription: await subscriptionOf(rest.email) };
    },

    async readStatus(subscription: string): Promise<string | undefined> {
      const [row] = await sql<{ status: string }[]>`
        select status from pass_subscriptions where provider_subscription_id = ${subscription}`;
      return row?.status;
    },

    async readCredits(email: string): Promise<number[]> {
      const rows = await sql<{ credits: number }[]>`
        select private.credits_left(p.id) as credits from passes p
        join families f on f.id = p.family_id where f.contact_email = ${email} order by p.created_at`;
      return rows.map(({ credits }) => credits);
    },

    /** Ends the paid period in our database, but not at Stripe. */
    async endPaidPeriod(subscription: string): Promise<void> {
      await sql`update pass_subscriptions set current_period_end = now() - interval '1 hour'
        where provider_subscription_id = ${subscription}`;
    },

    mailTemplates: (email: string) =>
      world.mail.delivered.filter(({ to }) => to === email).map(({ key }) => key.split(':')[0]),
  };
}
