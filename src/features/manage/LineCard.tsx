import { useStore } from '@nanostores/react';
import { formatClock, formatDate, formatMoment, formatTime } from '../../lib/dates.ts';
import { formatDays } from '#contract/format.ts';
import { formatMoney } from '../../lib/money.ts';
import { Button } from '../../ui/Button.tsx';
import { CancelPanel } from './CancelPanel.tsx';
import { cancelWords, moveWords, placeWords, statusWords } from './messages.ts';
import { isCalledOff, isCamp, type ManagedLine } from './model.ts';
import { MovePanel } from './MovePanel.tsx';
import type { Manage } from './store.ts';

/** One thing bought: who, what, when and where, and what may be done with it now. */
export function LineCard({ manage, line }: { manage: Manage; line: ManagedLine }) {
  const panel = useStore(manage.$panel);
  const here = panel?.lineId === line.line_id ? panel.action : null;
  const id = `line-${line.line_id}`;
  return (
    <section className={`card manage-line ${line.status}`} aria-labelledby={id}>
      <Facts line={line} id={id} />
      {isCalledOff(line) && (
        <p className="manage-rule">
          {line.camp || line.sessions === 1 ? moveWords.calledOff : moveWords.classCalledOff}
        </p>
      )}
      {line.status === 'credit' && <p className="manage-rule">{placeWords.waiting}</p>}
      {line.status === 'placed' && !line.session && !line.camp && (
        <p className="manage-rule">{placeWords.passWaiting}</p>
      )}
      {here === null && <Actions manage={manage} line={line} labelledBy={id} />}
      {here === 'cancel' && line.can.cancel && (
        <CancelPanel
          manage={manage}
          lineIds={[line.line_id]}
          refundCents={line.can.cancel.refund_cents}
          title={cancelWords.title}
          rule={line.cancellation}
          more={
            line.sessions !== null && line.sessions > 1
              ? cancelWords.wholePass(line.sessions, line.can.cancel.refund_cents)
              : null
          }
        />
      )}
      {(here === 'move' || here === 'place') && <MovePanel manage={manage} line={line} action={here} />}
    </section>
  );
}

export function Facts({ line, id }: { line: ManagedLine; id: string }) {
  const { session, camp } = line;
  const status = isCalledOff(line) ? 'off' : line.status;
  return (
    <div className="manage-facts">
      <p className={`manage-status ${status}`}>{statusWords[status]}</p>
      <h2 id={id}>
        {line.child_name && `${line.child_name}: `}
        {line.title}
      </h2>
      {session && (
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
          {formatTime(camp.session_time_start)} to {formatTime(camp.session_time_end)} each day,{' '}
          {camp.location_name}
          {line.transport && `, ${line.transport.title}`}
        </p>
      )}
      <p className="numbers">{formatMoney(line.total_cents)}</p>
    </div>
  );
}

function Actions({ manage, line, labelledBy }: { manage: Manage; line: ManagedLine; labelledBy: string }) {
  const { can, line_id: lineId, cancellation } = line;
  const place = can.place && isCamp(line);
  if (!can.cancel && !can.move && !place)
    return line.status === 'placed' && cancellation ? <p className="manage-rule">{cancellation}</p> : null;
  return (
    <>
      {can.move?.until && <p className="manage-rule">{moveWords.until(formatMoment(can.move.until))}</p>}
      <div className="row">
        {place && (
          <Button
            kind="solid"
            small
            aria-describedby={labelledBy}
            onClick={() => manage.ask({ lineId, action: 'place' })}
          >
            {placeWords.open}
          </Button>
        )}
        {can.move && (
          <Button
            kind="solid"
            small
            aria-describedby={labelledBy}
            onClick={() => manage.ask({ lineId, action: 'move' })}
          >
            {moveWords.open}
          </Button>
        )}
        {can.cancel && (
          <Button
            kind="line"
            small
            aria-describedby={labelledBy}
            onClick={() => manage.ask({ lineId, action: 'cancel' })}
          >
            {cancelWords.open}
          </Button>
        )}
      </div>
    </>
  );
}
