import { formatClock } from '#contract/format.zh.ts';

export * from './dates.ts';
export {
  formatClock,
  formatDate,
  formatDays,
  formatMoment,
  formatTime,
  timeOf,
} from '#contract/format.zh.ts';

/** Formats two times of one day, e.g. as "上午10:30至11:30" or "上午8:30至下午5:00". */
export function formatHours(startsAt: string, endsAt: string): string {
  const [from, until] = [formatClock(startsAt), formatClock(endsAt)];
  return `${from}至${from.slice(0, 2) === until.slice(0, 2) ? until.slice(2) : until}`;
}
