import * as v from 'valibot';
import { OrderSession, QuoteCamp } from './places.ts';
import { RefundSteps } from './refund-steps.ts';

/** `under_review`: paid, but not booked, and staff or the parent decide. `cancelled`: closed before its time. */
const states = ['open', 'changing', 'paid', 'under_review', 'expired', 'cancelled'] as const;

/** What a payer sees (docs/decisions "Paying by link"): nothing about a child, and only the parent's first name. */
export const PaymentLink = v.object({
  state: v.picklist(states),
  first_name: v.nullable(v.string()),
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
      children: v.number(),
      total_cents: v.number(),
      whole_cents: v.optional(v.nullable(v.number())),
      currency: v.literal('SGD'),
      refund_steps: v.nullable(RefundSteps),
      /** When the payment page closes. The places are released a little later. */
      pay_until: v.string(),
      due_on: v.optional(v.pipe(v.string(), v.isoDate())),
      part: v.optional(v.string()),
      /** For a signed-in parent of the family: how much its balance can pay. */
      balance_cents: v.optional(v.nullable(v.number())),
      /** Stripe's page. Null for an instalment of a paid order, whose page is made by `pay-instalment`. */
      url: v.nullable(v.pipe(v.string(), v.url())),
    }),
  ),
});
export type PaymentLink = v.InferOutput<typeof PaymentLink>;
