import type { OrderView } from '#contract/orders.ts';
import { depositNote } from '#contract/refund-notes.ts';
import { passEnds } from '#contract/pass-end.ts';
import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { refundRows } from '#domain/refunds.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { undo } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { RefundTable } from '#ui/RefundTable.tsx';
import { checkoutFormId } from '../ids.ts';
import { messages, errorText } from '../messages.ts';
import { orderPath } from '../purchase/subject.ts';
import { describeBooking } from './describe-booking.ts';
import { ForWhom } from './ForWhom.tsx';
import type { Checkout } from '../store.ts';

/** Loads a component that only a parent needs who paid with a slow method and came back. */
const PendingPayment = lazy(() => import('./PendingPayment.tsx'));

/** The button to pay. It is rendered twice: in the summary on a desktop, and below the form on a phone. */
export function PayButton({ checkout, note }: { checkout: Checkout; note: string }) {
  const { sale, changes, paying } = checkout;
  const view = useStore(sale.$view);
  const agreedCents = useStore(sale.$agreed);
  const asksPrice = useStore(sale.$asksPrice);
  const split = useStore(sale.$split);
  const unseatedCount = useStore(changes.$unseated);
  const isChanging = useStore(changes.$changing);
  const phase = useStore(paying.$phase);
  const problem = useStore(paying.$problem);
  const order = useStore(sale.$order);
  const link = useStore(sale.$link);
  const lines = order?.lines ?? [];
  const due = useStore(paying.$pay)?.dueCents ?? agreedCents;
  const busy = phase !== 'idle';
  const undecided = asksPrice !== null || (unseatedCount > 0 && !split && !isChanging);
  return (
    <div className="checkout-pay">
      {problem === 'order_closed' && order && (
        <Suspense>
          <PendingPayment path={orderPath(sale.$subject.get(), order.secret)} />
        </Suspense>
      )}
      {problem && problem !== 'order_closed' && (
        <Notice tone="bad" title={errorText(problem).title}>
          {errorText(problem).text}
        </Notice>
      )}
      <Button
        wide
        type="submit"
        form={checkoutFormId}
        busy={busy}
        disabled={view.state !== 'open' || undecided}
      >
        <span className="pay-what">
          {phase === 'paying' || phase === 'leaving' ? messages.paying : messages.pay(asksPrice ?? due)}{' '}
          {order && (
            <small>
              {describeBooking(order)}, <ForWhom checkout={checkout} />
            </small>
          )}
        </span>
      </Button>
      {/* Renewals would be charged to the card of the person who pays. Such an order cannot be sent to somebody else.
       */}
      {link === null && due > 0 && !lines.some(({ renews }) => renews) && (
        <Button
          kind="line"
          wide
          small
          disabled={view.state !== 'open' || undecided || busy}
          onClick={() => void paying.pay(true)}
        >
          {phase === 'sending' ? messages.sending : messages.send}
        </Button>
      )}
      {passEnds(lines).map((ending) => (
        <p key={ending}>{ending}</p>
      ))}
      <p>{due > 0 && (lines.some(({ renews }) => renews) ? messages.payByCard : note)}</p>
    </div>
  );
}

/** Shows how much is refunded at each date of cancellation, and the order's rules in words. */
export function Cancellation({ checkout, order }: { checkout: Checkout; order: OrderView }) {
  const choice = useStore(checkout.paying.$pay)?.choice;
  const deposit = choice?.instalments ? order.pay?.deposit_refund_steps : null;
  const rules = [...new Set(order.lines.map((line) => line.cancellation).filter((rule) => rule !== null))];
  return (
    <>
      <RefundTable rows={refundRows(deposit ?? order.refund_steps)} notes={deposit ? [depositNote] : []} />
      {rules.length > 0 && (
        <p className="checkout-refund">
          <Icon path={undo} />
          <span>{rules.join(' ')}</span>
        </p>
      )}
    </>
  );
}
