import Stripe from 'stripe';
import { stripeApiVersion, stripeEvents } from '#server/stripe-events.ts';
import { type Context, requireKey } from './context.ts';

export const stripeOf = (context: Context) =>
  new Stripe(requireKey(context, 'STRIPE_SECRET_KEY'), {
    httpClient: Stripe.createFetchHttpClient(context.fetch),
    apiVersion: stripeApiVersion,
    telemetry: false,
    // A person repeats a failed run, so an error is reported at once.
    maxNetworkRetries: 0,
  });

export interface Endpoint {
  id: string;
  /** It is null for an existing endpoint, because Stripe shows the secret only at creation. */
  secret: string | null;
  /** Ids of other endpoints with the same address. They deliver events until they are removed. */
  others: string[];
}

const addressOf = (supabaseUrl: string) => `${supabaseUrl.replace(/\/+$/, '')}/functions/v1/stripe-webhook`;

const isUpToDate = ({ enabled_events, status }: Stripe.WebhookEndpoint) =>
  status === 'enabled' && enabled_events.toSorted().join() === stripeEvents.toSorted().join();

/** Returns all endpoints with the address of our function, whatever their version. */
export async function findEndpoints(stripe: Stripe, supabaseUrl: string): Promise<Stripe.WebhookEndpoint[]> {
  const url = addressOf(supabaseUrl);
  const found: Stripe.WebhookEndpoint[] = [];
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
    if (endpoint.url === url) found.push(endpoint);
  return found;
}

/** Creates an endpoint. Only this answer contains its secret. */
export const createEndpoint = (stripe: Stripe, supabaseUrl: string) =>
  stripe.webhookEndpoints.create({
    url: addressOf(supabaseUrl),
    enabled_events: [...stripeEvents],
    api_version: stripeApiVersion,
  });

/** Creates or updates the endpoint. An endpoint of another version cannot be changed, so a new one is created. */
export async function ensureEndpoint(stripe: Stripe, supabaseUrl: string): Promise<Endpoint> {
  const existing = await findEndpoints(stripe, supabaseUrl);
  const current = existing.find(({ api_version }) => api_version === stripeApiVersion);
  const others = existing.filter((endpoint) => endpoint !== current).map(({ id }) => id);
  const enabled_events = [...stripeEvents];
  if (!current) {
    const created = await createEndpoint(stripe, supabaseUrl);
    return { id: created.id, secret: created.secret ?? null, others };
  }
  if (!isUpToDate(current))
    await stripe.webhookEndpoints.update(current.id, { enabled_events, disabled: false });
  return { id: current.id, secret: null, others };
}

/** Deletes the other endpoints with the same address. Call this once the functions have the new secret. */
export async function removeOthers(stripe: Stripe, { others }: Endpoint): Promise<void> {
  for (const id of others) await stripe.webhookEndpoints.del(id);
}
