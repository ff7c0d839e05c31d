import type { StaffReferral } from '#contract/referrals.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { createReferralDetail, type ReferralDetail } from './detail.ts';
import { referralList } from './list.tsx';
import { detailMessages, listMessages } from './messages.ts';
import { ReferralSheet } from './ReferralSheet.tsx';

/** On `/management/referrals`, admins see which bookings came by a friend's code, and decide the doubtful ones. */
const Referrals = createListScreen<StaffReferral, StaffReferral, ErrorCode, ReferralDetail>({
  list: referralList,
  detail: createReferralDetail,
  Sheet: ReferralSheet,
  sheet: { notFound: 'referral_not_found', words: detailMessages },
});

const guard = createManagerAccess();
const ManagementReferrals = () => (
  <Managed guard={guard} why={listMessages.viewOff}>
    {() => <Referrals />}
  </Managed>
);

export default inBoundary(ManagementReferrals);
