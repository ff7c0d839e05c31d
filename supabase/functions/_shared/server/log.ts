import Stripe from 'stripe';

/**
 * Writes a fault down without what people typed: of Stripe's errors only what names them, since their words
 * may quote a parameter.
 */
export function logFault(where: string, error: unknown): void {
  console.error(`${where}:`, describe(error));
}

function describe(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) {
    return ['Stripe', error.type, error.code, error.param, error.requestId].filter(Boolean).join(' ');
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
