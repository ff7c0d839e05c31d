// `npm run stripe:webhook` creates or updates Stripe's webhook endpoint for the functions of SUPABASE_URL. Stripe
// shows the secret only at creation; set it as STRIPE_WEBHOOK_SECRET. Running this again changes nothing.
import { pathToFileURL } from 'node:url';
import type Stripe from 'stripe';
import * as v from 'valibot';
import { createPayments } from '#server/payments.ts';
import { stripeApiVersion, stripeEvents } from '#server/stripe-events.ts';

const Env = v.object({
  STRIPE_SECRET_KEY: v.pipe(v.string(), v.minLength(1)),
  SUPABASE_URL: v.pipe(v.string(), v.url()),
  /** Set only for the simulated Stripe of the local stack. */
  STRIPE_API_URL: v.optional(v.pipe(v.string(), v.url())),
});

export interface Endpoint {
  id: string;
  /** Null for an existing endpoint, because Stripe shows the secret only at creation. */
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

/** Creates or updates the endpoint. An endpoint of another version cannot be changed, so a new one is created. */
export async function ensureEndpoint(stripe: Stripe, supabaseUrl: string): Promise<Endpoint> {
  const existing = await findEndpoints(stripe, supabaseUrl);
  const current = existing.find(({ api_version }) => api_version === stripeApiVersion);
  const others = existing.filter((endpoint) => endpoint !== current).map(({ id }) => id);
  const enabled_events = [...stripeEvents];
  if (!current) {
    const created = await stripe.webhookEndpoints.create({
      url: addressOf(supabaseUrl),
      enabled_events,
      api_version: stripeApiVersion,
    });
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

async function run(args: string[]): Promise<void> {
  const parsed = v.safeParse(Env, process.env);
  if (!parsed.success) {
    const names = parsed.issues.map((issue) => v.getDotPath(issue)).join(', ');
    throw new Error(`Missing or wrong in the environment: ${names}. See .env.example.`);
  }
  const env = parsed.output;
  const stripe = createPayments(env);
  const endpoint = await ensureEndpoint(stripe, env.SUPABASE_URL);
  console.log(`${endpoint.id}: ${stripeEvents.length} events, version ${stripeApiVersion}`);
  if (endpoint.secret !== null) {
    console.log(`Created just now. Set this secret for the functions; Stripe does not show it again:`);
    console.log(`STRIPE_WEBHOOK_SECRET=${endpoint.secret}`);
  }
  if (endpoint.others.length === 0) return;
  if (endpoint.secret === null && args.includes('--remove-others')) {
    await removeOthers(stripe, endpoint);
    console.log(`Removed: ${endpoint.others.join(', ')}`);
    return;
  }
  console.log(
    `Other endpoints with the same address: ${endpoint.others.join(', ')}. Once the functions have the secret, run:`,
  );
  console.log('npm run stripe:webhook -- --remove-others');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
