import { StaffReferral, StaffReferrals } from '#contract/referrals.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchReferrals = readList('list_referrals', StaffReferrals);

export const fetchReferral = (id: string) =>
  asMember((token) => callRpc('get_staff_referral', { p_referral_id: id }, StaffReferral, token));

export const decideReferral = (id: string, gives: boolean) =>
  asMember((token) =>
    callRpc('decide_referral', { p_referral_id: id, p_gives: gives }, StaffReferral, token),
  );
