import { type IssueVoucher, IssuedVoucher, StaffVoucher, StaffVouchers } from '#contract/vouchers.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';

export const fetchVouchers = readList('list_vouchers', StaffVouchers);

export const fetchVoucher = (id: string) =>
  asMember((token) => callRpc('get_voucher', { p_voucher_id: id }, StaffVoucher, token));

/** Creates a voucher. Requests with the same key create only one. */
export const issueVoucher = (voucher: IssueVoucher) =>
  asMember((token) => callRpc('issue_voucher', { p_voucher: { ...voucher } }, IssuedVoucher, token));

export const cancelVoucher = (id: string, note: string) =>
  asMember((token) => callRpc('cancel_voucher', { p_voucher_id: id, p_note: note }, StaffVoucher, token));
