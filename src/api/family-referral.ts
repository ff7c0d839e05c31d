import { FamilyReferral } from '#contract/referrals.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

export const readReferral = () =>
  asMember((token) => callRpc('get_referral_code', {}, FamilyReferral, token));

/** Makes the family's code, or replaces it by another one. */
export const renewReferralCode = () =>
  asMember((token) => callRpc('renew_referral_code', {}, FamilyReferral, token));
