import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { addDays } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chevron } from '#ui/icons.ts';
import { messages, siteMessage, weekMessages } from '../messages.ts';
import { fillOf, mondayOf, newCamp, newSession, nextClassDay } from '../model.ts';
import type { ItemDetailsStore } from '../item/detail.ts';
import type { ScheduleStore } from '../store.ts';

/** An earlier year is one that is still being typed. */
const FIRST_DAY = '2020-01-01';

interface Props {
  schedule: ScheduleStore;
  detail: ItemDetailsStore;
  today: string;
  shown: readonly ScheduleItem[];
  /** All sessions and camps of the week, regardless of the filter. */
  items: readonly ScheduleItem[];
  onCopy: () => void;
}

/** The week, a summary line, the state of the site, and the actions. */
export function WeekHead({ schedule, detail, today, shown, items, onCopy }: Props) {
  const monday = useStore(schedule.$monday);
  const plan = useStore(schedule.$plan);
  const site = useStore(schedule.$site);
  const isSelecting = useStore(schedule.$isSelecting);
  return (
    <header className="week-head">
      <div className="staff-head">
        <div>
          <h1>{weekMessages.range(monday)}</h1>
          <p className="quiet numbers" role="status">
            {weekMessages.summary(shown, fillOf(shown))}
          </p>
          {site && (
            <p className={`quiet site-line ${site.state}`} role="status">
              {siteMessage(site)}
            </p>
          )}
        </div>
        <div className="row week-steps no-print">
          <Button kind="line" small aria-label={messages.previousWeek} onClick={() => schedule.stepWeeks(-1)}>
            <Icon path={chevron} className="back" />
          </Button>
          <Button
            kind={monday === mondayOf(today) ? 'solid' : 'line'}
            small
            onClick={() => schedule.goToWeek(mondayOf(today))}
          >
            {messages.thisWeek}
          </Button>
          <Button kind="line" small aria-label={messages.nextWeek} onClick={() => schedule.stepWeeks(1)}>
            <Icon path={chevron} className="forth" />
          </Button>
          <GoToDay schedule={schedule} monday={monday} />
        </div>
      </div>
      <div className="week-acts no-print">
        <LocationFilter schedule={schedule} items={items} />
        <Button
          kind={isSelecting ? 'solid' : 'line'}
          small
          aria-pressed={isSelecting}
          onClick={isSelecting ? schedule.stopSelecting : schedule.startSelecting}
        >
          {messages.cancelSessions}
        </Button>
        {plan && (
          <>
            <Button
              kind="line"
              small
              onClick={() =>
                detail.openNew({ kind: 'session', fields: newSession(plan, nextClassDay(monday, today)) })
              }
            >
              {messages.newSession}
            </Button>
            <Button
              kind="line"
              small
              onClick={() =>
                detail.openNew({
                  kind: 'camp',
                  fields: newCamp(plan, monday > today ? monday : addDays(mondayOf(today), 7)),
                })
              }
            >
              {messages.newCamp}
            </Button>
          </>
        )}
        <Button kind="line" small onClick={onCopy}>
          {messages.copyWeek}
        </Button>
      </div>
    </header>
  );
}

function LocationFilter({ schedule, items }: Pick<Props, 'schedule' | 'items'>) {
  const shown = useStore(schedule.$location);
  const locations = new Map(items.map(({ location_id, location }) => [location_id, location]));
  return (
    <>
      <label className="sr-only" htmlFor="schedule-location">
        {messages.location}
      </label>
      <select
        id="schedule-location"
        className="input"
        value={locations.has(shown) ? shown : ''}
        onChange={({ target }) => schedule.$location.set(target.value)}
      >
        <option value="">{messages.allLocations}</option>
        {[...locations].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}

/** A date field for a week that is far away. It keeps what is being typed, and follows the buttons beside it. */
function GoToDay({ schedule, monday }: Pick<Props, 'schedule'> & { monday: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const typed = field.current?.value ?? '';
    if (field.current && (typed === '' || mondayOf(typed) !== monday)) field.current.value = monday;
  }, [monday]);
  return (
    <input
      ref={field}
      type="date"
      className="input"
      aria-label={messages.weekOf}
      defaultValue={monday}
      min={FIRST_DAY}
      onChange={({ target: { value, validity } }) => {
        if (value !== '' && validity.valid && mondayOf(value) !== monday) schedule.goToWeek(mondayOf(value));
      }}
    />
  );
}
