import type { OrderView } from '#contract/orders.ts';
import { brand } from '../../config/brand.ts';
import { formatMoment } from '../../lib/dates.ts';
import { formatMoney } from '../../lib/money.ts';

export function Receipt({ order }: { order: OrderView }) {
  return (
    <section className="card grid gap-3">
      <p className="print-only">
        <b>{brand.name}</b>
      </p>
      <h2 className="small-title">Receipt {order.number}</h2>
      <dl className="prices">
        {order.lines.map((line, index) => (
          <div key={index}>
            <dt>{line.title}</dt>
            <dd>{formatMoney(line.price_cents)}</dd>
          </div>
        ))}
        {order.gst && (
          <div>
            <dt>
              GST {order.gst.rate_percent}% included, {order.gst.number}
            </dt>
            <dd>{formatMoney(order.gst.cents)}</dd>
          </div>
        )}
        <div className="total">
          <dt>Paid</dt>
          <dd>{formatMoney(order.total_cents)}</dd>
        </div>
      </dl>
      {order.paid_at && <p className="text-ink-2 text-sm">{formatMoment(order.paid_at)}</p>}
    </section>
  );
}
