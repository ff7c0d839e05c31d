import type { PaymentLink as Link } from '#contract/payment-links.ts';
import { longPlaceText } from '#contract/place-names.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import badge from '#assets/mascot/badge.svg?url';
import navigate from '#assets/mascot/navigate.svg?url';
import { formatClock, formatDate, today } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { refundRows } from '#domain/refunds.ts';
import { findMaxFromBalance } from '#domain/balance.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { ColumnSkeleton } from '#ui/ColumnSkeleton.tsx';
import { Notice } from '#ui/Notice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { inBoundary } from '#ui/failed/Boundary.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { RefundTable } from '#ui/RefundTable.tsx';
import { messages, stateMessages } from './messages.ts';
import { createPaymentLink, type View } from './store.ts';

function PaymentLink() {
  const [store] = useState(createPaymentLink);
  const view = useStore(store.$view);
  useEffect(() => store.open(), [store]);
  if (view.state === 'loading') return <ColumnSkeleton title={messages.title} loading={messages.loading} />;
  const read = () => void store.read();
  if (view.state !== 'read')
    return <State state={view.state} again={view.state === 'failed' ? read : null} />;
  const { state, first_name, offer } = view.link;
  const parentName = first_name ?? messages.parent;
  if (state === 'open' && offer !== null && view.payment === 'none')
    return <Offer key={offer.part} parentName={parentName} offer={offer} store={store} />;
  return (
    <State
      state={shownState(state, view.payment)}
      parentName={parentName}
      again={state === 'changing' ? read : null}
      url={view.payment === 'on_its_way' ? (offer?.url ?? null) : null}
    />
  );
}

type Store = ReturnType<typeof createPaymentLink>;
type Payment = Extract<View, { state: 'read' }>['payment'];

/** Returns the state to show. If the payer of an open link has been at Stripe, the page waits for the payment. */
function shownState(state: Link['state'], payment: Payment): keyof typeof stateMessages {
  if (payment === 'from_balance') return 'from_balance';
  if (state !== 'open') return state;
  return payment === 'checking' ? 'checking' : 'on_its_way';
}

function State({
  state,
  parentName = messages.parent,
  again = null,
  url = null,
}: {
  state: keyof typeof stateMessages;
  parentName?: string;
  again?: (() => void) | null;
  url?: string | null;
}) {
  const { title, text } = stateMessages[state](parentName);
  return (
    <div className="wrap column column-state" role="status">
      <EmptyState
        level={1}
        picture={state === 'paid' || state === 'from_balance' ? badge : navigate}
        title={title}
        actions={
          (again ?? url) && (
            <>
              {again && <Button onClick={again}>{failedMessages.again}</Button>}
              {url && (
                <ButtonLink kind="line" href={url}>
                  {messages.backToPayment}
                </ButtonLink>
              )}
            </>
          )
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}

interface OfferProps {
  parentName: string;
  offer: NonNullable<Link['offer']>;
  store: Store;
}

function Offer({ parentName, offer, store }: OfferProps) {
  const busy = useStore(store.$busy);
  const outcome = useStore(store.$outcome);
  const [usesBalance, setUsesBalance] = useState(false);
  const mostCents = findMaxFromBalance(offer.balance_cents ?? 0, offer.total_cents);
  const fromBalance = usesBalance ? mostCents : 0;
  // An instalment of an order that is already sold has a due date.
  const { due_on } = offer;
  const sum = formatMoney(offer.total_cents);
  const lineTexts = [...new Set(offer.lines.map((line) => longPlaceText(line) || line.title))];
  const rules = [
    ...new Set(offer.lines.map(({ cancellation }) => cancellation).filter((rule) => rule !== null)),
  ];
  return (
    <div className="wrap column payment-link">
      <h1>{due_on === undefined ? messages.asks(parentName) : messages.part(sum)}</h1>
      <section className="card">
        {lineTexts.map((line) => (
          <p key={line}>
            <b>{line}</b>
          </p>
        ))}
        <p>{messages.about(offer.children, parentName)}</p>
        <p className="sum numbers">{sum}</p>
        {offer.whole_cents != null && <p>{messages.ofWhole(formatMoney(offer.whole_cents))}</p>}
        <p>
          {due_on === undefined
            ? messages.until(formatClock(offer.pay_until))
            : messages.due(formatDate(due_on), due_on < today())}
        </p>
        {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
        {mostCents > 0 && (
          <Checkbox
            id="use-balance"
            checked={usesBalance}
            note={messages.youHave(formatMoney(offer.balance_cents ?? 0))}
            onChange={({ target }) => setUsesBalance(target.checked)}
          >
            {messages.useBalance(formatMoney(mostCents))}
          </Checkbox>
        )}
        {offer.url === null ? (
          <Button
            wide
            busy={busy}
            onClick={() => void (fromBalance > 0 ? store.payFromBalance(fromBalance) : store.pay())}
          >
            {payMessage(offer.total_cents, fromBalance)}
          </Button>
        ) : (
          <ButtonLink wide href={offer.url}>
            {messages.pay(sum)}
          </ButtonLink>
        )}
        {fromBalance < offer.total_cents && <p className="hint">{messages.stripe}</p>}
      </section>
      <section className="card">
        <h2>{messages.refundTitle}</h2>
        {due_on === undefined && (
          <RefundTable
            rows={refundRows(offer.refund_steps)}
            notes={offer.whole_cents == null ? [] : [messages.depositRefund]}
          />
        )}
        {rules.map((rule) => (
          <p key={rule}>{rule}</p>
        ))}
        <p>{due_on === undefined ? messages.refund(parentName) : messages.partRefund}</p>
      </section>
      {due_on === undefined && <p className="hint">{messages.unexpected(parentName)}</p>}
    </div>
  );
}

function payMessage(cents: number, fromBalance: number): string {
  if (fromBalance === 0) return messages.pay(formatMoney(cents));
  if (fromBalance === cents) return messages.payFromBalance(formatMoney(cents));
  return messages.payBoth(formatMoney(fromBalance), formatMoney(cents - fromBalance));
}

export default inBoundary(PaymentLink);
