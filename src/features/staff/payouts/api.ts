import { PayoutDetails, PayoutDifferences, PayoutMonth, Payouts } from '#contract/payouts.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchPayouts = readList('list_payouts', Payouts);

export const fetchPayout = (id: string) =>
  asMember((token) => callRpc('get_payout', { p_payout_id: id }, PayoutDetails, token));

export const fetchMonth = (month: string) =>
  asMember((token) => callRpc('get_payout_month', { p_month: month }, PayoutMonth, token));

export const fetchDifferences = (month: string) =>
  asMember((token) => callRpc('get_payout_differences', { p_month: month }, PayoutDifferences, token));
