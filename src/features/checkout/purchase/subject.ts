import type { SessionAvailability } from '#contract/availability.ts';
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

/** Returns the key of a subject. A subject with a different key needs a different order. */
export const keyOf = ({ offerId, sessionId, campId, waitlist, childId }: Subject): string =>
  [offerId, sessionId, campId, waitlist, ...(childId === undefined ? [] : [childId])].join(' ');

/** Returns the key of several subjects. The form's draft belongs to it. */
export const keyOfParts = (parts: readonly Subject[]): string => parts.map(keyOf).join('|');

/** Returns whether two keys of subjects have one in common. */
export const sharePart = (one: string, other: string): boolean =>
  one.split('|').some((key) => other.split('|').includes(key));

export const hasPart = (parts: readonly Subject[], subject: Subject): boolean =>
  parts.some((part) => sameSubject(part, subject));

const sameParts = (some: readonly Subject[], others: readonly Subject[]): boolean =>
  some.length === others.length && some.every((part) => hasPart(others, part));

export const sameSubject = (one: Subject, other: Subject): boolean => keyOf(one) === keyOf(other);

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
