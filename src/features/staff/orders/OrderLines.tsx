import type { OrderDetails } from '#contract/management-orders.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { lineStates, detailMessages, refundMessages } from './messages.ts';
import { canRefund, dayOf, type Line, shortLine } from './model.ts';

interface Props {
  details: OrderDetails;
  /** Id of the line whose refund form is open; its row is highlighted. */
  refunding: string | null;
  onRefund: (line: Line) => void;
}

/** Each line with child, date, price, and the amount that is left on it. */
export function OrderLines({ details, refunding, onRefund }: Props) {
  return (
    <section className="sheet" aria-labelledby="order-bought">
      <header>
        <h3 id="order-bought">{detailMessages.bought}</h3>
      </header>
      <ul>
        {details.managed.lines.map((line) => (
          <li
            key={line.line_id}
            className={line.line_id === refunding ? 'order-line chosen' : 'order-line'}
            aria-current={line.line_id === refunding ? 'true' : undefined}
          >
            <p>
              <b>{line.title}</b>
              <span className={line.status === 'placed' ? 'tag good' : 'tag'}>{lineStates[line.status]}</span>
            </p>
            <p className="quiet">
              {[
                detailMessages.child(line.child_name),
                dayOf(line),
                line.session?.location_name ?? line.camp?.location_name,
                line.transport?.title,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p className="numbers">
              {formatMoney(line.total_cents)}
              {line.balance_cents != null && line.balance_cents !== line.total_cents && (
                <span className="quiet"> · {detailMessages.balance(line.balance_cents)}</span>
              )}
            </p>
            {canRefund(details, { lineId: line.line_id }) ? (
              <Button
                kind="line"
                small
                aria-label={`${detailMessages.refund}: ${shortLine(line)}`}
                onClick={() => onRefund(line)}
              >
                {detailMessages.refund}
              </Button>
            ) : details.disputed_lines.includes(line.line_id) ? (
              <p className="quiet">{refundMessages.waitsForBank}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
