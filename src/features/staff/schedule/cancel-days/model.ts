import type { ScheduleItem } from '#contract/management-schedule.ts';
import { addDays } from '#domain/dates.ts';

/** Returns the days of a camp that can still be cancelled: those from today on that are not cancelled yet. */
export function openCampDays(
  { first_day, last_day, cancelled_days }: Pick<ScheduleItem, 'first_day' | 'last_day' | 'cancelled_days'>,
  today: string,
): string[] {
  const days: string[] = [];
  for (let day = first_day > today ? first_day : today; day <= last_day; day = addDays(day, 1))
    if (!cancelled_days.some((cancelled) => cancelled.day === day)) days.push(day);
  return days;
}
