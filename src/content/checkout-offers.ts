import * as v from 'valibot';
import { readRows } from '#api/rpc.ts';
import type { WithGaps } from './empty-fields.ts';
import { readContentEnv } from './env.ts';
import { loadOnce } from './load-once.ts';
import { type DocumentRef, type Report, reportTrouble, WithoutPricesError } from './problem.ts';

const optional = <T extends v.GenericSchema>(schema: T) => v.nullish(schema);
const time = v.nullish(v.string());

/** The terms at which the checkout sells an offer (`offers.details`). */
const Terms = v.object({
  planned_prices: optional(v.array(v.object({ from: v.string(), price_cents: v.number() }))),
  sale_time: optional(v.object({ from: time, until: time })),
  pass_id: optional(v.string()),
  checkout_type: optional(v.string()),
  sessions: optional(v.number()),
  validity_days: optional(v.number()),
  make_ups: optional(v.number()),
  once_per_child: optional(v.boolean()),
  renews: optional(v.boolean()),
  min_age: optional(v.number()),
  max_age: optional(v.number()),
  days: optional(v.number()),
  rungs: optional(
    v.array(
      v.object({
        id: v.string(),
        price_cents: v.number(),
        places: optional(v.number()),
        from: time,
        deadline: time,
        closed: v.optional(v.boolean(), false),
      }),
    ),
  ),
  sibling_rebate: optional(v.object({ cents: v.number(), places: optional(v.number()) })),
  transport: optional(v.array(v.object({ id: v.string(), title: v.string(), price_cents: v.number() }))),
  guests: optional(v.number()),
  minutes: optional(v.number()),
  extra_guest_cents: optional(v.number()),
});
export type Terms = v.InferOutput<typeof Terms>;

const Offer = v.object({
  id: v.string(),
  revision: v.string(),
  price_cents: v.number(),
  cancellation: v.nullable(v.string()),
  details: Terms,
});
type CheckoutOffer = v.InferOutput<typeof Offer>;

/** The offers that the checkout sells, by the id of their document. */
export type CheckoutOffers = ReadonlyMap<string, CheckoutOffer>;

const query = 'offers?select=id,revision,price_cents,cancellation,details&active=is.true';

/** How long a build waits, in milliseconds, before it asks a checkout again that did not answer. */
const RETRIES_MS = [1_000, 4_000];

/**
 * Reads what the checkout sells. A preview shows the prices of drafts instead, so it returns null there. If the
 * checkout does not answer, the build fails and the earlier pages stay up, because a page must not print a price that
 * nobody has approved (docs/decisions "Prices below the floor").
 */
export const getCheckoutOffers = loadOnce(async (): Promise<CheckoutOffers | null> => {
  if (readContentEnv().SANITY_PREVIEW) return null;
  let answer = await readRows(query, v.array(Offer));
  for (const pause of RETRIES_MS) {
    if (answer.ok) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    answer = await readRows(query, v.array(Offer));
  }
  if (!answer.ok) throw new WithoutPricesError(answer.code);
  return new Map(answer.value.map((offer) => [offer.id, offer]));
});

interface Sellable {
  _id: string;
  _rev: string;
  price: number;
  cancellation: string;
  /** As at the checkout, a document is on sale if the field is missing. */
  available: boolean | null | undefined;
}

/**
 * Returns a document as it would be if it had been published with these terms. A term that the
 * checkout does not have is null. The document's own term is not used, because it waits for
 * confirmation together with the price.
 */
type WithTerms<T> = (document: T, terms: Terms) => WithGaps<T>;

/**
 * Returns the documents with the prices and terms that the checkout charges. A document that waits for a confirmation
 * or an approval gets the earlier price. A product that the checkout does not sell yet is left out.
 */
export function asSold<T extends Sellable>(
  documents: readonly T[],
  offers: CheckoutOffers | null,
  {
    withTerms,
    nameOf,
    report,
  }: { withTerms: WithTerms<T>; nameOf: (document: T) => DocumentRef; report: Report },
): T[] {
  if (offers === null) return [...documents];
  return documents.flatMap((document) => {
    // If the content takes something off sale, that applies at once.
    if (document.available === false) return [document];
    const offer = offers.get(document._id);
    if (offer === undefined) {
      reportTrouble(nameOf(document), 'is not sold by the checkout', 'it is left out', report);
      return [];
    }
    if (offer.revision === document._rev) return [document];
    const consequence = 'it is shown at the price that the checkout charges';
    reportTrouble(nameOf(document), 'differs from what the checkout sells', consequence, report);
    const { revision: _rev, price_cents, cancellation, details } = offer;
    // A missing term is handled as a missing field of a document.
    const sold = withTerms({ ...document, _rev, price: inDollars(price_cents) }, details);
    return [{ ...sold, cancellation } as T];
  });
}

export const inDollars = (cents: number): number => cents / 100;

/** Returns the planned prices and the time of sale of the checkout, as the content stores them. */
export const toPlans = ({ planned_prices: prices, sale_time: sale }: Terms) => ({
  plannedPrices: (prices ?? []).map(({ from, price_cents }) => ({
    _type: 'plannedPrice' as const,
    _key: from,
    from,
    price: inDollars(price_cents),
  })),
  saleTime: {
    _type: 'showing' as const,
    ...(sale?.from ? { from: sale.from } : {}),
    ...(sale?.until ? { until: sale.until } : {}),
  },
});
