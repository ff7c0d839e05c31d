import * as v from 'valibot';

/** What a receipt states besides the purchase: the company that sells, and how it was paid at the desk. */

/** The company that sells, from the settings. */
export const Provider = v.object({
  name: v.string(),
  address: v.nullable(v.string()),
  uen: v.nullable(v.string()),
});
export type Provider = v.InferOutput<typeof Provider>;

/**
 * `balance` means that the family's balance paid. If the balance paid only a part, the method of the other payment is
 * given.
 */
export const deskMethods = ['cash', 'paynow', 'card_terminal', 'balance'] as const;
export const DeskMethod = v.picklist(deskMethods);
export type DeskMethod = (typeof deskMethods)[number];

/** The second way in which a sale at the desk was paid. The first way paid the remaining amount. */
export const DeskSplit = v.object({
  method: v.picklist(['cash', 'paynow', 'card_terminal']),
  cents: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type DeskSplit = v.InferOutput<typeof DeskSplit>;

/**
 * Where the money of a refund goes. With `online`, it goes to the card or account of a payment on the site. With
 * `by_hand`, that failed and staff pay it. With `balance`, it goes to the family's balance. Any other method is the
 * one by which the payment was made at the desk.
 */
const refundMethods = ['online', 'by_hand', ...deskMethods] as const;
/** How much of a refund goes where. */
export const RefundPart = v.object({ method: v.picklist(refundMethods), cents: v.number() });
export type RefundPart = v.InferOutput<typeof RefundPart>;

/** Returns how a payment of an order is refunded. */
export function refundMethodOf(payment: { provider: string; method: string | null }): RefundPart['method'] {
  if (payment.provider === 'stripe') return 'online';
  return deskMethods.find((one) => one === payment.method) ?? 'by_hand';
}

/** Returns for example `Otter Trails Pte. Ltd.`, `UEN 201812345A` and `1 Park Road, Singapore 123456`. */
export const providerLines = ({ name, uen, address }: Provider): string[] =>
  [name, uen && `UEN ${uen}`, address].filter((line): line is string => line !== null && line !== '');
