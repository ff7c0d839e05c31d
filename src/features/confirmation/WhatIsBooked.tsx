import { collectorNames } from '#contract/collectors.ts';
import { listLocale } from '#config/language.ts';
import { campHoursMessage, extendedDayMessage, rideMessage, travelOf } from '#contract/camp-day.ts';
import { formatDay, formatDays, formatSessions } from '#contract/format.ts';
import type { OrderLineView, OrderView } from '#contract/orders.ts';
import type { ReactNode } from 'react';
import { formatClock, formatDate, formatTime } from '#domain/dates.ts';
import { refundNotes } from '#contract/refund-notes.ts';
import { refundRows } from '#domain/refunds.ts';
import { Icon } from '#ui/Icon.tsx';
import { RefundTable } from '#ui/RefundTable.tsx';
import { calendar, card, home, kids, pin, refresh, undo, user, van } from '#ui/icons.ts';
import { WithNames } from '#ui/WithNames.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { messages } from './messages.ts';
import { type BookedItem, placesOf } from './model.ts';

export function WhatIsBooked({ order }: { order: OrderView }) {
  return (
    <section className="confirmation-tickets stack gap-4.5">
      <h2>What is booked</h2>
      {placesOf(order).map((place) => (
        <div key={place.lines[0]?.line_id} className="card confirmation-ticket">
          <Ticket place={place} collectors={order.collectors} />
        </div>
      ))}
    </section>
  );
}

function Ticket({
  place: { session, camp, lines },
  collectors,
}: {
  place: BookedItem;
  collectors: OrderView['collectors'];
}) {
  const rules = [...new Set(lines.map(({ cancellation }) => cancellation).filter((rule) => rule !== null))];
  const rides = [...new Set(lines.flatMap(({ transport }) => (transport ? [transport.title] : [])))];
  const travel = travelOf(lines);
  const place = session ?? camp;
  return (
    <>
      {session && (
        <Row icon={calendar} title={formatDate(session.session_date)}>
          {formatTime(session.session_time)} to {formatClock(session.ends_at)}, Singapore time
        </Row>
      )}
      {camp && (
        <Row icon={calendar} title={formatDays(camp.start_date, camp.end_date)}>
          {[`${campHoursMessage(camp)} each day, Singapore time.`, extendedDayMessage(camp, travel)]
            .filter(Boolean)
            .join(' ')}
        </Row>
      )}
      {place && (
        <>
          <Row icon={kids} title={session?.class_type ?? camp?.name ?? ''}>
            <Verbatim>{namesOfChildren(lines)}</Verbatim>
          </Row>
          <Row icon={pin} title={place.location_name}>
            {travel.comes && <Verbatim>{place.location_address}</Verbatim>}
          </Row>
          {travel.rides && (
            <Row icon={van} title={rides.join(' and ')}>
              {travel.comes && (
                <>
                  <Verbatim>{namesOf(lines.filter(({ transport }) => transport))}</Verbatim>.{' '}
                </>
              )}
              {rideMessage(travel)}
            </Row>
          )}
        </>
      )}
      {place && collectors && (
        <Row icon={home} title={messages.collect.title}>
          <WithNames
            text={messages.collect.text(collectorNames(collectors))}
            names={collectors.map(({ name }) => name)}
          />
        </Row>
      )}
      {session?.coach_name && (
        <Row icon={user} title={session.coach_name}>
          Your coach
        </Row>
      )}
      {!camp &&
        lines.map((line) => (
          <Bought key={line.line_id} line={line} name={place ? null : namesOfChildren([line])} />
        ))}
      {rules.map((rule) => (
        <Row key={rule} icon={undo} title="If plans change">
          {rule}
        </Row>
      ))}
      {/* If there are several children, the refunds differ, and the e-mail lists them one by one. */}
      {lines.length === 1 &&
        lines.map((line) => (
          <RefundTable key={line.line_id} rows={refundRows(line.refund_steps)} notes={refundNotes(line)} />
        ))}
    </>
  );
}

const listFormat = new Intl.ListFormat(listLocale);

const namesOf = (lines: readonly OrderLineView[]) =>
  listFormat.format(new Set(lines.map(({ child_name }) => child_name).filter((name) => name !== null)));

/**
 * Returns the names of the children. Birth dates are added while the order still has them, so that a parent notices a
 * mistake, e.g. `Kai (born 1 May 2018)`.
 */
const namesOfChildren = (lines: readonly OrderLineView[]) =>
  listFormat.format(
    new Set(
      lines.flatMap(({ child_name, child_dob }) =>
        child_name === null ? [] : child_dob ? messages.born(child_name, formatDay(child_dob)) : child_name,
      ),
    ),
  );

function Bought({ line, name }: { line: OrderLineView; name: string | null }) {
  const { sessions, validity_days, title, status } = line;
  return (
    <>
      <Row icon={card} title={title}>
        {name && `${name}, `}
        {status === 'credit' && 'credit for later'}
        {sessions !== null && formatSessions(sessions)}
        {validity_days !== null && `, valid for ${validity_days} days`}
      </Row>
      {line.renews && (
        <Row icon={refresh} title="Renews every 4 weeks">
          By card, with {sessions ?? 'new'} new sessions each time, until you stop it.
        </Row>
      )}
    </>
  );
}

function Row({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <div className="ticket-row">
      <Icon path={icon} />
      <div>
        <b>{title}</b>
        <span>{children}</span>
      </div>
    </div>
  );
}
