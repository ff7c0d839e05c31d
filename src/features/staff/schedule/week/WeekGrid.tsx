import { useStore } from '@nanostores/react';
import type { CSSProperties } from 'react';
import type { SchedulePlace } from '#contract/management-schedule.ts';
import camp from '#assets/mascot/head.svg?url';
import { formatDate } from '#domain/dates.ts';
import { teamBadges } from '#ui/family/faces.ts';
import { placeMessages, weekMessages } from '../messages.ts';
import { canCallOff, type Week } from '../model.ts';
import type { PlaceStore } from '../place/detail.ts';
import type { ScheduleStore } from '../store.ts';

interface Props {
  schedule: ScheduleStore;
  place: PlaceStore;
  week: Week;
  today: string;
}

/** Columns of days without sessions are narrow, to leave space for the others. */
export function WeekGrid({ schedule, place, week, today }: Props) {
  const columns = week.days.map(({ sessions }) =>
    sessions.length > 0 ? 'minmax(0, 3fr)' : 'minmax(0, 1fr)',
  );
  const style: Record<string, string> = { '--week': columns.join(' ') };
  return (
    <div className="week" style={style}>
      {week.camps.length > 0 && (
        <section className="week-camps" aria-label={weekMessages.camps}>
          {week.camps.map(({ camp: one, from, until }) => (
            <Card
              key={one.id}
              schedule={schedule}
              place={place}
              one={one}
              style={{ '--from': from, '--until': until } as CSSProperties}
            />
          ))}
        </section>
      )}
      <div className="week-days">
        {week.days.map(({ day, sessions }) => (
          <section
            key={day}
            className={sessions.length === 0 ? 'week-day is-free' : 'week-day'}
            aria-labelledby={`day-${day}`}
          >
            <h2 id={`day-${day}`} aria-current={day === today ? 'date' : undefined}>
              {formatDate(day, { year: false })}
            </h2>
            <WholeDay schedule={schedule} day={day} sessions={sessions} />
            {sessions.map((one) => (
              <Card key={one.id} schedule={schedule} place={place} one={one} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function WholeDay({
  schedule,
  day,
  sessions,
}: {
  schedule: ScheduleStore;
  day: string;
  sessions: readonly SchedulePlace[];
}) {
  const chosen = useStore(schedule.$chosen);
  const can = sessions.filter(canCallOff);
  if (chosen === null || can.length === 0) return null;
  return (
    <label className="whole-day">
      <input
        type="checkbox"
        checked={can.every(({ id }) => chosen.has(id))}
        onChange={() => schedule.toggleAll(can)}
      />
      {weekMessages.allOf(day)}
    </label>
  );
}

interface CardProps {
  schedule: ScheduleStore;
  place: PlaceStore;
  one: SchedulePlace;
  style?: CSSProperties;
}

function Card({ schedule, place, one, style }: CardProps) {
  const chosen = useStore(schedule.$chosen);
  const hours = weekMessages.hours(one);
  const when = one.kind === 'camp' ? weekMessages.days(one) : hours;
  return (
    <article
      className={['place-card', one.is_cancelled_by_us && 'off', one.kind].filter(Boolean).join(' ')}
      style={style}
    >
      {chosen !== null && canCallOff(one) && (
        <label className="place-pick">
          <input
            type="checkbox"
            aria-label={weekMessages.choose(one.title, when)}
            checked={chosen.has(one.id)}
            onChange={({ target }) => schedule.choose(one.id, target.checked)}
          />
        </label>
      )}
      <a
        href={schedule.hrefOf({ place: one.id })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          place.open(one.id);
        }}
      >
        <img src={one.team ? teamBadges[one.team] : camp} width="28" height="28" alt="" />
        <span className="what">
          <b>{when}</b>
          <span>{one.title}</span>
          <small>
            {one.location} · {placeMessages.coaches(one.coaches)}
          </small>
        </span>
      </a>
      {one.is_cancelled_by_us ? (
        <p className="how">{weekMessages.off(one.reason)}</p>
      ) : (
        <>
          <Bar one={one} />
          <p className="how">
            <b className="numbers">{weekMessages.fill(one)}</b>
            {one.waiting > 0 && <span className="tag warn">{weekMessages.waiting(one.waiting)}</span>}
            {one.has_begun && <span className="tag">{weekMessages.begun}</span>}
            {!one.is_on_sale && !one.has_begun && <span className="tag">{weekMessages.notOnSale}</span>}
          </p>
        </>
      )}
    </article>
  );
}

function Bar({ one: { booked, taken, capacity } }: { one: SchedulePlace }) {
  const part = (count: number) => `${capacity === 0 ? 100 : Math.min(100, (100 * count) / capacity)}%`;
  return (
    <span className="fill-bar" aria-hidden="true">
      <i className="held" style={{ width: part(taken) }} />
      <i style={{ width: part(booked) }} />
    </span>
  );
}
