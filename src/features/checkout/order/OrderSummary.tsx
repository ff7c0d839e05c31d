import { campHoursMessage } from '#contract/camp-day.ts';
import type { OrderLineView } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { formatDays } from '#contract/format.ts';
import { formatClock, formatDate, formatTime } from '#domain/dates.ts';
import { Code } from './Code.tsx';
import { HoldClock } from './HoldClock.tsx';
import { Cancellation, PayButton } from './Pay.tsx';
import { Prices } from './Prices.tsx';
import type { Checkout } from '../store.ts';
import type { Words } from '../content.ts';

const UndoPart = lazy(async () => ({ default: (await import('../basket-views.ts')).UndoPart }));
const BasketParts = lazy(async () => ({ default: (await import('../basket-views.ts')).BasketParts }));

export function OrderSummary({ checkout, words }: { checkout: Checkout; words: Words }) {
  const order = useStore(checkout.sale.$order);
  const isChanging = useStore(checkout.changes.$changing);
  const isBasket = useStore(checkout.sale.$isBasket);
  const removedPart = useStore(checkout.changes.$removedPart);
  const [open, setOpen] = useState(false);
  if (!order) return null;
  const [first] = order.lines;
  return (
    <aside
      className={open ? 'checkout-summary open' : 'checkout-summary'}
      aria-label="Your order"
      aria-busy={isChanging}
    >
      <HoldClock checkout={checkout} order={order} open={open} onToggle={() => setOpen(!open)} />
      <div className="summary-body" id="summary-body">
        {isBasket ? (
          <Suspense>
            <BasketParts checkout={checkout} order={order} />
          </Suspense>
        ) : (
          first && <BookedItem line={first} />
        )}
        <Suspense>{removedPart && <UndoPart checkout={checkout} removed={removedPart} />}</Suspense>
        <Prices checkout={checkout} order={order} />
        <Code checkout={checkout} label={words.summary.codeLabel} />
        <Cancellation checkout={checkout} order={order} />
        <PayButton checkout={checkout} note={words.summary.payNote} />
      </div>
    </aside>
  );
}

function BookedItem({ line: { session, camp } }: { line: OrderLineView }) {
  if (session)
    return (
      <Facts
        title={session.class_type}
        date={formatDate(session.session_date)}
        hours={`${formatTime(session.session_time)} to ${formatClock(session.ends_at)}`}
        place={session.location_name}
      />
    );
  return (
    camp && (
      <Facts
        title={camp.name}
        date={formatDays(camp.start_date, camp.end_date)}
        hours={campHoursMessage(camp)}
        place={camp.location_name}
      />
    )
  );
}

function Facts({ title, date, hours, place }: Record<'title' | 'date' | 'hours' | 'place', string>) {
  return (
    <div className="checkout-what">
      <span className="what-picture" aria-hidden="true" />
      <div>
        <h2>{title}</h2>
        <p>
          <b>{date}</b>
          <br />
          <b>{hours}</b>, {place}
        </p>
      </div>
    </div>
  );
}
