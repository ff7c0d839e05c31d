import * as v from 'valibot';

/**
 * Payment plans of camps, with a deposit and with instalments on fixed dates (docs/decisions "Deposits and
 * instalments"). Money is in integer cents.
 */

const cents = v.pipe(v.number(), v.integer());
const day = v.pipe(v.string(), v.isoDate());

/** A plan that the parent may choose. */
export const InstalmentOption = v.object({
  /** The number of instalments after the deposit. */
  parts: cents,
  deposit_cents: cents,
  /** The instalments after the deposit. */
  rest: v.array(v.object({ due_on: day, cents })),
});
export type InstalmentOption = v.InferOutput<typeof InstalmentOption>;

/**
 * `late` means that the due date has passed. `lapsed` means that the booking was cancelled because the instalment was
 * not paid.
 */
const statuses = ['due', 'late', 'paid', 'lapsed', 'cancelled'] as const;

/** The plan of an order that was sold. */
export const Instalments = v.object({
  /** What is still to be paid. */
  open_cents: cents,
  /** How many days after a due date the booking is cancelled, or staff decide about it. */
  grace_days: cents,
  /** All parts of the plan, the deposit first. */
  parts: v.array(
    v.object({
      id: v.string(),
      due_on: day,
      cents,
      status: v.picklist(statuses),
      paid_at: v.nullable(v.string()),
      /** How the part was paid: cash, paynow, card_terminal, balance or stripe. */
      method: v.nullable(v.string()),
      is_deposit: v.boolean(),
      /** True if staff have given more time. */
      is_moved: v.boolean(),
    }),
  ),
});
export type Instalments = v.InferOutput<typeof Instalments>;
export type Instalment = Instalments['parts'][number];

/** Body of `take_instalment`. */
export const TakeInstalment = v.object({
  key: v.pipe(v.string(), v.uuid()),
  instalment_id: v.string(),
  method: v.picklist(['cash', 'paynow', 'card_terminal', 'balance']),
  /** The amount that the form showed. */
  expected_cents: cents,
  /** How much of the instalment the family's balance pays, in addition to the method. */
  balance_cents: v.optional(cents),
  /** The bank's reference of a PayNow payment. It is required if the desk shows PayNow codes. */
  reference: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(60))),
});
export type TakeInstalment = v.InferOutput<typeof TakeInstalment>;

/** A link to pay the next instalment. */
export const InstalmentLink = v.object({ token: v.string() });

/**
 * Body of the function `pay-instalment`. It answers with `{ url }` of Stripe's page for the unpaid amount of the
 * instalment. The answer is null if nothing is left to pay, or if the page cannot be opened now.
 */
export const PayInstalment = v.object({
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  /** The amount that a signed-in parent pays from the family's balance at once. */
  balance: v.optional(
    v.object({
      /** The instalment and its amount, as the page showed them. */
      part: v.pipe(v.string(), v.uuid()),
      expected_cents: v.pipe(cents, v.minValue(1)),
      cents: v.pipe(cents, v.minValue(1)),
    }),
  ),
});
export type PayInstalment = v.InferOutput<typeof PayInstalment>;
