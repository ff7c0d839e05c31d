import {
  confirmedPrices,
  EXTRA_GUEST,
  FOR_SIBLINGS,
  namedPrices,
  offerPrices,
  type PricedDocument,
  TRANSPORT,
} from '../../supabase/functions/_shared/contract/confirmed-prices.ts';
import { dueAt, type PlannedPrice } from '../../supabase/functions/_shared/contract/selling-rules/planned.ts';
import { toCents } from '../../supabase/functions/_shared/contract/format.ts';
import type { KnownUse } from './useOfferUse.ts';

/** A price change, in cents, that is large enough to need confirmation. */
export interface Jump {
  name: string;
  /** The price that it replaces. Null for the first price of a product. */
  from: number | null;
  to: number;
}

export interface PricedDraft extends PricedDocument {
  name?: unknown;
  pricesConfirmed?: unknown;
}

/**
 * Returns the price changes that are large enough to need confirmation. It follows `private.find_price_jumps`. If the
 * checkout does not answer, each change of a published price counts.
 */
export function jumpsOf(
  draft: PricedDraft,
  published: PricedDocument | null,
  use: KnownUse,
  now = new Date(),
): Jump[] {
  if (draft.pricesConfirmed === confirmedPrices(draft)) return [];
  const knownUse = use !== null && use !== 'unknown' ? use : null;
  const percent = knownUse?.price_jump_percent ?? 0;
  const before = knownUse?.prices ?? inCents(published ?? {}, now);
  const isTransport = (name: string) => name.startsWith(TRANSPORT);
  const ofOffer = Object.keys(before).filter((name) => !isTransport(name) && name !== EXTRA_GUEST);
  if (ofOffer.length === 0) return firstPrices(draft, use);
  const leastOf = (names: string[]) => Math.min(...names.map((name) => before[name] ?? Infinity));
  const lowest = leastOf(ofOffer);
  const cheapestTransport = leastOf(Object.keys(before).filter(isTransport));
  return Object.entries(inCents(draft, now)).flatMap(([name, to]) => {
    // A planned price replaces the listed price. The first price of a transport or of a further guest has nothing to be
    // compared with.
    const without = isTransport(name)
      ? cheapestTransport
      : name === EXTRA_GUEST
        ? Infinity
        : name.startsWith('from ')
          ? before['listed']
          : lowest;
    const from = before[name] ?? without ?? lowest;
    if (from === Infinity) return [];
    // When a rung ends, the price for siblings rises together with the other prices.
    if (name === FOR_SIBLINGS && to >= from) return [];
    return Math.abs(to - from) * 100 > from * percent ? [{ name, from, to }] : [];
  });
}

/** Returns the prices of a new product if one is far below those of similar products, because it may be a slip. */
const firstPrices = (draft: PricedDraft, use: KnownUse): Jump[] =>
  belowFloor(draft, use) === null
    ? []
    : Object.entries(offerPrices(draft)).map(([name, dollars]) => ({
        name,
        from: null,
        to: toCents(dollars),
      }));

/**
 * Returns the prices in cents. It follows `private.prices_to_confirm`, where a planned price becomes the listed price
 * at its moment.
 */
function inCents(document: PricedDocument, now: Date): Record<string, number> {
  const plannedPrices = Array.isArray(document.plannedPrices)
    ? (document.plannedPrices as PlannedPrice[])
    : [];
  const due = dueAt({ plannedPrices }, now);
  const named = namedPrices({
    ...document,
    price: due ? due.price : document.price,
    plannedPrices: plannedPrices.filter(({ from }) => from && Date.parse(from) > now.getTime()),
  });
  return Object.fromEntries(Object.entries(named).map(([name, dollars]) => [name, toCents(dollars)]));
}

/**
 * Returns the draft's lowest price in cents if it is below the floor, so that two admins must approve it. Otherwise
 * returns null.
 */
export function belowFloor(draft: PricedDocument, use: KnownUse): number | null {
  if (use === null || use === 'unknown' || use.floor_cents === null) return null;
  const lowest = Math.min(...Object.values(offerPrices(draft)).map(toCents));
  return lowest < use.floor_cents ? lowest : null;
}
