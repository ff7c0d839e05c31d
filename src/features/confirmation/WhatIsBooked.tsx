import type { OrderLineView, OrderView } from '#contract/orders.ts';
import type { ReactNode } from 'react';
import { formatClock, formatDate, formatTime } from '../../lib/dates.ts';
import { Icon } from '../../ui/Icon.tsx';
import { calendar, card, kids, pin, undo, user } from '../../ui/icons.ts';

export function WhatIsBooked({ order }: { order: OrderView }) {
  return (
    <section>
      <h2>What is booked</h2>
      {order.lines.map((line, index) => (
        <div key={index} className="card ticket">
          <Line line={line} />
        </div>
      ))}
    </section>
  );
}

function Line({ line }: { line: OrderLineView }) {
  const { session } = line;
  return (
    <>
      {session && (
        <>
          <Row icon={calendar} title={formatDate(session.session_date)}>
            {formatTime(session.session_time)} to {formatClock(session.ends_at)}, Singapore time
          </Row>
          <Row icon={kids} title={session.class_type}>
            {line.child_name}
          </Row>
          <Row icon={pin} title={session.location_name}>
            {session.location_address}
          </Row>
          {session.coach_name && (
            <Row icon={user} title={session.coach_name}>
              Your coach
            </Row>
          )}
        </>
      )}
      <Row icon={card} title={line.title}>
        {line.sessions !== null && (line.sessions === 1 ? '1 session' : `${line.sessions} sessions`)}
        {line.validity_days !== null && `, valid for ${line.validity_days} days`}
      </Row>
      {line.cancellation && (
        <Row icon={undo} title="If plans change">
          {line.cancellation}
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
