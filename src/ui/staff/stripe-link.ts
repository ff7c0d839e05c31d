/** Ids of payments, charges, sessions, refunds, disputes, invoices and subscriptions. */
const stripeIds = /^(?:pi|ch|py|cs|re|pyr|dp|du|in|sub|evt|cus)_\w+$/;

/** Stripe's search finds any of these ids, in test mode or live mode. Null for other ids. */
export const stripeLink = (id: string): string | null =>
  stripeIds.test(id) ? `https://dashboard.stripe.com/search?query=${id}` : null;
