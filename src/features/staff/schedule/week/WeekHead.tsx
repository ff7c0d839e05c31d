import { useStore } from '@nanostores/react';
import type { SchedulePlace } from '#contract/management-schedule.ts';
import { addDays } from '#domain/dates.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chevron } from '#ui/icons.ts';
import { chooseMessages, messages, siteMessage, weekMessages } from '../messages.ts';
import { fillOf, mondayOf, newCamp, newSession, nextClassDay } from '../model.ts';
import type { PlaceStore } from '../place/detail.ts';
import type { ScheduleStore } from '../store.ts';

interface Props {
  schedule: ScheduleStore;
  place: PlaceStore;
  today: string;
  shown: readonly SchedulePlace[];
  /** All places of the week, regardless of the filter. */
  places: readonly SchedulePlace[];
  onCopy: () => void;
}

/** The week, a summary line, the state of the site, and the actions. */
export function WeekHead({ schedule, place, today, shown, places, onCopy }: Props) {
  const monday = useStore(schedule.$monday);
  const plan = useStore(schedule.$plan);
  const site = useStore(schedule.$site);
  const chosen = useStore(schedule.$chosen);
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
          <Button kind="line" small aria-label={messages.back} onClick={() => schedule.step(-1)}>
            <Icon path={chevron} className="back" />
          </Button>
          <Button
            kind={monday === mondayOf(today) ? 'solid' : 'line'}
            small
            onClick={() => schedule.goToWeek(mondayOf(today))}
          >
            {messages.thisWeek}
          </Button>
          <Button kind="line" small aria-label={messages.forth} onClick={() => schedule.step(1)}>
            <Icon path={chevron} className="forth" />
          </Button>
        </div>
      </div>
      <div className="week-acts no-print">
        <PlaceFilter schedule={schedule} places={places} />
        <Button
          kind={chosen === null ? 'line' : 'solid'}
          small
          aria-pressed={chosen !== null}
          onClick={() => schedule.choosing(chosen === null)}
        >
          {messages.callOff}
        </Button>
        {chosen !== null && (
          <Button kind="line" small onClick={() => schedule.toggleAll(shown)}>
            {chooseMessages.all}
          </Button>
        )}
        {plan && (
          <>
            <Button
              kind="line"
              small
              onClick={() => place.make('session', newSession(plan, nextClassDay(monday, today)))}
            >
              {messages.newSession}
            </Button>
            <Button
              kind="line"
              small
              onClick={() =>
                place.make('camp', newCamp(plan, monday > today ? monday : addDays(mondayOf(today), 7)))
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

function PlaceFilter({ schedule, places }: Pick<Props, 'schedule' | 'places'>) {
  const shown = useStore(schedule.$location);
  const known = new Map(places.map(({ location_id, location }) => [location_id, location]));
  return (
    <>
      <label className="sr-only" htmlFor="schedule-place">
        {messages.place}
      </label>
      <select
        id="schedule-place"
        className="input"
        value={known.has(shown) ? shown : ''}
        onChange={({ target }) => schedule.$location.set(target.value)}
      >
        <option value="">{messages.allPlaces}</option>
        {[...known].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </>
  );
}
