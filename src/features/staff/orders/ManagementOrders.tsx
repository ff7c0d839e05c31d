import { createManagerAccess } from '#api/manager-access.ts';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { createOrderDetailsStore } from './detail.ts';
import { orderList } from './list.tsx';
import { listMessages, detailMessages } from './messages.ts';
import { OrderSheet } from './OrderSheet.tsx';

/** `/management/orders`: every order, and the full history of one. */
const Orders = createListScreen({
  list: orderList,
  detail: createOrderDetailsStore,
  Sheet: OrderSheet,
  sheet: { notFound: 'order_not_found', words: detailMessages },
});

export default managed(createManagerAccess(), listMessages.viewOff, Orders);
