import type { OrderDetails } from '#contract/management-orders.ts';
import { managePath } from '#config/paths.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { DecisionAnswers } from '#ui/staff/DecisionAnswers.tsx';
import { type DecisionKind, decisionTitle, decisionMessages } from '#ui/staff/messages.ts';
import { splitMessages } from '#ui/staff/split-messages.ts';
import { detailMessages } from './messages.ts';
import { describeLines } from './model.ts';
import type { OrderDetailsStore } from './detail.ts';

export function Decisions({
  detail,
  details,
  busy,
}: {
  detail: OrderDetailsStore;
  details: OrderDetails;
  busy: boolean;
}) {
  if (details.decisions.length === 0) return null;
  return (
    <section className="sheet order-decisions" aria-labelledby="order-decisions">
      <header>
        <h3 id="order-decisions">{detailMessages.decisions}</h3>
      </header>
      <ul>
        {details.decisions.map(({ id, kind, amount_cents, at, is_lost, split }) => (
          <li key={id}>
            <p>
              <span className="tag bad">{decisionTitle(kind)}</span>{' '}
              <b className="numbers">{formatMoney(amount_cents)}</b>{' '}
              <span className="quiet">{formatMoment(at)}</span>
            </p>
            <p className="quiet">
              {decisionMessages[kind as DecisionKind][1]} {split && splitMessages.removed(split)}
            </p>
            <DecisionAnswers
              kind={kind}
              of={describeLines(details)}
              cents={amount_cents}
              isLost={is_lost}
              split={split}
              choiceHref={managePath(details.order.order_id)}
              busy={busy}
              onAnswer={(answer) => {
                if (answer !== 'settle' && answer !== 'retry') void detail.decide(id, answer);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
