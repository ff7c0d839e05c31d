import { type DeskAccess, DeskFamily } from '#contract/desk.ts';
import { ConsentText } from '#contract/orders.ts';
import * as v from 'valibot';

/** It contains no health information, which the family enters itself (decisions "/sales"). */

const text = v.string();
const SaleItem = v.object({
  /** `offer:<id>` or `camp:<id>`; empty until chosen. */
  product: text,
  /** Id of a pass's first session; empty for none. */
  session: text,
  /** Id of the tier's transport option; empty for none. */
  transport: text,
});
export type SaleItem = v.InferOutput<typeof SaleItem>;

const SaleChild = v.object({
  /** Id of a child that the family has; null for a new child, which is described. */
  id: v.nullable(text),
  name: text,
  day: text,
  month: text,
  year: text,
  items: v.array(SaleItem),
});
export type SaleChild = v.InferOutput<typeof SaleChild>;

export const methods = ['cash', 'paynow', 'card_terminal'] as const;

export interface DeskOptions {
  isManager?: boolean;
  access?: DeskAccess;
  /** A camp that is chosen for each child at first. */
  campId?: string | null;
}

export const SaleDraft = v.object({
  /** Key of this sale: sending it twice sells once, even after a reload. */
  key: v.pipe(text, v.uuid()),
  /** Null for a new family. */
  family: v.nullable(DeskFamily),
  isNew: v.boolean(),
  name: text,
  email: text,
  phone: text,
  children: v.array(SaleChild),
  code: text,
  /** Dollars of a discount by hand, and why. */
  off: text,
  reason: text,
  address: text,
  /** By purpose, the version that was read. */
  consents: v.partial(
    v.object({
      terms: v.number(),
      activity: v.number(),
      liability: v.number(),
      medical: v.number(),
      photo: v.number(),
      marketing: v.number(),
    }),
  ),
  method: v.nullable(v.picklist(methods)),
  /** In how many parts the rest is paid after a deposit; 0: the whole price is paid now. */
  parts: v.optional(v.number(), 0),
  /** Pays from the family's balance first; the method is for the rest. */
  fromBalance: v.optional(v.boolean(), false),
});
export type SaleDraft = v.InferOutput<typeof SaleDraft>;
export type Purpose = ConsentText['purpose'];

export const emptyItem: SaleItem = { product: '', session: '', transport: '' };
export const emptyChild: SaleChild = {
  id: null,
  name: '',
  day: '',
  month: '',
  year: '',
  items: [emptyItem],
};
export const emptyDraft = (): SaleDraft => ({
  key: crypto.randomUUID(),
  family: null,
  isNew: false,
  name: '',
  email: '',
  phone: '',
  children: [],
  code: '',
  off: '',
  reason: '',
  address: '',
  consents: {},
  method: null,
  parts: 0,
  fromBalance: false,
});

/** Limit of one order. */
export const MAX_ITEMS = 8;

/** A child of a family that was found. */
export function toSaleChild({ id, name, dob }: DeskFamily['children'][number]): SaleChild {
  const [year = '', month = '', day = ''] = dob.split('-');
  return { id, name, day, month, year, items: [emptyItem] };
}

/** Chooses this camp for a child, if there is one. */
export const withCampOf =
  (campId: string | null) =>
  (child: SaleChild): SaleChild =>
    campId === null ? child : { ...child, items: [{ ...emptyItem, product: `camp:${campId}` }] };
