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

/** The earliest day that is accepted. If the year is earlier, the date is probably still being typed. */
const FIRST_DAY = '2020-01-01';

interface Props {
  schedule: ScheduleStore;
  detail: ItemDetailsStore;
  today: string;
  shown: readonly ScheduleItem[];
  /** All sessions and camps of the week, including those that the filter hides. */
  items: readonly ScheduleItem[];
  onCopy: () => void;
  /** Opens the sheet in which all sessions and camps of a coach change. */
  onChangeCoach: () => void;
}

export function WeekHead({ schedule, detail, today, shown, items, onCopy, onChangeCoach }: Props) {
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
          <Steps
            names={weekMessages.steps}
            isNow={monday === mondayOf(today)}
            onStep={schedule.stepWeeks}
            onNow={() => schedule.goToWeek(mondayOf(today))}
          />
          <GoToDay
            label={messages.weekOf}
            day={monday}
            isShown={(day) => mondayOf(day) === monday}
            onGo={(day) => schedule.goToWeek(mondayOf(day))}
          />
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
        {plan && (
          <Button kind="line" small onClick={onChangeCoach}>
            {messages.changeCoach}
          </Button>
        )}
        <Button kind="line" small onClick={onCopy}>
          {messages.copyWeek}
        </Button>
      </div>
    </header>
  );
}

export function LocationFilter({ schedule, items }: Pick<Props, 'schedule' | 'items'>) {
  const selectedLocation = useStore(schedule.$location);
  const locations = new Map(items.map(({ location_id, location }) => [location_id, location]));
  return (
    <>
      <label className="sr-only" htmlFor="schedule-location">
        {messages.location}
      </label>
      <select
        id="schedule-location"
        className="input"
        value={locations.has(selectedLocation) ? selectedLocation : ''}
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

interface StepsProps {
  names: { previous: string; now: string; next: string };
  isNow: boolean;
  onStep: (by: number) => void;
  onNow: () => void;
}

export const Steps = ({ names, isNow, onStep, onNow }: StepsProps) => (
  <>
    <Button kind="line" small aria-label={names.previous} onClick={() => onStep(-1)}>
      <Icon path={chevron} className="back" />
    </Button>
    <Button kind={isNow ? 'solid' : 'line'} small onClick={onNow}>
      {names.now}
    </Button>
    <Button kind="line" small aria-label={names.next} onClick={() => onStep(1)}>
      <Icon path={chevron} className="forth" />
    </Button>
  </>
);

interface GoToDayProps {
  label: string;
  day: string;
  isShown: (day: string) => boolean;
  onGo: (day: string) => void;
}

/**
 * A date field that leads to distant days. It keeps what is being typed, and changes when somebody uses the buttons
 * beside it.
 */
export function GoToDay({ label, day, isShown, onGo }: GoToDayProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const typedDay = field.current?.value ?? '';
    if (field.current && (typedDay === '' || !isShown(typedDay))) field.current.value = day;
  });
  return (
    <input
      ref={field}
      type="date"
      className="input"
      aria-label={label}
      defaultValue={day}
      min={FIRST_DAY}
      onChange={({ target: { value, validity } }) => {
        if (value !== '' && validity.valid && !isShown(value)) onGo(value);
      }}
    />
  );
}
