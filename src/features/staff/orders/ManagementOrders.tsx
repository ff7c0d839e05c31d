import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createAccess } from '#api/access.ts';
import { paths } from '#config/paths.ts';
import { managerRoles } from '#domain/managers.ts';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { Managed } from '#ui/staff/Managed.tsx';
import { StaffList } from '#ui/staff/table/StaffList.tsx';
import { commonViews, orderColumns, orderFile, orderList, orderViews } from './list-rules.tsx';
import { listWords } from './messages.ts';
import { OrderSheet } from './OrderSheet.tsx';
import { createOrderDetail } from './detail.ts';

const guard = createAccess({ roles: managerRoles, fallback: paths.home });

/** `/management/orders`: every order, and the full history of one. */
const ManagementOrders = () => (
  <Managed guard={guard} why={listWords.viewOff}>
    {() => <Orders />}
  </Managed>
);

function Orders() {
  const [list] = useState(orderList);
  const [views] = useState(orderViews);
  const [detail] = useState(() =>
    createOrderDetail((order) => list.replace((row) => row.order_id === order.order_id, order)),
  );
  const shown = useStore(detail.$view);
  useEffect(() => detail.watch(), [detail]);
  return (
    <>
      <StaffList
        title={listWords.title}
        empty={listWords.empty}
        what={[listWords.one, listWords.several]}
        list={list}
        views={views}
        ownViews={commonViews}
        columns={orderColumns}
        file={orderFile}
        idOf={({ order_id }) => order_id}
        hrefOf={({ order_id }) => detail.hrefOf(order_id)}
        onOpen={({ order_id }) => detail.open(order_id)}
        openId={shown.state === 'closed' ? null : shown.id}
      />
      {shown.state !== 'closed' && <OrderSheet key={shown.id} detail={detail} view={shown} />}
    </>
  );
}

export default inBoundary(ManagementOrders);
