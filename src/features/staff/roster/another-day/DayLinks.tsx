import { addDays, formatDate } from '#domain/dates.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { chevron } from '#ui/icons.ts';
import { dayMessages } from '../messages.ts';
import { rosterPath } from '#ui/staff/roster-path.ts';
import { DAYS_OF_COACHES } from './day.ts';

interface Props {
  day: string;
  /** The date of today. It comes from the server's calendar, if that is known. */
  now: string;
  isManager: boolean;
}

/** Links to the day before, the day after, and any date. Coaches can go only as far as the database lets them read. */
export function DayLinks({ day, now, isManager }: Props) {
  const first = isManager ? undefined : addDays(now, -DAYS_OF_COACHES);
  const last = isManager ? undefined : addDays(now, DAYS_OF_COACHES);
  return (
    <nav className="day-links" aria-label={dayMessages.days}>
      {(first === undefined || day > first) && (
        <ButtonLink
          kind="line"
          small
          href={rosterPath(addDays(day, -1), now)}
          aria-label={dayMessages.before}
        >
          <Icon path={chevron} className="back" />
        </ButtonLink>
      )}
      <span className="print-only">{formatDate(day)}</span>
      <input
        type="date"
        className="input no-print"
        aria-label={dayMessages.choose}
        defaultValue={day}
        min={first}
        max={last}
        onChange={({ target }) => {
          if (target.value !== '' && target.validity.valid) location.assign(rosterPath(target.value, now));
        }}
      />
      {(last === undefined || day < last) && (
        <ButtonLink kind="line" small href={rosterPath(addDays(day, 1), now)} aria-label={dayMessages.after}>
          <Icon path={chevron} className="ahead" />
        </ButtonLink>
      )}
      {day === now ? (
        <span className="no-print quiet">{dayMessages.today}</span>
      ) : (
        <ButtonLink kind="line" small href={rosterPath(now, now)}>
          {dayMessages.today}
        </ButtonLink>
      )}
    </nav>
  );
}
