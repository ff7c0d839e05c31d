import type { OrderLineView, OrderView } from '#contract/orders.ts';
import { priceNotes } from '#contract/price-notes.ts';
import { providerLines } from '#contract/receipts.ts';
import { formatMoment } from '#domain/dates.ts';
import { balanceRows, openRows, paidCents } from '#domain/instalments.ts';
import { formatMoney, gstRows } from '#domain/money.ts';
import { ReceiptHead } from '#ui/ReceiptHead.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { messages } from './messages.ts';
import { PriceList } from '#ui/PriceList.tsx';

export function Receipt({ order }: { order: OrderView }) {
  return (
    <section className="card grid gap-3">
      <ReceiptHead seller={order.provider ? providerLines(order.provider) : []} payer={order.parent_name} />
      <h2 className="small-title">
        Receipt <Verbatim>{order.number}</Verbatim>
      </h2>
      <PriceList
        rows={[
          ...order.lines.map((line) => ({
            label: <Label line={line} lines={order.lines} />,
            amount: formatMoney(line.total_cents),
          })),
          ...gstRows(order.gst),
          ...openRows(order),
          ...balanceRows(order),
        ]}
        total={{ label: 'Paid', amount: formatMoney(paidCents(order)) }}
      />
      {order.paid_at && <p className="text-ink-2 text-sm">{formatMoment(order.paid_at)}</p>}
    </section>
  );
}

function Label({ line, lines }: { line: OrderLineView; lines: OrderLineView[] }) {
  const notes = priceNotes(line, lines);
  return (
    <>
      {line.title}
      {line.child_name && (
        <>
          , <Verbatim>{line.child_name}</Verbatim>
        </>
      )}
      {notes && <span className="block">{notes}</span>}
      {line.had_before && <span className="block">{messages.used.note}</span>}
    </>
  );
}
