import * as v from 'valibot';
import { count } from './numbers.ts';
import { listPage } from './list-page.ts';

/**
 * Gift vouchers, for staff (docs/decisions "The family balance"). Money is in integer cents, and
 * days are in Singapore.
 */

const text = v.nullable(v.string());
const line = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));

export const voucherStates = ['open', 'redeemed', 'expired', 'cancelled'] as const;
export type VoucherState = (typeof voucherStates)[number];
export const voucherSorts = ['-issued', 'issued'] as const;
/** How a voucher can be paid at the desk. */
export const voucherMethods = ['cash', 'paynow', 'card_terminal'] as const;

/**
 * Body of `issue_voucher`. The voucher is sold by a method. If it is given instead, there is a reason, and only
 * business admins may do that.
 */
export const IssueVoucher = v.object({
  /** Each form has a new key, so that a repeated request issues one voucher. */
  key: v.pipe(v.string(), v.uuid()),
  cents: v.pipe(v.number(), v.integer(), v.minValue(500), v.maxValue(200_000)),
  buyer_name: line(120),
  buyer_email: line(254),
  recipient_name: v.nullable(line(120)),
  message: v.nullable(line(300)),
  method: v.nullable(v.picklist(voucherMethods)),
  /** The bank's reference of a PayNow payment. It is required if the settings have a UEN. */
  reference: v.nullable(line(60)),
  reason: v.nullable(line(200)),
});
export type IssueVoucher = v.InferOutput<typeof IssueVoucher>;

/** A voucher in the list. A year after it has ended, its fields about people are null. */
export const StaffVoucher = v.object({
  voucher_id: v.string(),
  /** The last four characters of the code. */
  last_four: v.string(),
  cents: count,
  state: v.picklist(voucherStates),
  buyer_name: text,
  buyer_email: text,
  recipient_name: text,
  message: text,
  /** Why staff gave it without a payment. */
  reason: text,
  method: v.nullable(v.picklist(voucherMethods)),
  reference: text,
  valid_until: text,
  issued_at: v.string(),
  issued_by: text,
  redeemed_at: text,
  /** The family that redeemed it. */
  family_id: text,
  family_name: text,
  cancelled_at: text,
  cancelled_by: text,
  /** Why staff cancelled it. */
  cancel_note: text,
});
export type StaffVoucher = v.InferOutput<typeof StaffVoucher>;

/** Answer of `issue_voucher`. `code` is null if the request was repeated. The mail to the buyer contains it. */
export const IssuedVoucher = v.object({ voucher: StaffVoucher, code: text });
export type IssuedVoucher = v.InferOutput<typeof IssuedVoucher>;

export const StaffVouchers = listPage(StaffVoucher);
