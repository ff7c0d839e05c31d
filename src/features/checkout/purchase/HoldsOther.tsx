import { formatClock } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { readStored } from '#browser/storage.ts';
import type { Subject } from '#browser/order-memory.ts';
import { storageKeys } from '#config/paths.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Form, namesOf } from '../form/model.ts';
import { basketMessages } from '../basket-messages.ts';
import { holdsOtherMessages } from '../messages.ts';
import { describeBooking } from '../order/describe-booking.ts';
import type { View } from './sale.ts';
import type { Checkout } from '../store.ts';
import { countSeated } from './parts.ts';
import { keyOfParts } from './subject.ts';

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
export function HoldsOther({ checkout, view: { held, others, mayJoin } }: Props) {
  const next = useStore(checkout.sale.$subject);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const draft = readStored(storageKeys.draft, Form);
  const count = held?.lines.length ?? 0;
  const names =
    held && draft?.of === keyOfParts(others)
      ? namesOf(draft.children.slice(0, countSeated(held, others.length > 1)), '')
      : '';
  const before = others.map(shortName).join(' and ');
  return (
    <section className="card holds-other" aria-labelledby="holds-other-title">
      <h2 id="holds-other-title" ref={heading} tabIndex={-1}>
        {held ? holdsOtherMessages.title(count) : basketMessages.chosenBefore}
      </h2>
      <p>
        <b>{held ? describeBooking(held) : before}</b>
        {names && `, for ${names}`}.
        {held?.hold_expires_at && ` ${holdsOtherMessages.until(formatClock(held.hold_expires_at))}`}
      </p>
      {next && (
        <p>
          {holdsOtherMessages.next(`${next.name}, ${formatDate(next.firstDay)}`)}
          {!mayJoin && ` ${holdsOtherMessages.apart}`}
        </p>
      )}
      <div className="row">
        {mayJoin && <Button onClick={() => void checkout.joinHeld()}>{basketMessages.join}</Button>}
        <Button kind={mayJoin ? 'line' : 'solid'} onClick={() => void checkout.keepHeld()}>
          {holdsOtherMessages.keep(before)}
        </Button>
        {next && (
          <Button kind="line" onClick={() => void checkout.replaceHeld()}>
            {held
              ? holdsOtherMessages.replace(count, shortName(next))
              : holdsOtherMessages.only(shortName(next))}
          </Button>
        )}
      </div>
      {next && <p className="hint">{holdsOtherMessages.cart(before, shortName(next))}</p>}
    </section>
  );
}
