import type { OrderLineView, OrderView } from '#contract/orders.ts';
import type { OfferTerms } from '#contract/quotes.ts';
import type { Subject } from '#browser/order-memory.ts';

/** The most lines of an order (`QuoteRequest`). */
export const MAX_LINES = 8;

export type Offers = Readonly<Record<string, OfferTerms>>;

/** Returns whether a part offers this transport. If its terms could not be read, the database decides. */
export const offersRide = ({ offerId, campId }: Subject, transport: string, offers: Offers): boolean =>
  transport !== '' &&
  campId !== null &&
  (offers[offerId]?.details.transport.some(({ id }) => id === transport) ?? true);

/** Returns the transport, or an empty text if no part offers it. */
export const rideOf = (transport: string, parts: readonly Subject[], offers: Offers): string =>
  parts.some((part) => offersRide(part, transport, offers)) ? transport : '';

/** Returns the part that a line belongs to. */
export const partOf = (line: OrderLineView, parts: readonly Subject[]): Subject | undefined =>
  parts.find(
    ({ offerId, campId, sessionId }) =>
      offerId === line.offer_id &&
      campId === (line.camp?.camp_id ?? null) &&
      sessionId === (line.session?.session_id ?? null),
  );

/** Returns the position of a line's child. */
export const childOfLine = ({ child }: OrderLineView, index: number): number => child ?? index;

/** Returns how many children have a spot. */
export const countSeated = ({ lines }: OrderView, isBasket: boolean): number =>
  isBasket ? new Set(lines.map(childOfLine)).size : lines.length;
