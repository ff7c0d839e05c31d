import { createAccess } from '#api/access.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { createPayoutDetailsStore } from './detail.ts';
import { payoutList } from './list.tsx';
import { detailMessages, listMessages } from './messages.ts';
import { Month } from './Month.tsx';
import { PayoutSheet } from './PayoutSheet.tsx';

const ToReports = () => (
  <ButtonLink kind="line" small href={staffPaths.managementReports}>
    {listMessages.reports}
  </ButtonLink>
);

const Payouts = createListScreen({
  list: payoutList,
  detail: createPayoutDetailsStore,
  Sheet: PayoutSheet,
  sheet: { notFound: 'payout_not_found', words: detailMessages },
  Actions: ToReports,
  Intro: Month,
});

/** The guard of `/management/payouts`, which shows what Stripe paid to the bank. Only business admins may open it. */
const guard = createAccess({ roles: ['business_admin'], fallback: staffPaths.managementReports });
export default managed(guard, listMessages.viewOff, Payouts);
