/** Matches the ids of payments, charges, sessions, refunds, disputes, invoices and subscriptions. */
const stripeIds = /^(?:pi|ch|py|cs|re|pyr|dp|du|in|sub|evt|cus)_\w+$/;

/**
 * Returns the address of Stripe's search, which finds any of these ids in test mode and in live mode. Returns null for
 * other ids.
 */
export const stripeLink = (id: string): string | null =>
  stripeIds.test(id) ? `https://dashboard.stripe.com/search?query=${id}` : null;
