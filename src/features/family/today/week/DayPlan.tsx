import { rideMessage } from '#contract/camp-day.ts';
import { type FamilyView, isAwaited } from '#api/family.ts';
import { formatHours } from '#domain/dates.ts';
import { Verbatim } from '#ui/Verbatim.tsx';
import { type Content, mapOf } from '../content.ts';
import { nextLabels, pickupLoading, pickupMessage, pickupUnsaid } from '../messages.ts';
import { findPickup } from '../model.ts';
import { weekMessages as words } from './messages.ts';
import type { Day, Entry } from './model.ts';

interface Props {
  day: Day;
  view: Extract<FamilyView, { state: 'ready' }>;
  content: Content;
  /** False if the day may have more than we know. */
  isSure: boolean;
}

export function DayPlan({ day: { day, entries }, view, content, isSure }: Props) {
  return (
    <li className="family-week-day">
      <h2>{words.day(day)}</h2>
      {entries.length === 0 && isSure && <p className="quiet">{words.free}</p>}
      {entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <Plan key={entry.appointment.id} day={day} entry={entry} view={view} content={content} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface PlanProps extends Pick<Props, 'view' | 'content'> {
  day: string;
  entry: Entry;
}

function Plan({ day, entry: { appointment, state }, view, content }: PlanProps) {
  const { child, title, startsAt, endsAt, place, address, rides, cancelledDays } = appointment;
  const isOn = state === 'on';
  const map = isOn && !rides ? mapOf(content, appointment) : null;
  return (
    <li className={isOn ? 'family-week-entry card' : 'family-week-entry card off'}>
      <h3>
        <Verbatim>{child}</Verbatim> · {title}
      </h3>
      {isOn ? (
        <>
          <p className="family-week-hours">{formatHours(startsAt, endsAt)}</p>
          {rides ? (
            <p>{rideMessage({ comes: false, rides })}</p>
          ) : (
            <p>
              {address === null || address.startsWith(place) ? (address ?? place) : `${place}, ${address}`}{' '}
              {map && (
                <a
                  className="no-print"
                  href={map}
                  target="_blank"
                  rel="noopener"
                  aria-label={`${nextLabels.map}: ${place}`}
                >
                  {nextLabels.map}
                </a>
              )}
            </p>
          )}
          <p className="quiet">
            {nextLabels.pickup}: {collectors(view, appointment)}
          </p>
        </>
      ) : (
        <p>
          {state === 'away'
            ? words.away
            : state === 'no_camp'
              ? words.noCamp(cancelledDays.find((cancelled) => cancelled.day === day)?.reason ?? '')
              : words.cancelled}
        </p>
      )}
    </li>
  );
}

/** The names of others who may collect are not saved in the browser, so without them nobody is said to be missing. */
function collectors(view: PlanProps['view'], { childId, collectors: named }: Entry['appointment']): string {
  if (isAwaited(view, [])) return pickupLoading;
  if (view.isSaved) return pickupUnsaid;
  return pickupMessage(findPickup(view.family.children, { children: [childId], collectors: named }));
}
