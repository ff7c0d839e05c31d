import {
  confirmedPrices,
  FOR_SIBLINGS,
  namedPrices,
  type PricedDocument,
} from '../../supabase/functions/_shared/contract/confirmed-prices.ts';
import { dueAt, type PlannedPrice } from '../../supabase/functions/_shared/contract/selling-rules/planned.ts';
import { toCents } from '../../supabase/functions/_shared/contract/format.ts';
import type { KnownUse } from './useOfferUse.ts';

/** A price change that is large enough to need confirmation, in cents. */
export interface Jump {
  name: string;
  from: number;
  to: number;
}

export interface PricedDraft extends PricedDocument {
  name?: unknown;
  pricesConfirmed?: unknown;
}

/** As `private.find_price_jumps`. If the checkout cannot be asked, every change of a published price counts. */
export function jumpsOf(
  draft: PricedDraft,
  published: PricedDocument | null,
  use: KnownUse,
  now = new Date(),
): Jump[] {
  if (draft.pricesConfirmed === confirmedPrices(draft)) return [];
  const known = use !== null && use !== 'unknown' ? use : null;
  const percent = known?.price_jump_percent ?? 0;
  const before = known?.prices ?? inCents(published ?? {}, now);
  const lowest = Math.min(...Object.values(before));
  if (!Number.isFinite(lowest)) return [];
  return Object.entries(inCents(draft, now)).flatMap(([name, to]) => {
    // A planned price replaces the listed one.
    const from = before[name] ?? (name.startsWith('from ') ? before['listed'] : undefined) ?? lowest;
    // The price for siblings follows the others up when a rung ends.
    if (name === FOR_SIBLINGS && to >= from) return [];
    return Math.abs(to - from) * 100 > from * percent ? [{ name, from, to }] : [];
  });
}

/** As `private.prices_to_guard`: a planned price whose moment has come is the listed one. */
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

/** The lowest price of a draft in cents if it is below the floor, so that two admins have to approve it; or null. */
export function belowFloor(draft: PricedDocument, use: KnownUse): number | null {
  if (use === null || use === 'unknown' || use.floor_cents === null) return null;
  const lowest = Math.min(...Object.values(namedPrices(draft)).map(toCents));
  return lowest < use.floor_cents ? lowest : null;
}
