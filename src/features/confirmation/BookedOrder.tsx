import { moreSessionsMessage } from '#contract/more-sessions.ts';
import { listLocale } from '#config/language.ts';
import type { OrderView } from '#contract/orders.ts';
import { useEffect, useRef } from 'react';
import camping from '#assets/mascot/camp.svg?url';
import skating from '#assets/mascot/skate.svg?url';
import { hasSession } from '#browser/has-session.ts';
import { paths } from '#config/paths.ts';
import { formatDate } from '#domain/dates.ts';
import { openRows } from '#domain/instalments.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { calendar, check, print } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { showToast } from '#ui/toast.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { downloadCalendar } from './calendar.ts';
import { AccountCard } from './AccountCard.tsx';
import type { RemainingChoice } from './remaining-choice.ts';
import { type Contact, childrenOf, hasCamp, hasPass, isMove, placesOf, hasRenewal } from './model.ts';
import { ParentsGroup } from './ParentsGroup.tsx';
import { messages, passNext, renewal } from './messages.ts';
import { Receipt } from './Receipt.tsx';
import { UsedTryOuts } from './UsedTryOuts.tsx';
import { WhatIsBooked } from './WhatIsBooked.tsx';
import { toThing, type Words } from './content.ts';

const names = new Intl.ListFormat(listLocale);

interface Props {
  order: OrderView;
  late: boolean;
  next: RemainingChoice | null;
  contact: Contact;
  words: Words;
}

export function BookedOrder({ order, late, next, contact, words }: Props) {
  const children = childrenOf(order);
  const camp = hasCamp(order);
  const moreSessionsText = moreSessionsMessage(order.lines);
  const dated = placesOf(order).some((place) => place.session ?? place.camp);
  const message = dated ? messages.enrolled : messages.passReady;
  const after = camp ? words.camps : words.classes;
  const sentTo = order.mailed_to?.length ? order.mailed_to : null;
  const open = openRows(order);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <section className="confirmation-booked">
        <div className="wrap">
          <div className="booked-copy stack gap-4.5">
            <p className="kick">
              <Icon path={check} />
              {open.length > 0 ? messages.depositPaid : messages.paid} Order{' '}
              <Verbatim>{order.number}</Verbatim>
            </p>
            <h1 ref={title} tabIndex={-1}>
              {isMove(order) ? messages.moved : messages.booked}
            </h1>
            <p className="lead text-ink">
              {children.length > 0 && (
                <WithNames text={`${message(names.format(children), children.length)} `} names={children} />
              )}
              {sentTo && <WithNames text={messages.receipt(names.format(sentTo))} names={sentTo} />}
            </p>
            <div className="row no-print">
              {dated && (
                <Button
                  onClick={() => void downloadCalendar(order).catch(() => showToast(failedMessages.load))}
                >
                  <Icon path={calendar} />
                  Add to calendar
                </Button>
              )}
              <Button kind="line" onClick={() => globalThis.print()}>
                <Icon path={print} />
                Print the receipt
              </Button>
            </div>
          </div>
          <img
            className="no-print"
            src={camp ? camping : skating}
            width="380"
            height="380"
            alt={camp ? messages.campPicture : messages.classPicture}
          />
        </div>
      </section>
      <div className="wrap booked-more">
        <div>
          <UsedTryOuts order={order} />
          {hasPass(order) && <Notice>{messages.activated}</Notice>}
          {moreSessionsText && (
            <Notice>
              {hasSession() ? (
                <>
                  {moreSessionsText}, <a href={paths.familyBook}>{messages.moreSessionsOfMember}</a>.
                </>
              ) : (
                <>
                  {moreSessionsText}: {messages.moreSessions}{' '}
                  <a href={paths.manageBooking}>{messages.moreSessionsLink}</a>.
                </>
              )}
            </Notice>
          )}
          {open.length > 0 && <Notice>{messages.rest(open)}</Notice>}
          {isMove(order) && <Notice>{messages.movedText}</Notice>}
          {late && <Notice>{messages.late}</Notice>}
          {next && (
            <div className="no-print">
              <Notice actions={<ButtonLink href={next.path}>{messages.next.action(next.name)}</ButtonLink>}>
                {messages.next.text(`${next.name}, ${formatDate(next.date)}`)}
              </Notice>
            </div>
          )}
          <WhatIsBooked order={order} />
          {after && (
            <section className="no-print">
              <h2>{after.bringHeading}</h2>
              <ul className="confirmation-bring">
                {after.bring.map(toThing).map(({ name, why }) => (
                  <li key={name}>
                    <b>{name}</b>
                    {why && <span>{why}</span>}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div>
          <ParentsGroup order={order} contact={contact} words={words.group} />
          <Receipt order={order} />
          {order.parent_email !== null && <AccountCard email={order.parent_email} signedIn={hasSession()} />}
          {after && (
            <section className="card no-print grid gap-3">
              <h2 className="small-title">{after.nextHeading}</h2>
              <ul className="ticks">
                {(dated ? after.next.map(({ title, text }) => `${title}: ${text}`) : [passNext]).map(
                  (step) => (
                    <li key={step}>
                      <Icon path={check} />
                      {step}
                    </li>
                  ),
                )}
                {hasRenewal(order) && (
                  <li>
                    <Icon path={check} />
                    {renewal}
                  </li>
                )}
              </ul>
            </section>
          )}
        </div>
      </div>
    </>
  );
}
