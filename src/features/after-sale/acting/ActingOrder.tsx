import type { ManagedOrder } from '#contract/after-sale.ts';
import { formatDays } from '#contract/format.ts';
import { useEffect, useRef, useState } from 'react';
import { paths } from '#config/paths.ts';
import { actingMessages as words } from '#domain/acting-messages.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { orderPath } from '#ui/staff/order-path.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';
import type { ManagedLine } from '../model.ts';
import Order from '../order/Order.tsx';
import type { OrderStore } from '../store.ts';
import './acting.css';

interface Props {
  manage: OrderStore;
  order: ManagedOrder;
  whatsapp: string;
}

/**
 * Shows the booking of a family to staff in words for staff. They can also open the family's page, which says “you” to
 * the family. It is shown in a frame that says whose page it is.
 */
export default function ActingOrder({ manage, order, whatsapp }: Props) {
  const [isShown, setShown] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const name = order.acting_for?.name ?? null;
  return (
    <>
      <section className="acting-bar" aria-label={words.bar(name)}>
        <div className="wrap row">
          <p>
            <b>{words.bar(name)}</b> <span>{words.logged}</span>
          </p>
          <ButtonLink kind="line" small href={orderPath(order.order_id)}>
            {words.order}
          </ButtonLink>
        </div>
      </section>
      <div className="wrap column manage-screen stack gap-6">
        <header className="stack gap-2">
          <p className="kick">
            <Verbatim>{order.number}</Verbatim>
          </p>
          <h1 ref={heading} tabIndex={-1}>
            {words.title(name)}
          </h1>
          <p className="lead">{words.lead}</p>
        </header>
        <ul className="acting-lines">
          {order.lines.map((line) => (
            <Line key={line.line_id} line={line} />
          ))}
        </ul>
        <div className="row">
          <Button kind="line" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? words.hide : words.show}
          </Button>
          <a href={`${paths.paymentSuccess}?order=${order.secret}`}>{words.receipt}</a>
        </div>
      </div>
      {isShown && (
        <section className="acting-frame" aria-label={words.frame(name)}>
          <p className="wrap">{words.frame(name)}</p>
          <Order manage={manage} order={order} whatsapp={whatsapp} />
        </section>
      )}
    </>
  );
}

function Line({ line }: { line: ManagedLine }) {
  const placeId = line.camp?.camp_id ?? line.session?.session_id;
  const isOpen = line.status === 'placed' || line.status === 'credit';
  return (
    <li className="card stack gap-1.5">
      <p>
        <b>{[line.child_name, line.title].filter(Boolean).join(', ')}</b>{' '}
        <span className={`manage-status ${line.status}`}>{words.states[line.status]}</span>
      </p>
      <p>{whenOf(line)}</p>
      {isOpen && <p>{words.refund(line)}</p>}
      {isOpen && placeId !== undefined && <p>{words.move(line)}</p>}
      {placeId !== undefined && <a href={schedulePath(placeId)}>{words.schedule}</a>}
    </li>
  );
}

function whenOf({ camp, session }: ManagedLine): string | null {
  if (camp) return `${formatDays(camp.start_date, camp.end_date)}, ${camp.location_name}`;
  return session ? `${formatMoment(session.starts_at)}, ${session.location_name}` : null;
}
