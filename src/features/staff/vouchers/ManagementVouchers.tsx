import type { ErrorCode } from '#contract/errors.ts';
import type { StaffVoucher } from '#contract/vouchers.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import type { Role } from '#domain/role.ts';
import { Button } from '#ui/Button.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { useNewInAddress } from '#ui/kit/new-in-address.ts';
import { Managed } from '#ui/staff/Managed.tsx';
import type { List } from '#ui/staff/table/list.ts';
import { createVoucherDetailsStore, type VoucherDetailsStore } from './detail.ts';
import { voucherList } from './list.tsx';
import { detailMessages, listMessages } from './messages.ts';
import { NewVoucher } from './NewVoucher.tsx';
import { VoucherSheet } from './VoucherSheet.tsx';

interface Props {
  list: List<StaffVoucher>;
  detail: VoucherDetailsStore;
  roles: readonly Role[];
}

function Actions({ list, detail, roles }: Props) {
  const [opened, setOpened] = useNewInAddress();
  return (
    <>
      <Button kind="solid" small onClick={() => setOpened('')}>
        {listMessages.sell}
      </Button>
      {opened !== null && (
        <NewVoucher
          mayGive={roles.includes('business_admin')}
          onClose={() => setOpened(null)}
          onIssued={() => void list.read()}
          onOpen={(id) => {
            setOpened(null);
            detail.open(id);
          }}
        />
      )}
    </>
  );
}

/** On `/management/vouchers`, staff see and sell gift vouchers. */
const Vouchers = createListScreen<
  StaffVoucher,
  StaffVoucher,
  ErrorCode,
  VoucherDetailsStore,
  Pick<Props, 'roles'>
>({
  list: voucherList,
  detail: createVoucherDetailsStore,
  Sheet: VoucherSheet,
  sheet: { notFound: 'voucher_not_found', words: detailMessages },
  Actions,
});

const guard = createManagerAccess();
const ManagementVouchers = () => (
  <Managed guard={guard} why={listMessages.viewOff}>
    {({ roles }) => <Vouchers roles={roles} />}
  </Managed>
);

export default inBoundary(ManagementVouchers);
