import type { HoldRequest } from '#contract/order-requests.ts';
import type { OrderLineView, OrderView } from '#contract/orders.ts';
import type { OfferTerms } from '#contract/quotes.ts';
import type { Subject } from '#browser/order-memory.ts';
import type { HoldOptions } from './hold-request.ts';
import { keyOf } from './subject.ts';

/** The most lines of an order (`QuoteRequest`). */
export const MOST_LINES = 8;

export type Offers = Readonly<Record<string, OfferTerms>>;

/** Returns whether a part offers this transport. If its terms could not be read, the database decides. */
const offersRide = ({ offerId, campId }: Subject, transport: string, offers: Offers): boolean =>
  transport !== '' &&
  campId !== null &&
  (offers[offerId]?.details.transport.some(({ id }) => id === transport) ?? true);

/** Returns the transport, or an empty text if no part offers it. */
export const rideOf = (transport: string, parts: readonly Subject[], offers: Offers): string =>
  parts.some((part) => offersRide(part, transport, offers)) ? transport : '';

type ReadShownPrice = (part: Subject, nth: number) => number | null;

/** Builds the request of a hold for several parts. Its lines are in the order of the parts, then of the children. */
export function buildBasketRequest(
  parts: readonly Subject[],
  { count, transport, code, going = [] }: HoldOptions,
  { secret, previous }: { secret: string; previous: string | null },
  offers: Offers,
  readShownPrice: ReadShownPrice,
): HoldRequest {
  return {
    lines: parts.flatMap((part, index) =>
      (going[index] ?? []).map((child, nth) => ({
        offer_id: part.offerId,
        ...(part.campId === null ? { session_id: part.sessionId } : { camp_id: part.campId }),
        child,
        ...(offersRide(part, transport, offers) ? { transport } : {}),
        expected_price_cents: readShownPrice(part, nth),
      })),
    ),
    children: Array.from({ length: count }, () => ({})),
    secret,
    previous_secret: previous,
    ...(code === null ? {} : { code }),
  };
}

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

/** Returns the keys of the parts to which a child of the order does not go. */
export const skippedParts = (order: OrderView, parts: readonly Subject[], child: number): string[] =>
  parts
    .filter(
      (part) =>
        !order.lines.some(
          (line, index) => childOfLine(line, index) === child && partOf(line, parts) === part,
        ),
    )
    .map(keyOf);
