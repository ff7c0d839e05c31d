import type { OrderDetails } from '#contract/management-orders.ts';
import { familyPath } from '#ui/staff/family-path.ts';
import { formatMoney } from '#domain/money.ts';
import { Button } from '#ui/Button.tsx';
import { choiceMessages } from './choice-messages.ts';
import { lineStates, detailMessages } from './messages.ts';
import { planMessages } from './plan-messages.ts';
import { refundMessages } from './refund-messages.ts';
import { canRefund, dayOf, type Line, shortLine } from './model.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';

interface Props {
  details: OrderDetails;
  /** The id of the line whose form is open. Its row is highlighted. */
  chosen: string | null;
  onRefund: (line: Line) => void;
  onChoice: (line: Line) => void;
}

export function OrderLines({ details, chosen, onRefund, onChoice }: Props) {
  return (
    <section className="sheet" aria-labelledby="order-bought">
      <header>
        <h3 id="order-bought">{detailMessages.bought}</h3>
      </header>
      <ul>
        {details.managed.lines.map((line) => (
          <li
            key={line.line_id}
            className={line.line_id === chosen ? 'order-line chosen' : 'order-line'}
            aria-current={line.line_id === chosen ? 'true' : undefined}
          >
            <p>
              <b>
                <PlaceLink line={line} />
              </b>
              <span className={line.status === 'placed' ? 'tag good' : 'tag'}>{lineStates[line.status]}</span>
            </p>
            <p className="quiet">
              <ChildLink line={line} details={details} />
              {[dayOf(line), line.session?.location_name ?? line.camp?.location_name, line.transport?.title]
                .filter(Boolean)
                .map((fact) => ` · ${fact}`)}
            </p>
            <p className="numbers">
              {formatMoney(line.total_cents)}
              {line.balance_cents != null && line.balance_cents !== line.total_cents && (
                <span className="quiet">
                  {' '}
                  ·{' '}
                  {details.order.open_cents > 0
                    ? planMessages.ofLine(line.balance_cents)
                    : detailMessages.balance(line.balance_cents)}
                </span>
              )}
            </p>
            {details.cancelled_by_us.includes(line.line_id) && (
              <Button
                kind="solid"
                small
                aria-label={`${choiceMessages.open}: ${shortLine(line)}`}
                onClick={() => onChoice(line)}
              >
                {choiceMessages.open}
              </Button>
            )}
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

/** Links the title to the camp or class on the schedule. A pass without a session has no link. */
function PlaceLink({ line: { title, camp, session } }: { line: Line }) {
  const id = camp?.camp_id ?? session?.session_id;
  return id === undefined ? title : <a href={schedulePath(id)}>{title}</a>;
}

function ChildLink({ line, details }: { line: Line; details: OrderDetails }) {
  const name = detailMessages.child(line.child_name);
  const id = line.child === null ? undefined : details.child_ids[line.child];
  return id === undefined || details.family_id === null ? (
    name
  ) : (
    <a href={familyPath(details.family_id, id)}>{name}</a>
  );
}
