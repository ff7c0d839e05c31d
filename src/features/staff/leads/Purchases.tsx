import type { StaffLeadDetails } from '#contract/management-leads.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import type { LeadDetailsStore } from './detail.ts';
import { leadMessages } from './messages.ts';
import { moveWithUndo } from './move-with-undo.ts';

/** Shows the order that the lead became, or orders that may belong to it. */
export function Purchases({
  detail,
  details,
  busy,
}: {
  detail: LeadDetailsStore;
  details: StaffLeadDetails;
  busy: boolean;
}) {
  const row = details.lead;
  const possibleOrders = row.order_id === null && row.source !== 'birthday_enquiry' ? details.bought : [];
  if (row.order_id === null && possibleOrders.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="lead-bought">
      <header>
        <h3 id="lead-bought">{leadMessages.bought}</h3>
      </header>
      {row.order_id !== null && (
        <p>
          <OrderLink id={row.order_id} number={row.order_number ?? ''} />{' '}
          <span className="quiet">{row.has_verified_match ? leadMessages.byProof : leadMessages.byHand}</span>
        </p>
      )}
      {possibleOrders.length > 0 && (
        <>
          <p className="quiet">{leadMessages.maybe}</p>
          <ul>
            {possibleOrders.map((order) => (
              <li key={order.order_id}>
                <p>
                  <OrderLink id={order.order_id} number={order.number} />{' '}
                  <b className="numbers">{formatMoney(order.total_cents)}</b> {order.titles.join(', ')}
                </p>
                <p className="quiet">
                  {[order.name, leadMessages.sameContact(order), formatMoment(order.paid_at)]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                <Button
                  kind="line"
                  small
                  busy={busy}
                  aria-label={leadMessages.linkOrderNumber(order.number)}
                  onClick={() =>
                    void moveWithUndo(detail, row, { status: 'converted', order_id: order.order_id })
                  }
                >
                  {leadMessages.linkOrder}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const OrderLink = ({ id, number }: { id: string; number: string }) => (
  <a className="lead-link" href={`${staffPaths.managementOrders}?order=${id}`}>
    {leadMessages.order(number)}
  </a>
);
