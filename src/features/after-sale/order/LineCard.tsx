import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import { formatClock, formatDate, formatMoment, formatTime } from '#domain/dates.ts';
import { campHoursMessage, extendedDayMessage, rideMessage, travelOf } from '#contract/camp-day.ts';
import { formatDays } from '#contract/format.ts';
import { placeMessage } from '#contract/place-names.ts';
import { formatMoney } from '#domain/money.ts';
import { refundNotes } from '#contract/refund-notes.ts';
import { refundRows } from '#domain/refunds.ts';
import { Button } from '#ui/Button.tsx';
import { RefundTable } from '#ui/RefundTable.tsx';
import { Verbatim } from '#ui/Verbatim.tsx';
import { CancelPanel } from './CancelPanel.tsx';
import { cancelMessages, orderMessages, placeMessages, statusMessages } from './messages.ts';
import { isCancelledByUs, isCamp, type ManagedLine, usedOf } from '../model.ts';
import { MovePanel } from '../move/MovePanel.tsx';
import { moveMessages } from '../move/messages.ts';
import { passOf } from '../pass/pass.ts';
import { PassCard } from '../pass/PassCard.tsx';
import type { OrderStore } from '../store.ts';

const AbsencePanel = lazy(withLoadError(() => import('./AbsencePanel.tsx')));

interface Props {
  manage: OrderStore;
  line: ManagedLine;
  number: string;
  help: string;
}

export function LineCard({ manage, line, number, help }: Props) {
  const pass = passOf(line);
  const usedSessions = usedOf(line);
  const panel = useStore(manage.$panel);
  const openAction = panel?.lineId === line.line_id ? panel.action : null;
  const id = `line-${line.line_id}`;
  return (
    <section className={`card manage-line ${line.status}`} aria-labelledby={id}>
      <Facts line={line} id={id} dated={(pass === null && usedSessions === 0) || isCancelledByUs(line)} />
      {isCancelledByUs(line) && (
        <p className="manage-rule">
          {line.camp || line.sessions === 1 ? moveMessages.cancelledByUs : moveMessages.classCancelledByUs}
        </p>
      )}
      {usedSessions > 0 && line.pass && (
        <p className="manage-rule">{cancelMessages.used(usedSessions, line.pass.sessions_total)}</p>
      )}
      {line.moved_to && (
        <p className="manage-rule">{placeMessages.movedTo(placeMessage({ camp: line.moved_to }))}</p>
      )}
      {line.status === 'credit' && <p className="manage-rule">{placeMessages.waiting}</p>}
      {line.status === 'placed' && !line.session && !line.camp && !line.pass?.bookings.length && (
        <p className="manage-rule">{placeMessages.passWaiting}</p>
      )}
      {pass && <PassCard manage={manage} line={line} pass={pass} number={number} help={help} />}
      {openAction !== 'move' && openAction !== 'place' && openAction !== 'absence' && (
        <RefundTable rows={refundRows(line.refund_steps)} notes={refundNotes(line)} />
      )}
      {openAction === null && <Actions manage={manage} line={line} labelledBy={id} help={help} />}
      {openAction === null && line.absence && <Absence manage={manage} line={line} labelledBy={id} />}
      {openAction === 'absence' && (
        <Suspense>
          <AbsencePanel manage={manage} line={line} />
        </Suspense>
      )}
      {openAction === 'cancel' && line.can.cancel && (
        <CancelPanel
          manage={manage}
          lines={[line]}
          title={pass ? cancelMessages.titlePass : cancelMessages.title}
          rule={line.cancellation}
        />
      )}
      {(openAction === 'move' || openAction === 'place') && (
        <MovePanel manage={manage} line={line} action={openAction} />
      )}
    </section>
  );
}

/**
 * Shows the facts of a line. If `dated` is false, the session is left out, because a list of the pass's sessions
 * already shows it.
 */
