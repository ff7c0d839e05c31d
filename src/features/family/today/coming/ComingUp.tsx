import { rideMessage } from '#contract/camp-day.ts';
import { formatDate, formatDays } from '#contract/format.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatHours } from '#domain/dates.ts';
import noBookings from '#assets/empty/no-bookings.svg?url';
import { managePath, paths } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { failedMessages } from '#ui/failed/messages.ts';
import { Notice } from '#ui/Notice.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { showToast } from '#ui/toast.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import { downloadAppointment } from '../calendar.ts';
import { AbsencePanel } from './AbsencePanel.tsx';
import { CannotComePanel } from './CannotComePanel.tsx';
import { type Content, mapOf } from '../content.ts';
import { absenceMessages, comingName, comingMessages, messages } from '../messages.ts';
import { type Appointment, openDays } from '../model.ts';
import type { Today } from '../store.ts';

const FIRST = 5;

interface Props {
  today: Today;
  names: readonly string[];
  coming: readonly Appointment[];
  now: number;
  content: Content;
}

export function ComingUp({ today, names, coming, now, content }: Props) {
  const outcome = useStore(today.$outcome);
  const [showsAll, setShowsAll] = useState(false);
  const shownItems = showsAll ? coming : coming.slice(0, FIRST);
  return (
    <section aria-labelledby="coming">
      <div className="head-row">
        <h2 id="coming">{messages.coming}</h2>
        <span className="links">
          <a href={paths.familyWeek}>{messages.week}</a>
          <a href={`${paths.familyPrivacy}#calendar`}>{messages.calendar}</a>
        </span>
      </div>
      {outcome?.section === 'coming' && (
        <div className="mb-3">
          <Notice tone={outcome.tone}>
            <WithNames text={outcome.text} names={names} />
          </Notice>
        </div>
      )}
      {coming.length === 0 ? (
        <EmptyState
          picture={noBookings}
          title={messages.noComing}
          actions={
            <ButtonLink small href={paths.familyBook}>
              {messages.book}
            </ButtonLink>
          }
        />
      ) : (
        <ul className="coming numbers">
          {shownItems.map((booking) => (
            <Appointment
              key={booking.kind + booking.id}
              today={today}
              now={now}
              content={content}
              coming={booking}
            />
          ))}
        </ul>
      )}
      {shownItems.length < coming.length && (
        <button type="button" className="text-button mt-2" onClick={() => setShowsAll(true)}>
          {messages.showAll(coming.length)}
        </button>
      )}
    </section>
  );
}

function Appointment({
  today,
  coming,
  now,
  content,
}: Omit<Props, 'coming' | 'names'> & { coming: Appointment }) {
  const panel = useStore(today.$panel);
  const {
    kind,
    id,
    child,
    title,
    startsAt,
    endsAt,
    firstDay,
    cancelledByUs,
    coach,
    usesCredit,
    place,
    absentDays,
  } = coming;
  const [weekday, day, month] = formatDate(firstDay).split(' ');
  const isOpen = panel?.bookingId === id;
  const about = [coach, usesCredit && comingMessages.usesCredit].filter(Boolean).join(' · ');
  return (
    <li className={cancelledByUs ? 'cancelled-by-us' : kind === 'camp' ? 'camp' : undefined}>
      <div className="day-stone" aria-hidden="true">
        {weekday}
        <b>{day}</b>
        {month}
      </div>
      <div>
        <h3>
          <Verbatim>{child}</Verbatim> · {kind === 'camp' ? title : formatHours(startsAt, endsAt)}
        </h3>
        <p>
          <span className="sr-only">{formatDate(firstDay)}. </span>
          {kind === 'camp' ? campDays(coming) : `${title}, ${place}`}
        </p>
        <p>{kind === 'camp' ? place : about}</p>
        {coming.rides && !cancelledByUs && <p>{rideMessage({ comes: false, rides: true })}</p>}
        {cancelledByUs && (
          <p>
            {kind === 'camp' && coming.orderId !== null
              ? comingMessages.cancelledByUsCamp
              : comingMessages.cancelledByUs}
          </p>
        )}
        {!cancelledByUs &&
          coming.cancelledDays.map((cancelled) => (
            <p key={cancelled.day}>{absenceMessages.noCamp(cancelled)}</p>
          ))}
        {!cancelledByUs && absentDays.length > 0 && <p>{absenceMessages.days(absentDays)}</p>}
        {!isOpen && <Links today={today} coming={coming} now={now} content={content} />}
      </div>
      {isOpen &&
        (kind === 'camp' ? (
          <AbsencePanel today={today} coming={coming} now={now} />
        ) : (
          <CannotComePanel today={today} coming={coming} now={now} step={panel.step} />
        ))}
    </li>
  );
}

const campDays = ({ firstDay, lastDay, startsAt, endsAt }: Appointment) =>
  `${formatDays(firstDay, lastDay)}, ${formatHours(startsAt, endsAt)}`;

function Links({
  today,
  coming,
  now,
  content,
}: Pick<Props, 'today' | 'now' | 'content'> & { coming: Appointment }) {
  const { kind, id, cancelledByUs, orderId } = coming;
  const map = coming.rides ? null : mapOf(content, coming);
  const hiddenName = <span className="sr-only">: {comingName(coming)}</span>;
  return (
    <p className="links">
      {map && !cancelledByUs && (
        <a href={map} target="_blank" rel="noopener">
          {comingMessages.map}
          {hiddenName}
        </a>
      )}
      {!cancelledByUs && (
        <button
          type="button"
          onClick={() => void downloadAppointment(coming).catch(() => showToast(failedMessages.load))}
        >
          {comingMessages.calendar}
          {hiddenName}
        </button>
      )}
      {kind === 'session' && !cancelledByUs && (
        <button type="button" onClick={() => today.openPanel(id)}>
          {comingMessages.cannot}
          {hiddenName}
        </button>
      )}
      {kind === 'camp' && !cancelledByUs && openDays(coming, now).length > 0 && (
        <button type="button" onClick={() => today.openPanel(id)}>
          {absenceMessages.open}
          {hiddenName}
        </button>
      )}
      {orderId !== null && (
        <a href={managePath(orderId)}>
          {comingMessages.order}
          {hiddenName}
        </a>
      )}
    </p>
  );
}
