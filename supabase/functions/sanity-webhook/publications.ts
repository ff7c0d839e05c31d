import * as v from 'valibot';
import { withProduct } from '../_shared/contract/brand.ts';
import type { toOffers } from './offers.ts';

/** A row for `record_publications`. */
export interface Publication {
  id: string;
  revision: string;
  title: string;
  till: 'not_sold' | 'on_sale' | 'off_sale' | 'refused';
  problem: string | null;
  updated_at: string;
}

/** A document of any type, as the webhook sends it. */
const Document = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    _id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    _rev: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    _updatedAt: v.pipe(v.string(), v.isoTimestamp()),
    name: v.fallback(v.string(), ''),
    title: v.fallback(v.string(), ''),
  }),
);

/** What became of everything sellable, and of the document that was published, if it is nothing that is sold. */
export function publications(
  { offers, offSale, refused }: ReturnType<typeof toOffers>,
  body: string,
): Publication[] {
  const sold: Publication[] = [
    ...offers.map(({ id, revision, title, updated_at }) => ({
      ...{ id, revision, title, updated_at },
      till: 'on_sale' as const,
      problem: null,
    })),
    ...offSale.map((document) => ({ ...document, till: 'off_sale' as const, problem: null })),
    // Without a moment it cannot be told from an older version of itself.
    ...refused.flatMap(({ updated_at, ...document }) =>
      updated_at ? [{ ...document, updated_at, till: 'refused' as const }] : [],
    ),
  ];
  const parsed = v.safeParse(Document, body);
  if (!parsed.success || sold.some(({ id }) => id === parsed.output._id)) return sold;
  const { _id, _rev, _updatedAt, name, title } = parsed.output;
  return [
    ...sold,
    {
      ...{ id: _id, revision: _rev, title: withProduct(title || name), updated_at: _updatedAt },
      ...{ till: 'not_sold' as const, problem: null },
    },
  ];
}
