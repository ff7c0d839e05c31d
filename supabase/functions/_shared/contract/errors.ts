/**
 * Every code that SQL or a function answers with. Words belong to the reader: a feature's `messages.ts`
 * turns a code into the specification's sentence, and an unknown code into one general sentence.
 */
export const errorCodes = [
  'invalid_input',
  'session_not_found',
  'place_not_found',
  'session_started',
  'session_full',
  'offer_not_available',
  'camp_not_found',
  'camp_started',
  'camp_full',
  'camp_exists',
  'camp_cancelled',
  'camp_in_use',
  'camp_in_past',
  'age_not_allowed',
  'level_not_allowed',
  'already_booked',
  'try_out_used',
  'child_twice',
  'waitlist_entry_not_found',
  'waitlist_offer_over',
  'already_waiting',
  'place_free',
  'session_in_use',
  'session_exists',
  'changed_meanwhile',
  'notice_needed',
  'transport_not_available',
  'code_invalid',
  'code_expired',
  'code_used_up',
  'code_sign_in',
  'code_not_applicable',
  'code_minimum',
  'order_not_found',
  'order_closed',
  'hold_expired',
  'too_many_holds',
  'place_busy',
  'sign_in_for_more',
  'rate_limited',
  'party_not_found',
  'party_closed',
  'party_changed',
  'price_changed',
  'not_allowed',
  'child_not_found',
  'parent_not_found',
  'family_not_found',
  'too_many_children',
  'consent_text_changed',
  'not_on_record',
  'invitation_not_found',
  'already_in_family',
  'family_full',
  'family_in_use',
  'family_owed',
  'last_parent',
  'session_ended',
  'last_mail_recipient',
  'sign_in_again',
  'second_factor_needed',
  'photo_too_large',
  'photo_too_small',
  'photo_not_readable',
  'picture_not_found',
  'picture_not_allowed',
  'pickup_code_unknown',
  'collector_is_parent',
  'collector_not_found',
  'collector_not_listed',
  'confirmation_needed',
  'first_aid_not_found',
  'proposal_not_found',
  'list_full',
  'link_not_found',
  'lead_not_found',
  'link_expired',
  'line_not_found',
  'line_closed',
  'too_late',
  'pass_used',
  'pass_expired',
  'refund_changed',
  'pass_renewed',
  'refund_too_much',
  'already_refunded',
  'refund_not_found',
  'charge_disputed',
  'mail_not_found',
  'message_not_found',
  'no_recipients',
  'move_costs_more',
  'choice_made',
  'decision_not_found',
  'booking_not_found',
  'booking_closed',
  'credit_not_returned',
  'pass_not_found',
  'no_credit',
  'make_up_not_missed',
  'make_up_claimed',
  'make_ups_used_up',
  'subscription_not_found',
  'subscription_exists',
  'email_not_verified',
  'account_not_found',
  'own_role',
  'coach_leads',
  'payment_unavailable',
  'unauthorized',
  'unexpected',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Refusals that say an amount, as it is now: a price, a refund, a difference, what an order must come to at least. */
const priced = ['price_changed', 'code_minimum', 'refund_changed', 'move_costs_more'] as const;
export type PricedCode = (typeof priced)[number];

/**
 * A "no". `field` names the input at fault, e.g. `parent.email`; `cents`, and with `age_not_allowed` the
 * `ages` as `7-12`, are there if they were said.
 */
export type Refusal =
  | { code: Exclude<ErrorCode, PricedCode>; field?: string; ages?: string }
  | { code: PricedCode; field?: string; cents?: number };

interface Said {
  code: unknown;
  field: unknown;
  cents: unknown;
  ages: unknown;
}

/** The refusal in what came from outside; null when its code is none of ours. */
export function readRefusal({ code, field, cents, ages }: Said): Refusal | null {
  if (!isErrorCode(code)) return null;
  const where = typeof field === 'string' && field !== '' ? { field } : {};
  if (code === 'age_not_allowed') return { code, ...where, ...(typeof ages === 'string' && { ages }) };
  if (isPriced(code)) return { code, ...where, ...(Number.isInteger(cents) && { cents: cents as number }) };
  return { code, ...where };
}

/** As SQL raises it: the code is the error's message, the field its hint, the amount or the ages its details. */
export function readSqlRefusal(error: {
  message?: unknown;
  hint?: unknown;
  details?: unknown;
}): Refusal | null {
  const { message, hint, details } = error;
  return readRefusal({ code: message, field: hint, cents: Number(details ?? NaN), ages: details });
}

/** The amount of a refusal that says one. */
export const centsOf = (refusal: Refusal) => ('cents' in refusal ? refusal.cents : undefined);

const isPriced = (code: ErrorCode): code is PricedCode => (priced as readonly string[]).includes(code);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && (errorCodes as readonly string[]).includes(value);
}
