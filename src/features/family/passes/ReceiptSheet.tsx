import { priceNotes } from '#contract/price-notes.ts';
import { providerLines } from '#contract/receipts.ts';
import { useEffect, useRef } from 'react';
import { formatMoment } from '#domain/dates.ts';
import { balanceRows, openRows, paidCents } from '#domain/instalments.ts';
import { formatMoney, gstRows } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import { PriceList } from '#ui/PriceList.tsx';
import { ReceiptHead } from '#ui/ReceiptHead.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { messages } from './messages.ts';
import type { Passes, Receipt } from './store.ts';

/** Shows a receipt. When it is printed, nothing else is on the paper. */
export function ReceiptSheet({ passes, receipt }: { passes: Passes; receipt: Receipt }) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), [receipt.state]);
  if (receipt.state === 'loading') return <Spinner>{messages.loading}</Spinner>;
  if (receipt.state === 'failed')
    return (
      <Notice
        tone="bad"
        actions={
          <Button kind="line" small onClick={() => void passes.show(receipt.orderId)}>
            {failedMessages.again}
          </Button>
        }
      >
        {messages.receiptFailed}
      </Notice>
    );
  const { order } = receipt;
  const refundedCents = order.refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  return (
    <div className="receipt-sheet">
      <ReceiptHead seller={order.provider ? providerLines(order.provider) : []} />
      <h3 ref={head} tabIndex={-1}>
        {messages.receipt} <Verbatim>{order.number}</Verbatim>
      </h3>
      {order.paid_at && <p className="quiet">{formatMoment(order.paid_at)}</p>}
      {order.parent_name && (
        <p className="quiet">
          {messages.to} <Verbatim>{order.parent_name}</Verbatim>
        </p>
      )}
      <PriceList
        rows={[
          ...order.lines.map((line) => ({
            label: (
              <WithNames
                text={[line.title, line.child_name, priceNotes(line, order.lines)].filter(Boolean).join(', ')}
                names={[line.child_name ?? '']}
              />
            ),
            amount: formatMoney(line.total_cents),
          })),
          ...gstRows(order.gst),
          ...openRows(order),
          ...balanceRows(order),
          ...(refundedCents > 0 ? [{ label: messages.refunded, amount: formatMoney(-refundedCents) }] : []),
        ]}
        total={{ label: messages.paid, amount: formatMoney(paidCents(order)) }}
      />
      <div className="row no-print">
        <Button kind="solid" small onClick={() => print()}>
          {messages.print}
        </Button>
        <button type="button" className="text-button" onClick={passes.hide}>
          {messages.close}
        </button>
      </div>
    </div>
  );
}
