import { stripeLink } from './stripe-link.ts';

/** The id of a payment, refund or dispute. An id of Stripe links to its dashboard. */
export function StripeId({ id }: { id: string }) {
  const href = stripeLink(id);
  return href === null ? (
    <code>{id}</code>
  ) : (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <code>{id}</code>
    </a>
  );
}
