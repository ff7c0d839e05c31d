import { stripeLink } from './stripe-link.ts';

/** Shows the id of a payment, refund or dispute. An id of Stripe links to Stripe's dashboard. */
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
