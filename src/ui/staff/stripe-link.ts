/** Ids of payments, charges, sessions, refunds, disputes, invoices and subscriptions, of either mode. */
const stripeIds = /^(?:pi|ch|py|cs|re|pyr|dp|du|in|sub|evt|cus)_\w+$/;

/** Stripe's search finds each kind of id in the mode that the person is in. Null for an id that is not Stripe's. */
export const stripeLink = (id: string): string | null =>
  stripeIds.test(id) ? `https://dashboard.stripe.com/search?query=${id}` : null;
