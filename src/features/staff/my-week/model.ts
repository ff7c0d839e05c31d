import type { CoachAbsence, CoachPlace, CoachWeek, PartyToday } from '#contract/coach-time.ts';
import { addDays } from '#domain/dates.ts';

interface Day {
  day: string;
  isToday: boolean;
  /** The reason why the day is closed, or null if it is open. */
  closed: string | null;
  absences: readonly CoachAbsence[];
  places: readonly CoachPlace[];
  parties: readonly PartyToday[];
}

const WEEK = 7;
/** Returns the days of a week. A camp appears on each of its days. */
export const daysOf = ({ monday, today, closed_days, absences, places, parties }: CoachWeek): Day[] =>
  Array.from({ length: WEEK }, (_, index) => addDays(monday, index)).map((day) => {
    const covers = (span: { first_day: string; last_day: string }) =>
      span.first_day <= day && day <= span.last_day;
    return {
      day,
      isToday: day === today,
      closed: closed_days.find((closedDay) => closedDay.day === day)?.name ?? null,
      absences: absences.filter(covers),
      places: places.filter(covers),
      parties: day === today ? parties : [],
    };
  });

/** The number of days from today for which a coach may open rosters. `private.check_roster_day` has the same limit. */
const ROSTER_DAYS = 7;
export const hasRoster = (day: string, { today, coaches }: Pick<CoachWeek, 'today' | 'coaches'>): boolean =>
  coaches !== null || (day >= addDays(today, -ROSTER_DAYS) && day <= addDays(today, ROSTER_DAYS));
