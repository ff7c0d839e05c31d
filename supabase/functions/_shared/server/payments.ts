import Stripe from 'stripe';
import { logFault } from './log.ts';
import { RefusalError } from './refusal.ts';
import { stripeApiVersion } from './stripe-events.ts';

const TIMEOUT_MS = 12_000;
const RETRIES = 2;

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
    ...(env.STRIPE_API_URL ? addressOf(new URL(env.STRIPE_API_URL)) : {}),
  });
}

function addressOf(url: URL): { host: string; port: string; protocol: 'http' | 'https' } {
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol };
}

/**
 * Returns the event of a webhook call. Fails with `unauthorized` unless Stripe's signature over the raw body is valid.
 */
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
    // The library throws different errors for invalid signatures. All of them mean that the call is not from Stripe.
    throw new RefusalError({ code: 'unauthorized' });
  }
}

/** Calls Stripe. A failure becomes `payment_unavailable`, and the places are still held. */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    logFault('payment', error);
    throw new RefusalError({ code: 'payment_unavailable' });
  }
}

export function idOf(field: string | { id: string } | null | undefined): string | null {
  return typeof field === 'string' ? field : (field?.id ?? null);
}

/** Returns whether Stripe could not be reached, so that further calls would fail too. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeConnectionError;
}

/**
 * Returns whether another call with the same key gets the same error. Stripe saves refused parameters and its own
 * errors under the key for a day.
 */
export function isFinalForKey(error: unknown): boolean {
  return isRefusedByStripe(error) || error instanceof Stripe.errors.StripeAPIError;
}

/** Returns whether Stripe refused a request and a repetition will not change that. */
export function isRefusedByStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Returns whether Stripe refuses a refund because a bank is deciding about the charge. */
export function isDisputed(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_disputed';
}

/** Returns whether our balance at Stripe is too low for a refund. After a top-up the same refund can be made. */
export function lacksBalance(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === 'balance_insufficient' || error.code === 'insufficient_funds')
  );
}
