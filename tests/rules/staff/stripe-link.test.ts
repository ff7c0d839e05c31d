/** Staff open a payment, refund or dispute at Stripe by its id. */
import { expect, it } from 'vitest';
import { stripeLink } from '#ui/staff/stripe-link.ts';

it.each(['pi_3QabcDEF', 'dp_1Qabc', 'cs_test_a1B2'])('%s has a link to Stripe', (id) =>
  expect(stripeLink(id)).toBe(`https://dashboard.stripe.com/search?query=${id}`),
);
it.each(['desk', 'cash 12', 'pi_', 'javascript:alert(1)', 'pi_1&x=2'])('%s is not an id of Stripe', (id) =>
  expect(stripeLink(id)).toBeNull(),
);
