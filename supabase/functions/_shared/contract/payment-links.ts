import * as v from 'valibot';
import { OrderSession, QuoteCamp } from './places.ts';
import { RefundSteps } from './refund-steps.ts';

/**
 * `under_review` means that the order is paid but not booked, and that staff or the parent decide. `cancelled` means
 * that the link was closed early.
 */
const states = ['open', 'changing', 'paid', 'under_review', 'expired', 'cancelled'] as const;

/**
 * What a payer sees (docs/decisions "Paying by link"). It contains nothing about a child, and only the parent's first
 * name.
 */
export const PaymentLink = v.object({
  state: v.picklist(states),
  /** The first name of the parent who asks for the payment. */
  first_name: v.nullable(v.string()),
  /** What can be paid. Null if nothing can be paid. */
  offer: v.nullable(
    v.object({
      lines: v.array(
        v.object({
          title: v.string(),
          cancellation: v.nullable(v.string()),
          session: v.nullable(v.omit(OrderSession, ['coach_name'])),
          camp: v.nullable(QuoteCamp),
        }),
      ),
      /** The number of children. */
      children: v.number(),
      /** The amount to pay now. */
      total_cents: v.number(),
      /** The whole price, if only a part of it is to be paid now. Otherwise null. */
      whole_cents: v.optional(v.nullable(v.number())),
      currency: v.literal('SGD'),
      refund_steps: v.nullable(RefundSteps),
      /** When the payment page closes. The places are released a little later. */
      pay_until: v.string(),
      /** The due date of an instalment. Only present if the order was already sold. */
      due_on: v.optional(v.pipe(v.string(), v.isoDate())),
      /** The id of that instalment. */
      part: v.optional(v.string()),
      /** How much the family's balance can pay, if the caller is a signed-in parent of the family. */
      balance_cents: v.optional(v.nullable(v.number())),
      /** Stripe's page. Null for an instalment of a paid order, because `pay-instalment` makes that page. */
      url: v.nullable(v.pipe(v.string(), v.url())),
    }),
  ),
});
export type PaymentLink = v.InferOutput<typeof PaymentLink>;
