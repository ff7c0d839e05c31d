import * as v from 'valibot';
import { InstalmentOption } from './instalments.ts';
import { Quote } from './quotes.ts';
import { DeskSplit, Provider } from './receipts.ts';

/** What the sales desk reads before a sale (docs/decisions "/sales"). The sale itself is `DeskSale` of `passes.ts`. */

export const DeskFamily = v.object({
  family_id: v.string(),
  name: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  children: v.array(v.object({ id: v.string(), name: v.string(), dob: v.pipe(v.string(), v.isoDate()) })),
});
export type DeskFamily = v.InferOutput<typeof DeskFamily>;

/** `more` says that there are further families, so the search should be more precise. */
export const DeskFamilies = v.object({ more: v.boolean(), rows: v.array(DeskFamily) });
export type DeskFamilies = v.InferOutput<typeof DeskFamilies>;

const limit = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What the caller may do at the desk. */
export const DeskAccess = v.object({
  sells: v.boolean(),
  /** True if the caller may pay a sale from a family's balance. */
  spends_balance: v.boolean(),
  /** Null if the desk shows no PayNow code. */
  uen: v.nullable(v.string()),
  /** The largest discount that the caller may give. */
  discount: v.object({ percent: limit, cents: limit }),
});
export type DeskAccess = v.InferOutput<typeof DeskAccess>;

/** A quote with the instalments that may be agreed. */
export const DeskQuote = v.object({ ...Quote.entries, instalments: v.array(InstalmentOption) });
export type DeskQuote = v.InferOutput<typeof DeskQuote>;

/** To whom a PayNow payment goes that is no new sale. A code that is shown now may be paid until `valid_until`. */
export const PaynowAccount = v.object({ ...Provider.entries, valid_until: v.string() });
export type PaynowAccount = v.InferOutput<typeof PaynowAccount>;

/** A sale whose PayNow payment has not been confirmed yet. */
export const PaynowSale = v.object({
  order_id: v.string(),
  number: v.string(),
  /** The amount that is paid by PayNow. */
  total_cents: v.pipe(v.number(), v.integer()),
  /** The amount that is paid in another way, if any. */
  split: v.optional(v.nullable(DeskSplit), null),
  parent_name: v.nullable(v.string()),
  seller: v.nullable(v.string()),
  created_at: v.string(),
  /** Null once the places are no longer held. Even then the payment is still accepted. */
  held_until: v.nullable(v.string()),
  provider: Provider,
});
export type PaynowSale = v.InferOutput<typeof PaynowSale>;
export const PaynowSales = v.array(PaynowSale);
/** `released` is false if the sale was no longer open. */
export const PaynowReleased = v.object({ released: v.boolean() });
