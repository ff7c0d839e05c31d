import * as v from 'valibot';

/** The details that a receipt states besides the purchase: the seller, and how it was paid at the desk. */

export const Provider = v.object({
  name: v.string(),
  address: v.nullable(v.string()),
  uen: v.nullable(v.string()),
});
export type Provider = v.InferOutput<typeof Provider>;

/** `balance`: from the family's balance; of an order that was paid in part by it, the method of the rest. */
export const deskMethods = ['cash', 'paynow', 'card_terminal', 'balance'] as const;
export const DeskMethod = v.picklist(deskMethods);
export type DeskMethod = (typeof deskMethods)[number];

export const providerLines = ({ name, uen, address }: Provider): string[] =>
  [name, uen && `UEN ${uen}`, address].filter((line): line is string => line !== null && line !== '');
