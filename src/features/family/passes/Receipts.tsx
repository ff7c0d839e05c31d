import type { FamilyOrder } from '#contract/family-orders.ts';
import { formatDate, formatDays, formatMoney } from '#contract/format.ts';
import { joinNames } from '#contract/place-names.ts';
import { useStore } from '@nanostores/react';
import { managePath } from '#config/paths.ts';
import { today } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { SectionFailed, SectionWaiting } from '#ui/family/SectionState.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { channelMessages, messages, stateMessages } from './messages.ts';
import { ReceiptSheet } from './ReceiptSheet.tsx';
import type { Passes } from './store.ts';

export function Receipts({ passes }: { passes: Passes }) {
  const orders = useStore(passes.$orders);
  const receipt = useStore(passes.$receipt);
  const running = useStore(passes.$running);
  return (
    <section aria-labelledby="receipts" className="stack mb-10 gap-3.5">
      <div className="no-print">
        <h2 id="receipts">{messages.receipts}</h2>
        <p className="quiet">{messages.receiptsText}</p>
      </div>
      {orders.state === 'loading' && <SectionWaiting rows={3} label={messages.loading} />}
      {orders.state === 'failed' && (
        <SectionFailed title={messages.receiptsFailed} onRetry={() => void passes.open()} />
      )}
      {orders.state === 'ready' && orders.orders.length === 0 && (
        <p className="quiet">{messages.noReceipts}</p>
      )}
      {orders.state === 'ready' && (
        <ul className="receipt-list">
          {orders.orders.map((order) => (
            <li key={order.order_id} className={receipt?.orderId === order.order_id ? 'open' : undefined}>
              <Row passes={passes} order={order} />
              {receipt?.orderId === order.order_id && <ReceiptSheet passes={passes} receipt={receipt} />}
            </li>
          ))}
        </ul>
      )}
      {orders.state === 'ready' && orders.next !== null && (
        <Button kind="line" small busy={running === 'more'} onClick={() => void passes.loadMore()}>
          {messages.more}
        </Button>
      )}
    </section>
  );
}

function Row({ passes, order }: { passes: Passes; order: FamilyOrder }) {
  const hiddenNumber = <span className="sr-only"> {order.number}</span>;
  const notes = [channelMessages[order.channel], order.state === 'paid' ? '' : stateMessages[order.state]];
  return (
    <div className="receipt-row no-print">
      <span>
        <b>{joinNames(order.lines.map(({ title }) => title))}</b>
        <small>
          {formatDate(today(new Date(order.paid_at)))} · <Verbatim>{order.number}</Verbatim>
          {notes.filter(Boolean).map((note) => ` · ${note}`)}
        </small>
        <small>
          <WithNames
            text={order.lines.map(lineMessage).filter(Boolean).join('; ')}
            names={order.lines.flatMap(({ child_name }) => child_name ?? [])}
          />
        </small>
      </span>
      <b className="numbers">
        {formatMoney(order.paid_cents)}
        {order.refunded_cents > 0 && <small>−{formatMoney(order.refunded_cents)}</small>}
      </b>
      <span className="links">
        <button type="button" onClick={() => void passes.show(order.order_id)}>
          {messages.receipt}
          {hiddenNumber}
        </button>
        {order.can_change && (
          <a href={managePath(order.order_id)}>
            {messages.change}
            {hiddenNumber}
          </a>
        )}
      </span>
    </div>
  );
}

const lineMessage = ({ child_name, starts_on, ends_on }: FamilyOrder['lines'][number]): string =>
  [child_name, starts_on && formatDays(starts_on, ends_on ?? starts_on)].filter(Boolean).join(', ');
