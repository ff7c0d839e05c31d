import { formatClock } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { readStored } from '#browser/storage.ts';
import type { Subject } from '#browser/order-memory.ts';
import { storageKeys } from '#config/paths.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Form, namesOf } from '../form/model.ts';
import { holdsOtherMessages } from '../messages.ts';
import { describeBooking } from '../order/describe-booking.ts';
import type { View } from './sale.ts';
import type { Checkout } from '../store.ts';
import { keyOf } from './subject.ts';

interface Props {
  checkout: Checkout;
  view: Extract<View, { state: 'holds_other' }>;
}

/**
 * Returns a short name with the date, because two weeks of one camp have the same name, e.g. "Spark Camp, Wed 16 Jun".
 */
const shortName = ({ name, firstDay }: Subject): string =>
  `${name}, ${formatDate(firstDay, { year: false })}`;

/** Asks which booking to continue, because spots are held for another one. It also says what each choice does. */
export default function HoldsOther({ checkout, view: { held, other } }: Props) {
  const next = useStore(checkout.sale.$subject);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const draft = readStored(storageKeys.draft, Form);
  const count = held.lines.length;
  const names = draft?.of === keyOf(other) ? namesOf(draft.children.slice(0, count), '') : '';
  return (
    <section className="card holds-other" aria-labelledby="holds-other-title">
      <h2 id="holds-other-title" ref={heading} tabIndex={-1}>
        {holdsOtherMessages.title(count)}
      </h2>
      <p>
        <b>{describeBooking(held)}</b>
        {names && `, for ${names}`}.
        {held.hold_expires_at && ` ${holdsOtherMessages.until(formatClock(held.hold_expires_at))}`}
      </p>
      {next && <p>{holdsOtherMessages.next(`${next.name}, ${formatDate(next.firstDay)}`)}</p>}
      <div className="row">
        <Button onClick={() => void checkout.keepHeld()}>{holdsOtherMessages.keep(shortName(other))}</Button>
        {next && (
          <Button kind="line" onClick={() => void checkout.replaceHeld()}>
            {holdsOtherMessages.replace(count, shortName(next))}
          </Button>
        )}
      </div>
      {next && <p className="hint">{holdsOtherMessages.cart(shortName(other), shortName(next))}</p>}
    </section>
  );
}
