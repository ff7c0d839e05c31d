import Stripe from 'stripe';
import { logFault } from './log.ts';
import { RefusalError } from './refusal.ts';
import { stripeApiVersion } from './stripe-events.ts';

const TIMEOUT_MS = 12_000;
const RETRIES = 2;

/** Stripe's client, on `fetch` and Web Crypto, which both runtimes have. */
export function createPayments(env: {
  STRIPE_SECRET_KEY: string;
  STRIPE_API_URL?: string | undefined;
}): Stripe {
  return new Stripe(env.STRIPE_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    apiVersion: stripeApiVersion,
    ...(env.STRIPE_API_URL ? elsewhere(new URL(env.STRIPE_API_URL)) : {}),
  });
}

function elsewhere(url: URL): { host: string; port: string; protocol: 'http' | 'https' } {
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol };
}

/** Verifies Stripe's signature over the raw body; refuses with `unauthorized`. */
export async function verifiedEvent(
  stripe: Stripe,
  secret: string,
  rawBody: string,
  signature: string | null,
): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(
      rawBody,
      signature ?? '',
      secret,
      undefined,
      Stripe.createSubtleCryptoProvider(),
    );
  } catch {
    // The library has a sentence for each way to be wrong, and for some a plain error: all mean "not from Stripe".
    throw new RefusalError({ code: 'unauthorized' });
  }
}

/** Runs a conversation with Stripe; a failure of it becomes `payment_unavailable`, and the hold stays. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    logFault('payment', error);
    throw new RefusalError({ code: 'payment_unavailable' });
  }
}

/** The id in a field that may be expanded; null when it is empty. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}

/** Stripe is not there, or does not answer in time. */
export function isAway(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError;
}

/**
 * True when a call with this idempotency key will never be answered otherwise: parameters that are refused, and
 * a fault of Stripe's own, which it remembers under the key for a day.
 */
export function isFinalForKey(error: unknown): boolean {
  return isRefusedByStripe(error) || error instanceof Stripe.errors.StripeAPIError;
}

/** True for an answer of Stripe that will be the same however often it is asked. */
export function isRefusedByStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Stripe gives nothing back of a charge while a bank decides about it. */
export function isDisputed(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_disputed';
}

/** Our balance at Stripe does not cover a refund: filled up, the same can be made. */
export function lacksBalance(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === 'balance_insufficient' || error.code === 'insufficient_funds')
  );
}
