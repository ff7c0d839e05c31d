import type { HoldRequest } from '#contract/order-requests.ts';
import type { Subject } from '#browser/order-memory.ts';
import type { HoldOptions } from './hold-request.ts';
import { type Offers, offersRide } from './parts.ts';

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
