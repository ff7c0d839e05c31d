import { useStore } from '@nanostores/react';
import type { CSSProperties } from 'react';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { formatDate } from '#domain/dates.ts';
import { Notice } from '#ui/Notice.tsx';
import { NotLoaded } from '#ui/staff/NotLoaded.tsx';
import { ScreenWaiting } from '#ui/staff/ScreenWaiting.tsx';
import { inPage } from '#ui/in-page.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import { messages, monthMessages, weekMessages } from '../messages.ts';
import { fillOf, itemsOf, monthOf, type Week } from '../model.ts';
import type { ScheduleStore, View } from '../store.ts';
import { GoToDay, LocationFilter, Steps } from './WeekHead.tsx';
import './month.css';

interface Props {
  schedule: ScheduleStore;
  detail: ItemDetailsStore;
}

export function MonthView(props: Props) {
  const view = useStore(props.schedule.$view);
  if (view.state === 'ready') return <ReadyMonth {...props} view={view} />;
  if (view.state === 'loading')
    return (
      <ScreenWaiting
        title={messages.title}
        label={messages.loading}
        className="schedule-waiting stack"
        bars={['title', 'bar', 'grid']}
      />
    );
  return <NotLoaded title={messages.failed} onRetry={() => void props.schedule.retry()} />;
}

function ReadyMonth({ schedule, detail, view }: Props & { view: Extract<View, { state: 'ready' }> }) {
  const month = useStore(schedule.$month);
  const location = useStore(schedule.$location);
  const { places: items, today } = view.schedule;
  const weeks = monthOf(month, items, location);
  // Weekdays with sessions need more space than those with only camps.
  const columns = Array.from({ length: 7 }, (_, index) =>
    weeks.some(({ days }) => (days[index]?.sessions.length ?? 0) > 0) ? 'minmax(0, 1.8fr)' : 'minmax(0, 1fr)',
  ).join(' ');
  const shownItems = [...new Set(weeks.flatMap(itemsOf))];
  return (
    <>
      <header className="week-head">
        <div className="staff-head">
          <div>
            <h1>{monthMessages.title(month)}</h1>
            <p className="quiet numbers" role="status">
              {weekMessages.summary(shownItems, fillOf(shownItems))}
            </p>
          </div>
          <div className="row week-steps no-print">
            <Steps
              names={monthMessages.steps}
              isNow={today.startsWith(month)}
              onStep={schedule.stepMonths}
              onNow={() => schedule.goToMonth(today.slice(0, 7))}
            />
            <GoToDay
              label={messages.monthOf}
              day={`${month}-01`}
              isShown={(day) => day.startsWith(month)}
              onGo={(day) => schedule.goToMonth(day.slice(0, 7))}
            />
          </div>
        </div>
        <div className="week-acts no-print">
          <LocationFilter schedule={schedule} items={items} />
        </div>
      </header>
      {view.isOutdated && <Notice tone="warn">{messages.outdated}</Notice>}
      <div
        className={view.isLoading ? 'schedule-month turning' : 'schedule-month'}
        aria-busy={view.isLoading}
        style={{ '--columns': columns } as CSSProperties}
      >
        {weeks.map((week) => (
          <MonthWeek
            key={week.days[0]?.day}
            schedule={schedule}
            detail={detail}
            week={week}
            month={month}
            today={today}
          />
        ))}
      </div>
    </>
  );
}

function MonthWeek({
  schedule,
  detail,
  week,
  month,
  today,
}: Props & { week: Week; month: string; today: string }) {
  return (
    <div className="schedule-month-week" style={{ '--last': week.camps.length + 2 } as CSSProperties}>
      {week.days.map(({ day, sessions }, index) => (
        <section
          key={day}
          className={[
            'schedule-month-day',
            sessions.length === 0 && 'is-free',
            !day.startsWith(month) && 'is-other',
          ]
            .filter(Boolean)
            .join(' ')}
          style={{ '--day': index + 1 } as CSSProperties}
          aria-labelledby={`month-${day}`}
        >
          <h2 id={`month-${day}`} aria-current={day === today ? 'date' : undefined}>
            <a
              href={schedule.hrefOf({ view: '', month: '', week: day })}
              onClick={inPage(() => schedule.goToWeek(day))}
            >
              {formatDate(day, { year: false })}
            </a>
          </h2>
          <div className="schedule-month-sessions">
            {sessions.map((session) => (
              <MonthItem key={session.id} schedule={schedule} detail={detail} item={session} />
            ))}
          </div>
        </section>
      ))}
      {week.camps.map(({ camp, from, until }, index) => (
        <MonthItem
          key={camp.id}
          schedule={schedule}
          detail={detail}
          item={camp}
          style={{ '--from': from, '--until': until, '--line': index + 2 } as CSSProperties}
        />
      ))}
    </div>
  );
}

function MonthItem({ schedule, detail, item, style }: Props & { item: ScheduleItem; style?: CSSProperties }) {
  return (
    <div
      className={['schedule-month-item', item.kind, item.is_cancelled_by_us && 'off']
        .filter(Boolean)
        .join(' ')}
      style={style}
    >
      <a href={schedule.hrefOf({ place: item.id })} onClick={inPage(() => detail.open(item.id))}>
        {monthMessages.item(item)}
      </a>
      <span className="numbers">{monthMessages.fill(item)}</span>
    </div>
  );
}