export function Facts({ line, id, dated = true }: { line: ManagedLine; id: string; dated?: boolean }) {
  const { session, camp } = line;
  const status = isCancelledByUs(line) ? 'off' : line.moved_to ? 'moved' : line.status;
  return (
    <div className="manage-facts stack gap-2">
      <p className={`manage-status ${status}`}>{statusMessages[status]}</p>
      <h2 id={id}>
        {line.child_name && (
          <>
            <Verbatim>{line.child_name}</Verbatim>:{' '}
          </>
        )}
        {line.title}
      </h2>
      {session && dated && (
        <p>
          <b>
            {formatDate(session.session_date)}, {formatTime(session.session_time)} to{' '}
            {formatClock(session.ends_at)}
          </b>
          <br />
          {session.class_type}, {session.location_name}
        </p>
      )}
      {camp && (
        <p>
          <b>{formatDays(camp.start_date, camp.end_date)}</b>
          <br />
          {campHoursMessage(camp)} each day, {camp.location_name}
          {line.transport && `, ${line.transport.title}`}
          {camp.extended_day && (
            <>
              <br />
              {extendedDayMessage(camp, travelOf([line]))}
            </>
          )}
          {line.transport && (
            <>
              <br />
              {rideMessage(travelOf([line]))}
            </>
          )}
        </p>
      )}
      <p className="numbers">
        {formatMoney(line.status === 'placed' ? (line.balance_cents ?? line.total_cents) : line.total_cents)}
      </p>
    </div>
  );
}

function Absence({ manage, line, labelledBy }: Omit<ActionsProps, 'help'>) {
  const days = line.absence?.absent_days ?? [];
  return (
    <>
      {days.length > 0 && <p className="manage-rule">{orderMessages.awayOn(days)}</p>}
      <div className="row">
        <Button
          kind="line"
          small
          aria-describedby={labelledBy}
          onClick={() => manage.openPanel({ lineId: line.line_id, action: 'absence' })}
        >
          {orderMessages.absence}
        </Button>
      </div>
    </>
  );
}

export function MoveOver({ line, help }: { line: ManagedLine; help: string }) {
  const { can } = line;
  if (!can.move_over) return null;
  return (
    <p className="manage-rule">
      {moveMessages.deadlinePassed(formatMoment(can.move_over), dayOf(line))}{' '}
      <a href={help} target="_blank" rel="noopener">
        {moveMessages.overHelp}
      </a>
      {moveMessages.overText}
    </p>
  );
}

const dayOf = ({ session, sessions }: ManagedLine) =>
  session && sessions !== 1 ? formatDate(session.session_date) : null;

interface ActionsProps {
  manage: OrderStore;
  line: ManagedLine;
  labelledBy: string;
  help: string;
}

function Actions({ manage, line, labelledBy, help }: ActionsProps) {
  const { can, line_id: lineId, cancellation } = line;
  const place = can.place && isCamp(line);
  if (!can.cancel && !can.move && !place)
    return (
      <>
        <MoveOver line={line} help={help} />
        {line.status === 'placed' && cancellation && <p className="manage-rule">{cancellation}</p>}
      </>
    );
  return (
    <>
      <MoveOver line={line} help={help} />
      {can.move?.until && (
        <p className="manage-rule">{moveMessages.until(formatMoment(can.move.until), dayOf(line))}</p>
      )}
      <div className="row">
        {place && (
          <Button
            kind="solid"
            small
            aria-describedby={labelledBy}
            onClick={() => manage.openPanel({ lineId, action: 'place' })}
          >
            {placeMessages.open}
          </Button>
        )}
        {can.move && (
          <Button
            kind={dayOf(line) === null ? 'solid' : 'line'}
            small
            aria-describedby={labelledBy}
            onClick={() => manage.openPanel({ lineId, action: 'move' })}
          >
            {moveMessages.open(dayOf(line))}
          </Button>
        )}
        {can.cancel && (
          <Button
            kind="line"
            small
            aria-describedby={labelledBy}
            onClick={() => manage.openPanel({ lineId, action: 'cancel' })}
          >
            {passOf(line) ? cancelMessages.openPass : cancelMessages.open}
          </Button>
        )}
      </div>
    </>
  );
}
