import { tooOften } from '#domain/too-often.ts';

/** What staff screens say of a press that came to nothing. A screen's nearer words follow them. */
export const staffRefusals = {
  offline: 'You seem to be offline. Nothing was done. Please try again when you are back.',
  rate_limited: `${tooOften} Please wait a few minutes.`,
} as const;

/** Where the screen reads anew how it stands, and shows it below the words. */
export const rereadRefusals = {
  ...staffRefusals,
  unexpected:
    'We do not know whether that went through. Please check the details below before you try again.',
  changed_meanwhile:
    'Somebody else has just changed this, so nothing was done. The latest details are below.',
  not_allowed: 'You cannot do this.',
} as const;

/** Of money: a charge may be with the family's bank, and a refund with Stripe. */
export const chargeRefusals = {
  ...staffRefusals,
  charge_disputed:
    'The family’s bank is deciding about this charge. We can’t refund it until the bank has decided.',
  not_allowed: 'You can’t do this, or Stripe is still processing it.',
} as const;
