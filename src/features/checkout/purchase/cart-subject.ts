import type { Cart } from '#browser/cart.ts';
import type { Subject } from '#browser/order-memory.ts';
import { toCents } from '#domain/money.ts';

/**
 * This is the only file that the checkout's inline script imports, so that the script stays small
 * (`prefetch-checkout.inline.ts`).
 */

export const emptySubject = { sessionId: null, campId: null, tier: null, waitlist: null, places: null };

export const ageLimits = (minAge: number | null | undefined, maxAge: number | null | undefined) => ({
  ...(minAge == null ? {} : { minAge }),
  ...(maxAge == null ? {} : { maxAge }),
});

export const subjectOfCart = (cart: Cart): Subject => ({
  ...emptySubject,
  kind: 'class',
  offerId: cart.selectedPass.offerId,
  sessionId: cart.sessionId,
  seenCents: toCents(cart.price),
  firstDay: cart.sessionDate,
  place: cart.location,
  name: cart.selectedTeam.name,
  label: cart.selectedSession.teamLabel,
  team: cart.selectedTeam.id,
  ...ageLimits(cart.selectedTeam.minAge, cart.selectedTeam.maxAge),
});
