import type { ManagementToday } from '#contract/management.ts';
import { formatMoney } from '#contract/format.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { decisionMessages as kinds, lineText, mailName } from '#ui/staff/messages.ts';
import { decisionMessages } from './messages.ts';
import { TodoList } from './TodoList.tsx';

const minorKinds = new Set(['refund_by_hand', 'refund_waiting', 'instalment_overdue', 'renewal_unpaid']);

/** Lists the latest pending decisions. Staff answer them on a separate screen. */
export const Decisions = ({ decisions }: Pick<ManagementToday, 'decisions'>) => (
  <TodoList
    id="decisions"
    title={decisionMessages.heading}
    href={staffPaths.managementDecisions}
    none={decisionMessages.none}
    rows={decisions}
    rest={decisionMessages.all(decisions.count)}
  >
    {({ kind, id, order_id, order_number, name, amount_cents, since, about, lines }) => {
      const [title, text] = kinds[kind];
      return (
        <li key={id}>
          <p className="line">
            <span className={minorKinds.has(kind) ? 'tag warn' : 'tag bad'}>{title}</span>
            <b>{name ?? decisionMessages.nobody}</b>
            {amount_cents === null ? (
              <span className="quiet">{mailName(about ?? '')}</span>
            ) : (
              <b className="numbers">{formatMoney(amount_cents)}</b>
            )}
          </p>
          <p className="quiet">{text}</p>
          {lines.map((line) => (
            <p key={line.line_id}>{lineText(line)}</p>
          ))}
          <p className="quiet numbers">
            {order_number !== null && (
              <>
                <a href={`${staffPaths.managementOrders}?order=${order_id ?? ''}`}>{order_number}</a> ·{' '}
              </>
            )}
            {decisionMessages.since(since)}
          </p>
        </li>
      );
    }}
  </TodoList>
);
