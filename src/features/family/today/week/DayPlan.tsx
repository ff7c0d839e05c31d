import type { FamilyParty } from '#contract/family.ts';
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
}

export function DayPlan({ day: { day, entries, parties, isOver, isSure }, view, content }: Props) {
  const count = entries.length + parties.length;
  return (
    <li className={isOver ? 'family-week-day over' : 'family-week-day'}>
      <h2>
        {words.day(day)} {isOver && <span className="family-week-over">{words.over}</span>}
      </h2>
      {count === 0 && isSure && <p className="quiet">{words.free}</p>}
      {count > 0 && (
        <ul>
          {entries.map((entry) => (
            <Plan
              key={entry.appointment.id}
              day={day}
              entry={entry}
              isOver={isOver}
              view={view}
              content={content}
            />
          ))}
          {parties.map((party) => (
            <Party key={party.id} party={party} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface PlanProps extends Pick<Props, 'view' | 'content'> {
  day: string;
  entry: Entry;
  isOver: boolean;
}

function Party({ party: { title, starts_at, ends_at, place, is_host, cancelled } }: { party: FamilyParty }) {
  return (
    <li className={cancelled ? 'family-week-entry card off' : 'family-week-entry card'}>
      <h3>
        <Verbatim>{title}</Verbatim>
      </h3>
      {cancelled ? (
        <p>{words.partyCancelled}</p>
      ) : (
        <>
          <p className="family-week-hours">{formatHours(starts_at, ends_at)}</p>
          <p>{place === null ? words.noPlace : <Verbatim>{place}</Verbatim>}</p>
          <p className="quiet">{words.party(is_host)}</p>
        </>
      )}
    </li>
  );
}

function Plan({ day, entry: { appointment, state }, isOver, view, content }: PlanProps) {
  const { child, title, startsAt, endsAt, place, address, rides, cancelledDays } = appointment;
  const isOn = state === 'on';
  const map = isOn && !isOver && !rides ? mapOf(content, appointment) : null;
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
          {!isOver && (
            <p className="quiet">
              {nextLabels.pickup}: {collectors(view, appointment)}
            </p>
          )}
        </>
      ) : (
        <p>
          {state === 'no_camp'
            ? words.noCamp(cancelledDays.find((cancelled) => cancelled.day === day)?.reason ?? '')
            : offMessage(state, isOver)}
        </p>
      )}
    </li>
  );
}

function offMessage(state: Entry['state'], isOver: boolean): string {
  if (state === 'away') return isOver ? words.wasAway : words.away;
  return isOver ? words.wasCancelled : words.cancelled;
}

/** The names of others who may collect are not saved in the browser, so without them nobody is said to be missing. */
function collectors(view: PlanProps['view'], { childId, collectors: named }: Entry['appointment']): string {
  if (isAwaited(view, [])) return pickupLoading;
  if (view.isSaved) return pickupUnsaid;
  return pickupMessage(findPickup(view.family.children, { children: [childId], collectors: named }));
}
