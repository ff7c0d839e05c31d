import type { StaffPlace, TodaysHealth } from '#contract/management.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { askChildDetails } from '#api/ask-details.ts';
import { formatHours, today } from '#domain/dates.ts';
import { avatarOf } from '#ui/avatars.ts';
import { Icon } from '#ui/Icon.tsx';
import { check, warning } from '#ui/icons.ts';
import { stateLine } from '#domain/gate-messages.ts';
import { AskParents } from '#ui/staff/health/AskParents.tsx';
import { familyPath } from '#ui/staff/family-path.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';
import { CoachLinks } from '#ui/staff/CoachLinks.tsx';
import { HealthMarks } from '#ui/staff/health/HealthMarks.tsx';
import { rosterMessages } from '#ui/staff/messages.ts';
import { expectedMessages, noteMessages, placeMessages } from './messages.ts';
import { type Child, countHeads } from './model.ts';

interface Props {
  places: readonly StaffPlace[];
  /** The health notes are null until they have been read. */
  health: TodaysHealth | null;
}

export function ExpectedChildren({ places, health }: Props) {
  return (
    <div className="sheet today-expected">
      {places.map((place) => (
        <section key={place.id} aria-labelledby={`place-${place.id}`}>
          <h3 id={`place-${place.id}`}>
            {formatHours(place.starts_at, place.ends_at)} · <a href={schedulePath(place.id)}>{place.title}</a>
            &nbsp;·{' '}
            <span>
              {place.location} ·{' '}
              <CoachLinks coaches={place.coach?.split(', ') ?? []} none={expectedMessages.noCoach} /> ·{' '}
              {placeMessages.open(place)}
            </span>
          </h3>
          {place.children.length === 0 ? (
            <p className="quiet">{place.is_cancelled_by_us ? rosterMessages.off : expectedMessages.nobody}</p>
          ) : (
            <ul>
              {place.children.map((child) => (
                <Row
                  key={child.child_id}
                  place={place}
                  child={child}
                  health={health?.find(({ child_id }) => child_id === child.child_id)}
                />
              ))}
            </ul>
          )}
        </section>
      ))}
      <p className="foot">{expectedMessages.foot(countHeads(places))}</p>
    </div>
  );
}

interface RowProps {
  place: StaffPlace;
  child: Child;
  health: TodaysHealth[number] | undefined;
}

function Row({ place, child, health }: RowProps) {
  const parentsToAsk = health?.health.state === 'unknown' ? health.parents : [];
  return (
    <li>
      <img src={avatarOf(faceNumber(child))} width="36" height="36" alt="" />
      <p className="who">
        <b>
          <a href={familyPath(child.family_id, child.child_id)}>{child.name}</a>
        </b>
        <span>{expectedMessages.age(child.age, child.level)}</span>
      </p>
      <p className="tags">
        {child.is_new && <span className="tag">{expectedMessages.isNew}</span>}
        {health && <HealthMarks health={health.health} full />}
        {parentsToAsk.map(({ name, phone }) => (
          <a key={phone} href={`tel:${phone}`}>
            {noteMessages.call(name, formatPhone(phone))}
          </a>
        ))}
      </p>
      {health?.health.state === 'unknown' && (
        <AskParents
          about={{ name: child.name, title: place.title, location: place.location, day: today() }}
          parents={parentsToAsk}
          onAsk={() => askChildDetails(place.id, child.child_id)}
        />
      )}
      <Attendance mark={child.mark} />
    </li>
  );
}

/** Returns the number of a child's face. It comes from the id, so that a child has the same face on every screen. */
const faceNumber = ({ child_id }: Child): number => Number.parseInt(child_id.slice(-2), 16) || 0;

const Attendance = ({ mark }: Pick<Child, 'mark'>) => (
  <span className={`roll ${mark.state}`}>
    {mark.state === 'in' && <Icon path={check} />}
    {mark.differing.length > 0 && <Icon path={warning} />}
    {stateLine(mark)}
  </span>
);
