import type { DeskOrder } from '#contract/passes.ts';
import { formatDays } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { brand } from '#config/brand.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { formatMoment, formatTime } from '#domain/dates.ts';
import { openRows } from '#domain/instalments.ts';
import { formatMoney, gstRows } from '#domain/money.ts';
import { rungNote } from '#contract/price-notes.ts';
import { providerLines } from '#contract/receipts.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { check } from '#ui/icons.ts';
import { Notice } from '#ui/Notice.tsx';
import { AskParent } from './AskParent.tsx';
import { createParentAnswers, hasAnswered } from './parent-answers.ts';
import { askMessages, soldMessages } from './messages.ts';
import { splitMessages } from './split-messages.ts';
import { paynowMessages } from './paynow-messages.ts';
import { buildReceiptRows, lineNote, receivedMoney, wasSold } from './receipt-rows.ts';
import type { Desk } from './store.ts';

/** Shows the receipt, which can be printed, and the next steps. */
export function Receipt({ desk, order }: { desk: Desk; order: DeskOrder }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [answers] = useState(() => createParentAnswers(order.order_id));
  const isSold = wasSold(order);
  const { isPart, paid, missing } = receivedMoney(order);
  useEffect(() => (isSold ? answers.open() : undefined), [answers, isSold]);
  const children = useStore(answers.$answers);
  const isDone = children?.every(hasAnswered) === true;
  return (
    <div className="desk-sold">
      <h1 ref={heading} tabIndex={-1} className="no-print">
        {isSold ? (
          <span className="tag good">
            <Icon path={check} />
            {soldMessages.title}
          </span>
        ) : (
          <span className="tag bad">{soldMessages.notSold}</span>
        )}{' '}
        {formatMoney(paid)}
      </h1>
      {order.outcome === 'needs_choice' && <Notice tone="warn">{paynowMessages.placeGone}</Notice>}
      {isSold ? (
        <>
          <p className="quiet no-print">{soldMessages.mailed(order.parent_email)}</p>
          <AskParent
            answers={answers}
            parentName={order.parent_name}
            parentEmail={order.parent_email}
            booked={describeBooking(order)}
          />
        </>
      ) : (
        <Notice tone="bad">
          {order.outcome === 'under_review'
            ? splitMessages.underReview
            : soldMessages.toPayBack(formatMoney(paid), desk.isManager)}
        </Notice>
      )}
      <section className="sheet sales-receipt" aria-labelledby="receipt-title">
        <header>
          <h2 id="receipt-title">
            {isPart ? soldMessages.part : soldMessages.receipt}{' '}
            <span className="numbers">{order.number}</span>
          </h2>
          <b>{brand.name}</b>
        </header>
        <p className="receipt-provider">
          {providerLines(order.provider).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p>{soldMessages.to(order.parent_name, order.parent_email)}</p>
        <dl className="desk-sums numbers">
          {order.lines.map((line) => (
            <div key={line.line_id}>
              <dt>
                {line.title}
                <small>
                  {[
                    line.child_name,
                    describeDates(line),
                    rungNote(line.rung_id),
                    line.transport?.title,
                    lineNote(line),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </dt>
              <dd>{formatMoney(line.price_cents)}</dd>
            </div>
          ))}
          {buildReceiptRows(order).map(({ label, cents }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{cents < 0 ? `−${formatMoney(-cents)}` : formatMoney(cents)}</dd>
            </div>
          ))}
          <div className="all">
            <dt>{soldMessages.paid(order.method)}</dt>
            <dd>
              {formatMoney(isPart ? paid : paid - order.balance_part_cents - (order.split?.cents ?? 0))}
            </dd>
          </div>
          {isPart && (
            <div>
              <dt>{soldMessages.missing}</dt>
              <dd>{formatMoney(missing)}</dd>
            </div>
          )}
          {order.split && (
            <div className="all">
              <dt>{soldMessages.paid(order.split.method)}</dt>
              <dd>{formatMoney(order.split.cents)}</dd>
            </div>
          )}
          {order.balance_part_cents > 0 && (
            <div className="all">
              <dt>{soldMessages.paid('balance')}</dt>
              <dd>{formatMoney(order.balance_part_cents)}</dd>
            </div>
          )}
          {openRows(order).map(({ label, amount }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
          {gstRows(isPart ? null : order.gst).map(({ label, amount }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
        <p className="quiet">
          {[
            order.paid_at !== null && formatMoment(order.paid_at),
            order.seller && soldMessages.seller(order.seller),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </section>
      {isSold && !isDone && <p className="ask-later no-print">{askMessages.later}</p>}
      <div className="row no-print">
        <Button kind={isDone || !isSold ? 'solid' : 'line'} onClick={desk.startNextSale}>
          {isDone || !isSold ? soldMessages.next : soldMessages.later}
        </Button>
        {!isPart && (
          <Button kind="line" onClick={() => print()}>
            {soldMessages.print}
          </Button>
        )}
        {desk.isManager && (
          <ButtonLink kind="line" href={`${staffPaths.managementOrders}?order=${order.order_id}`}>
            {soldMessages.openOrder}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** Returns for example "Kai, Spark Camp, 7 – 9 Dec 2026, Bishan; …". */
const describeBooking = ({ lines }: DeskOrder): string =>
  lines
    .filter(({ status }) => status !== 'cancelled')
    .map((line) => [line.child_name, line.title, describeDates(line)].filter(Boolean).join(', '))
    .join('; ');

function describeDates({ session, camp }: DeskOrder['lines'][number]): string | null {
  if (camp) return `${formatDays(camp.start_date, camp.end_date)}, ${camp.location_name}`;
  if (!session) return null;
  const { session_date, session_time, location_name } = session;
  return `${formatDays(session_date, session_date)}, ${formatTime(session_time)}, ${location_name}`;
}
