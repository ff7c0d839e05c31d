import type { Payout, PayoutDetails } from '#contract/payouts.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createDetail } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export const createPayoutDetailsStore = (onRead: (row: Payout) => void) =>
  createDetail<PayoutDetails, ErrorCode>({
    name: 'payout',
    read: api.fetchPayout,
    onRead: ({ payout }) => onRead(payout),
  });
