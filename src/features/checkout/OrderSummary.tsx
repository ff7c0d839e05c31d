import type { OrderView } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatClock, formatDate, formatTime } from '../../lib/dates.ts';
import { formatMoney, gstRows } from '../../lib/money.ts';
import { PriceList } from '../../ui/PriceList.tsx';
import { HoldClock } from './HoldClock.tsx';
import { Cancellation, PayButton } from './Pay.tsx';
import type { Checkout } from './store.ts';

/** What is bought, at the server's price. Sticky beside the form; on a phone a bar that opens. */
export function OrderSummary({ checkout }: { checkout: Checkout }) {
  const order = useStore(checkout.$order);
  const [open, setOpen] = useState(false);
  if (!order) return null;
  return (
    <aside className={open ? 'summary open' : 'summary'} aria-label="Your order">
      <HoldClock checkout={checkout} order={order} open={open} onToggle={() => setOpen(!open)} />
      <div className="summary-body" id="summary-body">
        {order.lines.map((line) => line.session && <What key={line.offer_id} line={line} />)}
        <Prices order={order} />
        <Cancellation order={order} />
        <PayButton checkout={checkout} />
      </div>
    </aside>
  );
}

function What({ line }: { line: OrderView['lines'][number] }) {
  const { session } = line;
  if (!session) return null;
  return (
    <div className="what">
      <span className="what-picture" aria-hidden="true" />
      <div>
        <h2>{session.class_type}</h2>
        <p>
          <b>{formatDate(session.session_date)}</b>
          <br />
          <b>
            {formatTime(session.session_time)} to {formatClock(session.ends_at)}
          </b>
          , {session.location_name}
        </p>
      </div>
    </div>
  );
}

function Prices({ order }: { order: OrderView }) {
  const lines = order.lines.map((line) => ({
    label: (
      <>
        <b>{line.title}</b> · {line.sessions === 1 ? '1 session' : `${line.sessions} sessions`}
        {line.validity_days !== null && `, ${line.validity_days} days`}
      </>
    ),
    amount: formatMoney(line.total_cents),
  }));
  return (
    <PriceList
      rows={[...lines, ...gstRows(order.gst)]}
      total={{ label: 'To pay', amount: formatMoney(order.total_cents) }}
    />
  );
}
