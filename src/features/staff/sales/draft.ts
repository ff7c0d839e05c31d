import { DeskFamily } from '#contract/desk.ts';
import { ConsentText } from '#contract/orders.ts';
import * as v from 'valibot';

/** What is typed at the desk. Nothing of a child's health: the family tells that itself (decisions "/sales"). */

const text = v.string();
const SaleItem = v.object({
  /** `offer:<id>` or `camp:<id>`; empty until it is chosen. */
  what: text,
  /** First session of a pass, or none. */
  session: text,
  /** Id of the tier's transport, or none. */
  transport: text,
});
export type SaleItem = v.InferOutput<typeof SaleItem>;

const SaleChild = v.object({
  /** Of a child that the family has; else it is described. */
  id: v.nullable(text),
  name: text,
  day: text,
  month: text,
  year: text,
  items: v.array(SaleItem),
});
export type SaleChild = v.InferOutput<typeof SaleChild>;

export const methods = ['cash', 'paynow', 'card_terminal'] as const;

export const SaleDraft = v.object({
  /** Of this sale: sent twice, it sells once, also after the page was loaded anew. */
  key: v.pipe(text, v.uuid()),
  /** Null: a family that we do not know. */
  family: v.nullable(DeskFamily),
  isNew: v.boolean(),
  name: text,
  email: text,
  phone: text,
  children: v.array(SaleChild),
  code: text,
  address: text,
  /** By purpose: the version that was read. */
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
});
export type SaleDraft = v.InferOutput<typeof SaleDraft>;
export type Purpose = ConsentText['purpose'];

export const emptyItem: SaleItem = { what: '', session: '', transport: '' };
export const emptyChild: SaleChild = {
  ...{ id: null, name: '', day: '', month: '', year: '', items: [emptyItem] },
};
export const emptyDraft = (): SaleDraft => ({
  ...{ key: crypto.randomUUID(), family: null, isNew: false, name: '', email: '', phone: '', children: [] },
  ...{ code: '', address: '', consents: {}, method: null },
});

/** As many as one order takes. */
export const MOST = 8;
