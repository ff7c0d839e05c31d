import type { OrderView } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { formatClock } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Icon } from '#ui/Icon.tsx';
import { chevron } from '#ui/icons.ts';
import { clockMessage } from './hold.ts';
import { messages } from '../messages.ts';
import { isPassAlone } from '../purchase/subject.ts';
import type { Checkout } from '../store.ts';

interface Props {
  checkout: Checkout;
  order: OrderView;
  open: boolean;
  onToggle: () => void;
}

export function HoldClock({ checkout, order, open, onToggle }: Props) {
  const remainingSeconds = useStore(checkout.sale.clock.$left);
  const length = useStore(checkout.sale.clock.$length);
  const announced = useStore(checkout.sale.clock.$announced);
  const pass = isPassAlone(useStore(checkout.sale.$subject));
  const clock = (
    <>
      <span className="clock" aria-hidden="true">
        {remainingSeconds === null ? '0:00' : clockMessage(remainingSeconds)}
      </span>
      <span className="until">
        <b>{remainingSeconds === null ? 'Time’s up' : messages.held(order.lines.length, pass)}</b>
        {remainingSeconds !== null && order.hold_expires_at && (
          <span>until {formatClock(order.hold_expires_at)}</span>
        )}
      </span>
    </>
  );
  const bar = (
    <span className="hold-bar" aria-hidden="true">
      <i style={{ width: `${((remainingSeconds ?? 0) / length) * 100}%` }} />
    </span>
  );
  return (
    <>
      <p className="sr-only" role="status">
        {announced !== null && messages.announced(announced)}
      </p>
      <button
        type="button"
        className="checkout-hold for-phone"
        aria-expanded={open}
        aria-controls="summary-body"
        onClick={onToggle}
      >
        {clock}
        <span className="hold-total numbers">
          {formatMoney(order.total_cents)}
          <Icon path={chevron} />
        </span>
        {bar}
      </button>
      <div className="checkout-hold for-desktop">
        {clock}
        {bar}
      </div>
    </>
  );
}
