import type { CoachAbsence, CoachPlace, CoachWeek, PartyToday } from '#contract/coach-time.ts';
import { addDays } from '#domain/dates.ts';

interface Day {
  day: string;
  isToday: boolean;
  /** Why the day is closed; null if it is open. */
  closed: string | null;
  absences: readonly CoachAbsence[];
  places: readonly CoachPlace[];
  parties: readonly PartyToday[];
}

const WEEK = 7;
/** The seven days of a week, with what each has. A camp is on each of its days. */
export const daysOf = ({ monday, today, closed_days, absences, places, parties }: CoachWeek): Day[] =>
  Array.from({ length: WEEK }, (_, at) => addDays(monday, at)).map((day) => {
    const covers = (span: { first_day: string; last_day: string }) =>
      span.first_day <= day && day <= span.last_day;
    return {
      day,
      isToday: day === today,
      closed: closed_days.find((one) => one.day === day)?.name ?? null,
      absences: absences.filter(covers),
      places: places.filter(covers),
      parties: day === today ? parties : [],
    };
  });

/** How far from today a coach may open a roster, as `private.check_roster_day` decides. */
const ROSTER_DAYS = 7;
export const hasRoster = (day: string, { today, coaches }: Pick<CoachWeek, 'today' | 'coaches'>): boolean =>
  coaches !== null || (day >= addDays(today, -ROSTER_DAYS) && day <= addDays(today, ROSTER_DAYS));
