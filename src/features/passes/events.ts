import { brand } from '#config/brand.ts';
import { track } from '#api/analytics.ts';
import { toDollars } from '#domain/money.ts';

/** Reports that the checkout of a pass begins, with the same event as our other checkouts (spec 2 §7). */
export function trackCheckout({ pass, name, cents }: { pass: string; name: string; cents: number }): void {
  const amount = toDollars(cents);
  track('checkout_started', {
    step: 'checkout',
    passId: pass,
    passName: name,
    price: amount,
    priceCents: cents,
    amount,
    amountCents: cents,
    currency: brand.currency,
    quantity: 1,
  });
}
