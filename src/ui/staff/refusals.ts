import { tooOften } from '#domain/too-often.ts';

/** Texts for failed actions on staff screens. A screen's own texts override them. */
export const staffRefusals = {
  offline: 'You seem to be offline. Nothing was done; try again when you are back.',
  rate_limited: `${tooOften} Please wait a few minutes.`,
} as const;

/** For screens that read the current state again and show it below the message. */
export const rereadRefusals = {
  ...staffRefusals,
  unexpected:
    'We do not know whether that arrived. This is how it stands now; please look before you try again.',
  changed_meanwhile: 'Somebody changed it since you looked. Nothing was done; this is how it stands now.',
  not_allowed: 'That is not yours to do.',
} as const;

/** For payments: a charge may be with the family's bank, and a refund with Stripe. */
export const chargeRefusals = {
  ...staffRefusals,
  charge_disputed: 'The family’s bank decides about this charge. Nothing goes back from us until it has.',
  not_allowed: 'That is not yours to do, or Stripe may still do it.',
} as const;
