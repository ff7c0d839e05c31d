import type { CoachPlace, CoachWeek, PartyToday } from '#contract/coach-time.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { rosterPath } from '#ui/staff/roster-path.ts';
import { formatDate } from '#domain/dates.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { weekMessages as words } from './messages.ts';
import { daysOf, hasRoster } from './model.ts';
import { schedulePath } from '#ui/staff/schedule-path.ts';

/** Shows for each day what the coach teaches, where, and for how many children. No child is named. */
export const Days = ({ week }: { week: CoachWeek }) => (
  <ol className="my-week-days">
    {daysOf(week).map(({ day, isToday, closed, absences, places, parties }) => (
      <li key={day} className={isToday ? 'sheet is-today' : 'sheet'}>
        <header>
          <h2>{formatDate(day)}</h2>
          <span className="row">
            {absences.map((absence) => (
              <span key={absence.id} className="tag warn">
                {words.absent(absence)}
              </span>
            ))}
            {closed !== null && <span className="tag">{words.closed(closed)}</span>}
            {isToday && <span className="tag good">{words.today}</span>}
          </span>
        </header>
        {places.length + parties.length === 0 ? (
          <p className="quiet">{words.free}</p>
        ) : (
          <ul>
            {places.map((place) => (
              <Place
                key={place.place_id}
                place={{ ...place, is_cancelled: place.is_cancelled || place.cancelled_days.includes(day) }}
                day={day}
                week={week}
              />
            ))}
            {parties.map((party) => (
              <Party key={party.party_id} party={party} />
            ))}
          </ul>
        )}
      </li>
    ))}
  </ol>
);

function Place({ place, day, week }: { place: CoachPlace; day: string; week: CoachWeek }) {
  return (
    <li className={place.is_cancelled ? 'my-week-place is-cancelled' : 'my-week-place'}>
      <p className="numbers when">{words.times(place)}</p>
      <div>
        <p>
          <b>{place.title}</b> {place.is_cancelled && <span className="tag bad">{words.cancelled}</span>}
        </p>
        <p className="quiet">
          {[place.location, ...(place.level === null ? [] : [words.level(place.level)])].join(' · ')}
        </p>
        {!place.is_cancelled && (
          <p className="quiet numbers">
            {[words.heads(place), ...(place.others.length > 0 ? [words.others(place.others)] : [])].join(
              ' · ',
            )}
          </p>
        )}
      </div>
      {!place.is_cancelled && (
        <div className="row no-print">
          {hasRoster(day, week) && (
            <ButtonLink
              kind="line"
              small
              href={rosterPath(day, week.today)}
              aria-label={words.rosterOf(place.title, day)}
            >
              {words.roster}
            </ButtonLink>
          )}
          {week.coaches !== null && (
            <ButtonLink kind="line" small href={schedulePath(place.place_id)}>
              {words.schedule}
            </ButtonLink>
          )}
        </div>
      )}
    </li>
  );
}

const Party = ({ party }: { party: PartyToday }) => (
  <li className="my-week-place">
    <p className="numbers when">{words.times(party)}</p>
    <div>
      <p>
        <b>{words.party(party)}</b>
      </p>
      <p className="quiet numbers">{words.partyText(party)}</p>
    </div>
    <div className="row no-print">
      <ButtonLink
        kind="line"
        small
        href={`${staffPaths.partySheet}?party=${party.party_id}`}
        aria-label={words.partySheetOf(party)}
      >
        {words.partySheet}
      </ButtonLink>
    </div>
  </li>
);
