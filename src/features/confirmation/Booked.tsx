import type { OrderView } from '#contract/orders.ts';
import { useEffect, useRef } from 'react';
import party from '../../assets/mascot/party.svg?url';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { calendar, check, print } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { downloadCalendar } from './calendar.ts';
import type { Contact } from './Confirmation.tsx';
import { Group } from './Group.tsx';
import { messages, whatHappensNext, whatToBring } from './messages.ts';
import { childrenOf } from './model.ts';
import { Receipt } from './Receipt.tsx';
import { WhatIsBooked } from './WhatIsBooked.tsx';

export function Booked({ order, late, contact }: { order: OrderView; late: boolean; contact: Contact }) {
  const children = childrenOf(order);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <section className="booked">
        <div className="wrap">
          <div className="booked-copy">
            <p className="kick">
              <Icon path={check} />
              Paid. Order {order.number}
            </p>
            <h1 ref={title} tabIndex={-1}>
              {messages.booked}
            </h1>
            <p className="lead text-ink">
              {children.length > 0 &&
                `${children.join(' and ')} ${children.length === 1 ? 'is' : 'are'} in. `}
              {order.parent_email && `The receipt is on its way to ${order.parent_email}.`}
            </p>
            <div className="row no-print">
              <Button onClick={() => void downloadCalendar(order)}>
                <Icon path={calendar} />
                Add to calendar
              </Button>
              <Button kind="line" onClick={() => globalThis.print()}>
                <Icon path={print} />
                Print the receipt
              </Button>
            </div>
          </div>
          <img
            className="no-print"
            src={party}
            width="380"
            height="380"
            alt="The mascot with a party hat, balloons and a cake"
          />
        </div>
      </section>
      <div className="wrap booked-more">
        <div>
          {late && <Notice>{messages.late}</Notice>}
          <WhatIsBooked order={order} />
          <section className="no-print">
            <h2>What to bring</h2>
            <ul className="bring">
              {whatToBring.map(({ sign, name, why }) => (
                <li key={name}>
                  <span aria-hidden="true">{sign}</span>
                  <b>{name}</b>
                  {why}
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div>
          <Group order={order} contact={contact} />
          <Receipt order={order} />
          <section className="card no-print grid gap-3">
            <h2 className="small-title">What happens next</h2>
            <ul className="ticks">
              {whatHappensNext.map((line) => (
                <li key={line}>
                  <Icon path={check} />
                  {line}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </>
  );
}
