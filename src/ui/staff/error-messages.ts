import { tooManyAttemptsForNow } from '#domain/too-many-attempts.ts';
import { offline, retryOnline } from '#domain/offline-messages.ts';

/** Texts for failed actions on staff screens. A screen's own texts override them. */
export const staffRefusals = {
  offline: `${offline} Nothing was done. ${retryOnline}`,
  rate_limited: tooManyAttemptsForNow,
} as const;

/** Staff must not give anything to their own family, or put it ahead of others. */
export const ownFamilyRefusal =
  'This is your own family, so you can’t give it a free spot or put it ahead of others. Please ask a colleague.';

/** Returns a sentence for screens that read the current state again and show it below this sentence. */
export const justChanged = (who: string, what: string, outcome = 'nothing was saved'): string =>
  `${who} has just changed ${what}, so ${outcome}. The latest details are below.`;

/** Texts for screens that read the current state again and show it below the message. */
export const rereadRefusals = {
  ...staffRefusals,
  unexpected:
    'We do not know whether that went through. Please check the details below before you try again.',
  changed_meanwhile: justChanged('Somebody else', 'this'),
  not_allowed: 'You can’t do this.',
} as const;

/** Texts for payments, because the family's bank may dispute a charge, and Stripe may still process a refund. */
export const chargeRefusals = {
  ...staffRefusals,
  charge_disputed:
    'The family’s bank is deciding about this payment. We can’t refund it until the bank has decided.',
  line_closed: 'This has already been changed. The latest details are below.',
  already_refunded: 'This has already been refunded. Nothing has changed.',
  day_refunded:
    'A day of this camp was refunded, and the other camp has all its days. The family can move on the page of its booking and pay for that day, or you refund the rest. Nothing has changed.',
  not_allowed: 'You can’t do this, or Stripe is still processing it.',
} as const;
