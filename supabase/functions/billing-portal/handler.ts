import * as v from 'valibot';
import { Access } from '../_shared/contract/after-sale.ts';
import { Renewal } from '../_shared/contract/passes.ts';
import type { Db } from '../_shared/server/db.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { idOf, orUnavailable } from '../_shared/server/payments.ts';
import { requireRate } from '../_shared/server/rate.ts';
import { secured } from '../_shared/server/secured.ts';

const RATE = { limit: 10, seconds: 600 };

type Needs = Pick<Deps, 'db' | 'dbAs' | 'stripe' | 'env'>;

/**
 * Returns the address of Stripe's billing portal. The body is `Access`, and the answer is `{ url }`. Fails with
 * `unauthorized`, `subscription_not_found` or `payment_unavailable`.
 */
export function handler(request: Request, deps: Needs): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const access = await readJson(request, Access);
    const asker = await askerOf(request, access, deps);
    const { id } = v.parse(Renewal, await asker.rpc('find_renewal', { p_access: access }));
    await requireRate(deps.db, `billing portal:${id}`, RATE);
    const stored = await deps.db.rpc('get_provider_subscription', { p_id: id });
    const { subscription_id } = v.parse(v.object({ subscription_id: v.string() }), stored);
    // The link's token stays in the page to which the parent returns, so Stripe does not get it.
    const returnPath = 'token' in access ? '/manage-booking' : '/family-base';
    return {
      url: await orUnavailable(() => portalUrl(deps, subscription_id, deps.env.SITE_URL + returnPath)),
    };
  });
}

/**
 * Returns the database with the caller's rights. A link proves access, but an order's id does not, so an id needs a
 * signed-in parent.
 */
async function askerOf(request: Request, access: Access, deps: Needs): Promise<Db> {
  if ('token' in access) return deps.db;
  const secures = { endpoint: 'billing_portal', table: 'pass_subscriptions', access: 'manage', strict: true };
  return (await secured(request, deps, secures)).db;
}

async function portalUrl({ stripe }: Needs, subscriptionId: string, return_url: string): Promise<string> {
  const customer = idOf((await stripe.subscriptions.retrieve(subscriptionId)).customer);
  if (customer === null) throw new Error(`${subscriptionId} has no customer`);
  return (await stripe.billingPortal.sessions.create({ customer, return_url })).url;
}
