import type { Camp } from '#contract/camps.ts';
import type { OfferTerms } from '#contract/quotes.ts';
import type { WaitlistView } from '#contract/waitlists.ts';
import type { Subject } from '#browser/order-memory.ts';
import { ageLimits, emptySubject } from './cart-subject.ts';

/** The subjects that the server is asked for, because this browser has not saved them. */

/** Returns the subject of a pass. `day` is the day on which the pass begins. */
export const ofPass = (
  { id, title, details }: OfferTerms,
  day: string,
  seenCents: number | null,
  childId: string | null,
): Subject => ({
  ...emptySubject,
  kind: 'class',
  offerId: id,
  ...(childId === null ? {} : { childId }),
  seenCents,
  firstDay: day,
  name: title,
  label: title,
  ...ageLimits(details.min_age, details.max_age),
});

export const ofCamp = (camp: Camp, offerId: string): Subject => ({
  ...emptySubject,
  kind: 'camp',
  offerId,
  campId: camp.id,
  tier: camp.tier,
  seenCents: camp.price_cents,
  firstDay: camp.start_date,
  place: camp.location,
  name: camp.name,
  label: camp.name,
  ...ageLimits(camp.min_age, camp.max_age),
});

/**
 * Returns the subject of a waitlist entry, or null if what it waits for is not on sale. `offerId` is used if the entry
 * names no offer.
 */
export function ofEntry(entry: WaitlistView, secret: string, offerId: string | null): Subject | null {
  const offer = entry.offer_id ?? offerId;
  const { session, camp } = entry;
  const firstDay = session?.session_date ?? camp?.start_date;
  if (offer === null || firstDay === undefined) return null;
  const name = session?.class_type ?? camp?.name ?? '';
  return {
    ...emptySubject,
    kind: session ? 'class' : 'camp',
    offerId: offer,
    sessionId: session?.session_id ?? null,
    campId: camp?.camp_id ?? null,
    tier: camp?.tier ?? null,
    waitlist: secret,
    places: entry.places,
    seenCents: null,
    firstDay,
    name,
    label: name,
    ...(session ? { team: session.team ?? null } : {}),
  };
}
