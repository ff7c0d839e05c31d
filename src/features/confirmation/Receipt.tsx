import type { OrderLineView, OrderView } from '#contract/orders.ts';
import { brand } from '../../config/brand.ts';
import { formatMoment } from '../../lib/dates.ts';
import { formatMoney, gstRows } from '../../lib/money.ts';
import { PriceList } from '../../ui/PriceList.tsx';

export function Receipt({ order }: { order: OrderView }) {
  return (
    <section className="card grid gap-3">
      <p className="print-only">
        <b>{brand.name}</b>
      </p>
      <h2 className="small-title">Receipt {order.number}</h2>
      <PriceList
        rows={[
          ...order.lines.map((line) => ({ label: labelOf(line), amount: formatMoney(line.total_cents) })),
          ...gstRows(order.gst),
        ]}
        total={{ label: 'Paid', amount: formatMoney(order.total_cents) }}
      />
      {order.paid_at && <p className="text-ink-2 text-sm">{formatMoment(order.paid_at)}</p>}
    </section>
  );
}

/** With several children each line says whose it is. */
function labelOf({ title, child_name, transport, transport_cents }: OrderLineView): string {
  const ride = transport && transport_cents > 0 ? `, with ${transport.title}` : '';
  return `${title}${child_name ? `, ${child_name}` : ''}${ride}`;
}
