import type { ErrorCode } from '#contract/errors.ts';
import type { StaffVoucher } from '#contract/vouchers.ts';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome = { state: 'done'; what: 'cancelled' } | { state: 'refused'; code: ErrorCode };

export function createVoucherDetailsStore(onChanged: (row: StaffVoucher) => void) {
  const detail = createDetail<StaffVoucher, ErrorCode, Outcome>({
    name: 'voucher',
    read: api.fetchVoucher,
    onRead: onChanged,
  });
  const cancel = (note: string) =>
    detail.act(async ({ voucher_id }) =>
      outcomeOf(await api.cancelVoucher(voucher_id, note), () => ({ state: 'done', what: 'cancelled' })),
    );
  return { ...detail, cancel };
}
export type VoucherDetailsStore = ReturnType<typeof createVoucherDetailsStore>;
