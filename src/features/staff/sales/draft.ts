import { type DeskAccess, DeskFamily } from '#contract/desk.ts';
import { ConsentText } from '#contract/orders.ts';
import * as v from 'valibot';

/**
 * The draft of a sale. It contains no health information, because the family enters that on its own phone (decisions
 * "/sales").
 */

const text = v.string();
const SaleItem = v.object({
  /** `offer:<id>` or `camp:<id>`, or an empty text until something is chosen. */
  product: text,
  /** The id of a pass's first session, or an empty text. */
  session: text,
  /** The id of the tier's transport, or an empty text. */
  transport: text,
});
export type SaleItem = v.InferOutput<typeof SaleItem>;

const SaleChild = v.object({
  /** The id of a child whom the family already has, or null for a new child. */
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
  /** The camp that is chosen for each child at first. */
  campId?: string | null;
  /**
   * The family with which a link of the office opens the desk, together with the child. If it is null, the family is
   * new. A sale that was already begun is not replaced.
   */
  familyId?: string | null;
  childId?: string | null;
  startsNewFamily?: boolean;
}

export const SaleDraft = v.object({
  /** The key of the sale. With it, a sale is made only once, even after a reload. */
  key: v.pipe(text, v.uuid()),
  family: v.nullable(DeskFamily),
  isNew: v.boolean(),
  name: text,
  email: text,
  phone: text,
  children: v.array(SaleChild),
  code: text,
  /** A discount in dollars that the seller gives, with a reason. */
  off: text,
  reason: text,
  address: text,
  /** The version of each consent text that was read, by purpose. */
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
  /**
   * The number of instalments in which the remaining price is paid after a deposit. 0 means that the whole price is
   * paid now.
   */
  parts: v.optional(v.number(), 0),
  /** True if the family's balance pays first, and the payment method pays the remaining price. */
  fromBalance: v.optional(v.boolean(), false),
  /** The second method, which pays `splitAmount` dollars. The payment method pays the remaining price. */
  splitMethod: v.optional(v.nullable(v.picklist(methods)), null),
  splitAmount: v.optional(text, ''),
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
  splitMethod: null,
  splitAmount: '',
});

/** The most items of an order. */
export const MAX_ITEMS = 8;

export function toSaleChild({ id, name, dob }: DeskFamily['children'][number]): SaleChild {
  const [year = '', month = '', day = ''] = dob.split('-');
  return { id, name, day, month, year, items: [emptyItem] };
}

/** Returns a function that chooses this camp for a child, if there is a camp. */
export const withCampOf =
  (campId: string | null) =>
  (child: SaleChild): SaleChild =>
    campId === null ? child : { ...child, items: [{ ...emptyItem, product: `camp:${campId}` }] };
