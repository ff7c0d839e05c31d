import type { OrderView } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { getOrder } from '#api/orders.ts';
import type { PayLink } from '#browser/order-memory.ts';
import { refreshWhileVisible } from '#browser/refresh.ts';
import { paths } from '#config/paths.ts';
import { PAYMENT_LINK_REFRESH_MS } from '#config/timing.ts';
import { formatClock } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { isLive } from '../purchase/sale.ts';
import type { Checkout } from '../store.ts';
import { describeBooking } from './describe-booking.ts';
import { sentMessages } from './messages.ts';

interface Props {
  checkout: Checkout;
  order: OrderView;
  link: PayLink;
}

/** The parent sends the link to somebody and waits for the payment (decisions "Paying by link"). */
export default function SentLink({ checkout, order, link }: Props) {
  const { sale, paying } = checkout;
  const phase = useStore(paying.$phase);
  const heading = useRef<HTMLHeadingElement>(null);
  const [copyState, setCopyState] = useState<'yes' | 'refused' | null>(null);
  const address = `${location.origin}${paths.pay}#${link.token}`;
  const time = formatClock(link.pay_until);
  const sum = formatMoney(order.total_cents);
  const request = sentMessages.request(describeBooking(order), sum, time);

  // The parent pressed a button at the foot of the page, so the heading scrolls into view.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, [link.token]);

  useEffect(() => {
    const read = async () => {
      const answer = await getOrder(order.secret);
      if (answer.ok && !isLive(answer.value)) sale.applyOrder(answer.value);
      return answer.ok;
    };
    return refreshWhileVisible(read, () => PAYMENT_LINK_REFRESH_MS);
  }, [order.secret, sale]);

  return (
    <section className="card sent-link" aria-labelledby="sent-link-title">
      <h2 id="sent-link-title" ref={heading} tabIndex={-1}>
        {sentMessages.title}
      </h2>
      <p>{sentMessages.text(sum, time)}</p>
      <p>{sentMessages.shows}</p>
      <Field id="sent-link" label={sentMessages.label} value={address} readOnly />
      <div className="row">
        {'share' in navigator && (
          <Button
            small
            onClick={() => void navigator.share({ text: request, url: address }).catch(() => undefined)}
          >
            {sentMessages.share}
          </Button>
        )}
        <ButtonLink
          kind="line"
          small
          href={whatsappLink('', `${request} ${address}`)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {sentMessages.whatsapp}
        </ButtonLink>
        <Button
          kind="line"
          small
          onClick={() =>
            void navigator.clipboard.writeText(address).then(
              () => setCopyState('yes'),
              () => setCopyState('refused'),
            )
          }
        >
          {sentMessages.copy}
        </Button>
      </div>
      <p role="status" className="sent-link-status">
        {copyState && sentMessages.copied[copyState]}
      </p>
      <p>{sentMessages.changes}</p>
      <div className="row">
        <ButtonLink kind="line" small href={link.url}>
          {sentMessages.payYourself}
        </ButtonLink>
        <Button kind="line" small busy={phase === 'sending'} onClick={() => void paying.pay(true)}>
          {sentMessages.save}
        </Button>
      </div>
    </section>
  );
}
