import { useStore } from '@nanostores/react';
import type { CSSProperties } from 'react';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import campPicture from '#assets/mascot/head.svg?url';
import { formatDate } from '#domain/dates.ts';
import { teamBadges } from '#ui/avatars.ts';
import { selectionMessages } from '#ui/kit/messages.ts';
import { isWithShift } from '#ui/kit/selection.ts';
import { ratioWarning } from '#ui/staff/coach-ratio.ts';
import { inPage } from '#ui/in-page.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { itemMessages, weekMessages } from '../messages.ts';
import { canCancel, columnsOf, itemsOf, type Week } from '../model.ts';
import type { ScheduleStore } from '../store.ts';

interface Props {
  schedule: ScheduleStore;
  detail: ItemDetailsStore;
  week: Week;
  today: string;
}

/** Shows a week. Days without sessions are narrow, to leave space for the others. */
export function WeekGrid({ schedule, detail, week, today }: Props) {
  const columns = columnsOf(week).map((width) => `minmax(0, ${width}fr)`);
  const shownItems = itemsOf(week);
  const style: Record<string, string> = { '--week': columns.join(' ') };
  return (
    <div className="week" style={style}>
      {week.camps.length > 0 && (
        <section className="week-camps" aria-label={weekMessages.camps}>
          {week.camps.map(({ camp, from, until }) => (
            <ItemCard
              key={camp.id}
              schedule={schedule}
              detail={detail}
              item={camp}
              shown={shownItems}
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
            <SelectDay schedule={schedule} day={day} sessions={sessions} />
            {sessions.map((session) => (
              <ItemCard
                key={session.id}
                schedule={schedule}
                detail={detail}
                item={session}
                shown={shownItems}
              />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

function SelectDay({
  schedule,
  day,
  sessions,
}: {
  schedule: ScheduleStore;
  day: string;
  sessions: readonly ScheduleItem[];
}) {
  const { selection } = schedule;
  const isSelecting = useStore(schedule.$isSelecting);
  useStore(selection.$ids);
  if (!isSelecting || !sessions.some(canCancel)) return null;
  return (
    <label className="select-day">
      <input
        type="checkbox"
        checked={selection.isAll(sessions)}
        onChange={() => selection.toggleAll(sessions)}
      />
      {weekMessages.allOf(day)}
    </label>
  );
}

interface CardProps {
  schedule: ScheduleStore;
  detail: ItemDetailsStore;
  item: ScheduleItem;
  /** Selecting a range needs all items in their order on the screen. */
  shown: readonly ScheduleItem[];
  style?: CSSProperties;
}

function ItemCard({ schedule, detail, item, shown, style }: CardProps) {
  const isSelecting = useStore(schedule.$isSelecting);
  const selectedIds = useStore(schedule.selection.$ids);
  const hours = weekMessages.hours(item);
  const ratio = ratioWarning(item);
  const timeText = item.kind === 'camp' ? weekMessages.days(item) : hours;
  return (
    <article
      className={['schedule-card', item.is_cancelled_by_us && 'off', item.kind].filter(Boolean).join(' ')}
      style={style}
    >
      {isSelecting && canCancel(item) && (
        <label className="select-item">
          <input
            type="checkbox"
            aria-label={selectionMessages.row(`${item.title}, ${timeText}`)}
            checked={selectedIds.has(item.id)}
            onChange={({ nativeEvent }) =>
              schedule.selection.toggle(item, isWithShift(nativeEvent) ? shown : [])
            }
          />
        </label>
      )}
      <a href={schedule.hrefOf({ place: item.id })} onClick={inPage(() => detail.open(item.id))}>
        <img src={item.team ? teamBadges[item.team] : campPicture} width="28" height="28" alt="" />
        <span className="what">
          <b>{timeText}</b>
          <span>{item.title}</span>
          <small>
            {item.location} · {itemMessages.coaches(item.coaches)}
          </small>
        </span>
      </a>
      {item.is_cancelled_by_us ? (
        <p className="how">{weekMessages.cancelled(item.reason)}</p>
      ) : (
        <>
          <FillBar item={item} />
          <p className="how">
            <b className="numbers">{weekMessages.fill(item)}</b>
            {item.cancelled_days.length > 0 && (
              <span className="tag bad">{weekMessages.cancelledDays(item.cancelled_days)}</span>
            )}
            {ratio && <span className="tag warn">{ratio.short}</span>}
            {item.waiting > 0 && <span className="tag warn">{weekMessages.waiting(item.waiting)}</span>}
            {item.has_begun && <span className="tag">{weekMessages.started}</span>}
            {!item.is_on_sale && !item.has_begun && <span className="tag">{weekMessages.notOnSale}</span>}
          </p>
        </>
      )}
    </article>
  );
}

function FillBar({ item: { booked, taken, capacity } }: { item: ScheduleItem }) {
  const shareOf = (count: number) => `${capacity === 0 ? 100 : Math.min(100, (100 * count) / capacity)}%`;
  return (
    <span className="fill-bar" aria-hidden="true">
      <i className="held" style={{ width: shareOf(taken) }} />
      <i style={{ width: shareOf(booked) }} />
    </span>
  );
}
