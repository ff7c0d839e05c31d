import type { OrderDetails } from '#contract/management-orders.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { methodMessage, detailMessages } from './messages.ts';
import { refundByHand, refundStates } from './refund-messages.ts';
import { describeLines } from './model.ts';
import { StripeId } from '#ui/staff/StripeId.tsx';
import { DecisionAnswers } from '#ui/staff/DecisionAnswers.tsx';
import type { OrderDetailsStore } from './detail.ts';

/** Each charge and refund shows its id at Stripe. */
export function Payments({
  detail,
  details,
  busy,
}: {
  detail: OrderDetailsStore;
  details: OrderDetails;
  busy: boolean;
}) {
  const { payments, refunds } = details;
  return (
    <section className="sheet" aria-labelledby="order-money">
      <header>
        <h3 id="order-money">{detailMessages.money}</h3>
      </header>
      {payments.length === 0 && <p className="quiet">{detailMessages.noPayments}</p>}
      <ul>
        {payments.map(({ id, method, amount_cents, at, reference, left_cents, is_disputed }) => (
          <li key={id}>
            <p>
              <b className="numbers">{formatMoney(amount_cents)}</b> {methodMessage(method)}{' '}
              {is_disputed && <span className="tag bad">{detailMessages.disputed}</span>}
            </p>
            <p className="quiet">
              {formatMoment(at)}
              {!is_disputed && ` · ${detailMessages.refundable(left_cents)}`}
              {reference !== null && (
                <>
                  {' '}
                  · <StripeId id={reference} />
                </>
              )}
            </p>
          </li>
        ))}
        {refunds.map(({ id, line_id, amount_cents, at, status, reference, credit_note, by_hand }) => (
          <li key={id}>
            <p>
              <b className="numbers">−{formatMoney(amount_cents)}</b>{' '}
              {by_hand && status !== 'failed' ? refundByHand : refundStates[status]}
            </p>
            <p className="quiet">
              {formatMoment(at)}
              {credit_note !== null && ` · ${detailMessages.creditNote(credit_note)}`}
              {reference !== null && (
                <>
                  {' '}
                  · <StripeId id={reference} />
                </>
              )}
            </p>
            {by_hand && (
              <DecisionAnswers
                kind="refund_by_hand"
                of={`${formatMoney(amount_cents)}, ${describeLines(details, line_id)}`}
                cents={amount_cents}
                isLost={false}
                busy={busy}
                onAnswer={() => void detail.settle(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
