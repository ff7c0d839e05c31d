import {
  confirmedPrices,
  FOR_SIBLINGS,
  namedPrices,
  type PricedDocument,
} from '../../supabase/functions/_shared/contract/confirmed-prices.ts';
import { dueAt, type PlannedPrice } from '../../supabase/functions/_shared/contract/selling-rules/planned.ts';
import { toCents } from '../../supabase/functions/_shared/contract/format.ts';
import type { KnownUse } from './useOfferUse.ts';

/** A price change, in cents, that is large enough to need confirmation. */
export interface Jump {
  name: string;
  from: number;
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
  const lowest = Math.min(...Object.values(before));
  if (!Number.isFinite(lowest)) return [];
  return Object.entries(inCents(draft, now)).flatMap(([name, to]) => {
    // A planned price replaces the listed price.
    const from = before[name] ?? (name.startsWith('from ') ? before['listed'] : undefined) ?? lowest;
    // When a rung ends, the price for siblings rises together with the other prices.
    if (name === FOR_SIBLINGS && to >= from) return [];
    return Math.abs(to - from) * 100 > from * percent ? [{ name, from, to }] : [];
  });
}

/**
 * Returns the prices in cents. It follows `private.prices_to_guard`, where a planned price becomes the listed price at
 * its moment.
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
  const lowest = Math.min(...Object.values(namedPrices(draft)).map(toCents));
  return lowest < use.floor_cents ? lowest : null;
}
