import type { ManagedOrder } from '#contract/after-sale.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { paths } from '#config/paths.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chat } from '#ui/icons.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import { CancelPanel } from './CancelPanel.tsx';
import { Children } from '../child/Children.tsx';
import { Instalments } from './Instalments.tsx';
import { LateChoice } from './LateChoice.tsx';
import { LineCard } from './LineCard.tsx';
import { messages } from '../messages.ts';
import { cancellable, choiceGroups, type ManagedLine } from '../model.ts';
import { Note } from '../Note.tsx';
import { isOpen } from '../pass/pass.ts';
import { Refunds } from './Refunds.tsx';
import { cancelMessages, orderMessages } from './messages.ts';
import { RenewalCard } from '../renewal/RenewalCard.tsx';
import type { OrderStore } from '../store.ts';

interface Props {
  manage: OrderStore;
  order: ManagedOrder;
  whatsapp: string;
}

export default function Order({ manage, order, whatsapp }: Props) {
  const panel = useStore(manage.$panel);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const help = whatsappLink(whatsapp, orderMessages.helpText(order.number));
  const groups = choiceGroups(order);
  const all = cancellable(order);
  const asksForAll = panel?.action === 'cancel' && panel.lineId === null;
  return (
    <div className="wrap column manage-screen stack gap-6">
      <header className="stack gap-3">
        <p className="kick">
          {orderMessages.order} <Verbatim>{order.number}</Verbatim>
        </p>
        <h1 ref={title} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className="lead">{orderLead(order)}</p>
      </header>
      <Note manage={manage} help={help} names={order.lines.flatMap(({ child_name }) => child_name ?? [])} />
      {order.instalments && <Instalments manage={manage} plan={order.instalments} />}
      {groups.map((lines) => (
        <LateChoice key={lines[0]?.line_id} manage={manage} order={order} lines={lines} />
      ))}
      {order.lines
        .filter(({ status }) => status !== 'needs_choice')
        .map((line) => (
          <LineCard key={line.line_id} manage={manage} line={line} number={order.number} help={help} />
        ))}
      {all.lineIds.length > 1 &&
        (asksForAll ? (
          <section className="card manage-line">
            <CancelPanel
              manage={manage}
              lines={order.lines}
              all={order.cancel_all}
              title={cancelMessages.titleAll}
            />
          </section>
        ) : (
          <div>
            <Button kind="line" small onClick={() => manage.openPanel({ lineId: null, action: 'cancel' })}>
              {cancelMessages.openAll}
            </Button>
          </div>
        ))}
      {order.paid_at !== null && order.lines.some(({ renews }) => renews) && <RenewalCard manage={manage} />}
      {order.paid_at !== null && (
        <Children
          manage={manage}
          // While a part waits for a choice, only children who have a place have a record.
          lines={order.must_choose ? order.lines.filter(({ status }) => status === 'placed') : order.lines}
          known={order.known}
        />
      )}
      <Refunds refunds={order.refunds} lines={order.lines} />
      <footer className="manage-foot">
        <p>{orderMessages.details}</p>
        <div className="row">
          <ButtonLink kind="line" small href={help} target="_blank" rel="noopener">
            <Icon path={chat} />
            {messages.help}
          </ButtonLink>
          <a href={`${paths.paymentSuccess}?order=${order.secret}`}>{orderMessages.receipt}</a>
        </div>
      </footer>
    </div>
  );
}

function orderLead({ paid_at, must_choose, lines }: ManagedOrder): string {
  if (paid_at === null) return orderMessages.noLongerPaid;
  if (must_choose) return orderMessages.leadChoice;
  const changes = ({ renews, can }: ManagedLine) => renews || can.place || can.move !== null;
  if (lines.some((line) => changes(line) || isOpen(line))) return orderMessages.lead;
  if (lines.some(({ can }) => can.cancel)) return orderMessages.leadCancel;
  return lines.some(({ absence }) => absence) ? orderMessages.leadAbsence : orderMessages.leadClosed;
}
