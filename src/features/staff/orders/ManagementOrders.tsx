import { useEffect, useState } from 'react';
import type { OrderFilters } from '#contract/management-orders.ts';
import { createManagerAccess } from '#api/manager-access.ts';
import { createListScreen } from '#ui/kit/ListScreen.tsx';
import { managed } from '#ui/staff/Managed.tsx';
import { fetchOrderFilters } from './api.ts';
import { createOrderDetailsStore } from './detail.ts';
import { orderListWith } from './list.tsx';
import { listMessages, detailMessages } from './messages.ts';
import { OrderSheet } from './OrderSheet.tsx';

/** Camps, classes and bases are only filters, so the list works even if they cannot be read. */
function Orders() {
  const [choices, setChoices] = useState<OrderFilters | null>(null);
  useEffect(() => {
    void fetchOrderFilters(itemOfAddress()).then((answer) =>
      setChoices(answer.ok ? answer.value : { camps: [], classes: [], session: null, bases: [] }),
    );
  }, []);
  return choices === null ? <span className="skeleton title" /> : <OrderScreen choices={choices} />;
}

function OrderScreen({ choices }: { choices: OrderFilters }) {
  const [Screen] = useState(() =>
    createListScreen({
      list: orderListWith(choices),
      detail: createOrderDetailsStore,
      Sheet: OrderSheet,
      sheet: { notFound: 'order_not_found', words: detailMessages },
    }),
  );
  return <Screen />;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A link may name a camp or session that is too old to be among the usual choices. */
function itemOfAddress(): string | null {
  const item = new URLSearchParams(location.search).get('item') ?? '';
  return UUID.test(item) ? item : null;
}

export default managed(createManagerAccess(), listMessages.viewOff, Orders);
