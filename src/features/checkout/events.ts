import { brand } from '#config/brand.ts';
import { track } from '#api/analytics.ts';
import { toDollars } from '#domain/money.ts';
import type { Subject } from '#browser/order-memory.ts';

/**
 * Reports the beginning of a checkout, without personal data. The weekend booking has already reported its own classes
 * (spec 2 §7).
 */
export function trackCheckout(subject: Subject): void {
  const { kind, offerId, campId, sessionId, tier, firstDay, name, label, seenCents } = subject;
  track('checkout_started', {
    step: 'checkout',
    ...(kind === 'camp'
      ? {
          campId: campId ?? '',
          campName: name,
          packageType: tier ?? '',
          packageName: label,
          startDate: firstDay,
        }
      : {
          passId: offerId,
          ...(sessionId === null ? { passName: name } : { sessionId, sessionDate: firstDay }),
        }),
    ...(seenCents === null
      ? {}
      : {
          price: toDollars(seenCents),
          priceCents: seenCents,
          amount: toDollars(seenCents),
          amountCents: seenCents,
        }),
    currency: brand.currency,
    quantity: 1,
  });
}
