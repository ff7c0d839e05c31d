import type { StaffReferral } from '#contract/referrals.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createDetail, outcomeOf } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export type Outcome = { state: 'done'; gives: boolean } | { state: 'refused'; code: ErrorCode };

export function createReferralDetail(onChanged: (row: StaffReferral) => void) {
  const detail = createDetail<StaffReferral, ErrorCode, Outcome>({
    name: 'referral',
    read: api.fetchReferral,
    onRead: onChanged,
  });
  const decide = (gives: boolean) =>
    detail.act(async ({ id }) =>
      outcomeOf(await api.decideReferral(id, gives), () => ({ state: 'done', gives })),
    );
  return { ...detail, decide };
}
export type ReferralDetail = ReturnType<typeof createReferralDetail>;
