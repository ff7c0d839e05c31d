import type { SessionAvailability } from '#contract/availability.ts';
import type { Camp } from '#contract/camps.ts';
import type { OfferTerms } from '#contract/quotes.ts';
import type { WaitlistView } from '#contract/waitlists.ts';
import { paths } from '#config/paths.ts';
import type { CampDraft } from '#browser/camp-draft.ts';
import { toCents } from '#domain/money.ts';
import type { readOrderMemory, Subject } from '#browser/order-memory.ts';
import { ageLimits, emptySubject } from './cart-subject.ts';

/** A subject is what the parent books, from any page (spec 2 §3). */

/** Returns whether the subject is a pass without its first session. It reserves a price and no spot. */
export const isPassAlone = (subject: Subject | null): boolean =>
  subject?.kind === 'class' && subject.sessionId === null;

/** Returns the subject of a session. `seenCents` is the price that the page showed, or null if that is unknown. */
export const ofSession = (
  session: SessionAvailability,
  offerId: string,
  seenCents: number | null,
): Subject => ({
  ...emptySubject,
  kind: 'class',
  offerId,
  sessionId: session.session_id,
  seenCents,
  firstDay: session.session_date,
  name: session.class_type,
  label: session.class_type,
  team: session.team,
});

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

export const ofDraft = (draft: CampDraft): Subject => ({
  ...emptySubject,
  kind: 'camp',
  offerId: draft.offerId,
  campId: draft.campId,
  tier: draft.packageType,
  seenCents: toCents(draft.price),
  firstDay: draft.startDate,
  place: draft.location,
  name: draft.campName,
  label: draft.packageName,
  ...ageLimits(draft.minAge, draft.maxAge),
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

/** Returns the key of a subject. A subject with a different key needs a different order. */
export const keyOf = ({ offerId, sessionId, campId, waitlist, childId }: Subject): string =>
  [offerId, sessionId, campId, waitlist, ...(childId === undefined ? [] : [childId])].join(' ');

/** Returns the key of several subjects. The form's draft belongs to it. */
export const keyOfParts = (parts: readonly Subject[]): string => parts.map(keyOf).join('|');

/** Returns whether two keys of subjects have one in common. */
export const sharePart = (one: string, other: string): boolean =>
  one.split('|').some((key) => other.split('|').includes(key));

export const hasSamePlace = (one: Subject, other: Subject): boolean => {
  const place = one.campId ?? one.sessionId;
  return place !== null && place === (other.campId ?? other.sessionId);
};

export const hasPart = (parts: readonly Subject[], subject: Subject): boolean =>
  parts.some((part) => sameSubject(part, subject));

const sameParts = (some: readonly Subject[], others: readonly Subject[]): boolean =>
  some.length === others.length && some.every((part) => hasPart(others, part));

export const sameSubject = (one: Subject, other: Subject): boolean => keyOf(one) === keyOf(other);

/**
 * Returns whether the held subject takes no spot from the next one. Either both are for the same class or camp, or the
 * held one has no spot.
 */
export const takesNoPlaceFrom = (heldSubject: Subject, next: Subject): boolean => {
  const place = heldSubject.campId ?? heldSubject.sessionId;
  return place === null || place === (next.campId ?? next.sessionId);
};

export const waitlistPath = ({ campId, sessionId, offerId }: Subject, children: number): string =>
  `${paths.waitlist}?${new URLSearchParams({
    ...(campId === null ? { session: sessionId ?? '' } : { camp: campId }),
    offer: offerId,
    children: String(children),
  }).toString()}`;

/** Returns the page that says whether the order is paid. */
export const orderPath = (subject: Subject | null, secret: string): string =>
  `${successPath(subject)}?order=${secret}`;

export const successPath = (subject: Subject | null): string =>
  subject?.kind === 'camp' ? paths.campBookingSuccess : paths.paymentSuccess;

/** Returns whether the saved order belongs to what is being booked. */
export function isOrderOf(
  memory: NonNullable<ReturnType<typeof readOrderMemory>>,
  parts: readonly Subject[],
): boolean {
  if (memory.parts) return sameParts(memory.parts, parts);
  if (memory.subject) return sameParts([memory.subject], parts);
  const [subject, ...others] = parts;
  return others.length === 0 && memory.sessionId === subject?.sessionId && memory.offerId === subject.offerId;
}
