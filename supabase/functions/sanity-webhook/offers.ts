import * as v from 'valibot';
import { brand, withProduct } from '../_shared/contract/brand.ts';

// As narrow as publish_offers, which would refuse the whole list for one that it cannot take.
const Count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));
const Days = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3660));
const Words = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120));

/** Stripe takes no SGD amount below fifty cents; the other end stops a slipped decimal point. */
const Price = v.pipe(
  v.number(),
  v.minValue(0.5, 'must be at least S$0.50'),
  v.maxValue(20_000, 'must be at most S$20,000'),
  v.check(
    (dollars) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6,
    'has more than two decimals',
  ),
);

/** A published `pass` document, as the query of `_shared/server/lake.ts` selects it. */
const Pass = v.object({
  _id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  _rev: v.string(),
  _updatedAt: v.pipe(v.string(), v.isoTimestamp()),
  passId: v.pipe(v.string(), v.minLength(1)),
  name: Words,
  price: Price,
  sessions: Count,
  validityDays: v.nullish(Days),
  checkoutType: v.pipe(v.string(), v.minLength(1)),
  available: v.nullish(v.boolean()),
  cancellation: v.nullish(v.string()),
  minAge: v.nullish(Count),
  maxAge: v.nullish(Count),
});

/** A row for `publish_offers`. */
export interface Offer {
  id: string;
  kind: 'pass';
  title: string;
  price_cents: number;
  currency: string;
  revision: string;
  details: Record<string, string | number | null>;
  cancellation: string | null;
  updated_at: string;
}

export interface RefusedOffer {
  id: string;
  /** For the editor, e.g. `price: has more than two decimals`. */
  problem: string;
}

/**
 * What may be sold, from what is published. A pass that is not available is left out, and so is one that does
 * not make sense: nobody is charged a price that nobody can read. Both stop selling; the others go on.
 */
export function toOffers(documents: unknown[]): { offers: Offer[]; refused: RefusedOffer[] } {
  const offers: Offer[] = [];
  const refused: RefusedOffer[] = [];
  for (const document of documents) {
    const parsed = v.safeParse(Pass, document, { abortPipeEarly: true });
    if (!parsed.success) refused.push({ id: idOf(document), problem: problemOf(parsed.issues) });
    else if (parsed.output.available !== false) offers.push(toOffer(parsed.output));
  }
  return { offers, refused };
}

function toOffer(pass: v.InferOutput<typeof Pass>): Offer {
  return {
    id: pass._id,
    kind: 'pass',
    title: withProduct(pass.name),
    price_cents: Math.round(pass.price * 100),
    currency: brand.currency,
    revision: pass._rev,
    details: {
      pass_id: pass.passId,
      sessions: pass.sessions,
      validity_days: pass.validityDays ?? null,
      checkout_type: pass.checkoutType,
      ...(pass.minAge ? { min_age: pass.minAge } : {}),
      ...(pass.maxAge ? { max_age: pass.maxAge } : {}),
    },
    cancellation: pass.cancellation ? withProduct(pass.cancellation) : null,
    updated_at: pass._updatedAt,
  };
}

function idOf(document: unknown): string {
  const parsed = v.safeParse(v.object({ _id: v.string() }), document);
  return parsed.success ? parsed.output._id : '?';
}

function problemOf(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues.map((issue) => `${v.getDotPath(issue) ?? 'document'}: ${issue.message}`).join('; ');
}
