import * as v from 'valibot';
import { withProduct } from '../../contract/brand.ts';
import { formatMoney } from '../../contract/format.ts';
import type { toOffers } from './offers.ts';
import type { OffSale } from './outcomes.ts';
import { moment } from './fields.ts';

export interface Publication {
  id: string;
  revision: string;
  title: string;
  type?: string;
  checkout: 'not_sold' | 'accepted' | 'on_sale' | 'off_sale' | 'refused' | 'earlier_version';
  problem: string | null;
  updated_at: string;
}

const maybeText = v.fallback(v.string(), '');

const Document = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    _id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    _rev: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
    _updatedAt: moment,
    _type: maybeText,
    // The fields by which editors know a document, as in the lake's list of revisions.
    title: maybeText,
    name: maybeText,
    question: maybeText,
    heading: maybeText,
    author: maybeText,
    from: maybeText,
  }),
);

export const PriceJump = v.object({
  id: v.string(),
  from_cents: v.number(),
  to_cents: v.number(),
  /** True if the checkout does not sell the product now, so there is no earlier price. */
  is_new: v.boolean(),
});

const jumpProblem = ({ from_cents, to_cents, is_new }: v.InferOutput<typeof PriceJump>) =>
  is_new
    ? `A price is ${formatMoney(to_cents)}, and was ${formatMoney(from_cents)} when this was last on sale. Nobody can buy it until somebody confirms the new price. Press “Confirm prices” beside this document, or correct the price.`
    : `A price changes from ${formatMoney(from_cents)} to ${formatMoney(to_cents)}. The checkout keeps the earlier price until somebody confirms the new one. Press “Confirm prices” beside this document, or correct the price.`;

const floorProblem = ({ from_cents, to_cents, is_new }: v.InferOutput<typeof PriceJump>) =>
  is_new
    ? `The lowest price is ${formatMoney(to_cents)}, far below ${formatMoney(from_cents)}, the price we compare it with. Nobody can buy this, and no page shows it, until two admins have approved the price in Management, under System, or until you correct it.`
    : `The lowest price is ${formatMoney(to_cents)}, far below ${formatMoney(from_cents)}. The checkout keeps the earlier price until two admins have approved the new one in Management, under System, or until you correct it.`;

export function unverifiedClaims(body: string, problem: string): Publication[] {
  const parsed = v.safeParse(Document, body);
  return parsed.success ? [{ ...fieldsOf(parsed.output), checkout: 'earlier_version', problem }] : [];
}

export function waitsForConfirmation(documents: readonly Publication[], body: string): boolean {
  const parsed = v.safeParse(Document, body);
  return (
    parsed.success &&
    documents.some(({ id, checkout }) => checkout === 'earlier_version' && id === parsed.output._id)
  );
}

const isShort = (text: string) => text.length >= 1 && text.length <= 100;

const fieldsOf = ({ _id, _rev, _updatedAt, _type, ...named }: v.InferOutput<typeof Document>) => ({
  id: _id,
  revision: _rev,
  title: withProduct(
    named.title || named.name || named.question || named.heading || named.author || named.from,
  ),
  type: _type,
  updated_at: _updatedAt,
});

/** Returns the id of the document that the webhook reports, or null if the sweep calls. */
export function reportedId(body: string): string | null {
  const parsed = v.safeParse(Document, body);
  return parsed.success ? parsed.output._id : null;
}

export function publications(
  { offers, offSale, refused, accepted }: ReturnType<typeof toOffers> & { accepted: readonly OffSale[] },
  waiting: Record<'price_jumps' | 'below_floor', readonly v.InferOutput<typeof PriceJump>[]>,
  body: string,
): Publication[] {
  const sold: Publication[] = [
    ...offers.map(({ id, revision, title, updated_at }) => {
      const jump = waiting.price_jumps.find((one) => one.id === id);
      const low = waiting.below_floor.find((one) => one.id === id);
      const problem = jump ? jumpProblem(jump) : low ? floorProblem(low) : null;
      const outcome = { checkout: problem ? ('earlier_version' as const) : ('on_sale' as const), problem };
      return { id, revision, title, updated_at, ...outcome };
    }),
    ...offSale.map((document) => ({ ...document, checkout: 'off_sale' as const, problem: null })),
    ...accepted.map((document) => ({ ...document, checkout: 'accepted' as const, problem: null })),
    // If a document has no time, it cannot be distinguished from an older version of itself.
    ...refused
      .filter(({ id, revision, updated_at }) => updated_at && isShort(id) && isShort(revision))
      .map((document) => ({ ...document, checkout: 'refused' as const })),
  ];
  const parsed = v.safeParse(Document, body);
  if (!parsed.success || sold.some(({ id }) => id === parsed.output._id)) return sold;
  return [...sold, { ...fieldsOf(parsed.output), checkout: 'not_sold' as const, problem: null }];
}
