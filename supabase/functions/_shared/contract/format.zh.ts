import { brand } from './brand.ts';
import { plural } from './plural.zh.ts';
import { timeOf } from './format.ts';

// The functions of format.ts in Chinese, e.g. `2026年11月28日（周六）`. Money looks the same in Singapore.

export { formatMoney, timeOf, toCents, toDollars } from './format.ts';

interface Day {
  year: string;
  /** For example `11月28日`. */
  day: string;
  /** For example `（周六）`. */
  weekday: string;
}

export function formatDate(date: string, { year = true } = {}): string {
  return written(dayOf(new Date(`${date}T00:00:00Z`), 'UTC'), year);
}

export function formatDay(date: string, { year = true } = {}): string {
  return written({ ...dayOf(new Date(`${date}T00:00:00Z`), 'UTC'), weekday: '' }, year);
}

/** Formats a first and a last day as `2026年12月7日（周一）至9日（周三）`. */
export function formatDays(from: string, to: string): string {
  if (from === to) return formatDate(from);
  const last = dayOf(new Date(`${to}T00:00:00Z`), 'UTC');
  const [sameYear, sameMonth] = [from.slice(0, 4) === to.slice(0, 4), from.slice(0, 7) === to.slice(0, 7)];
  const end = sameMonth ? last.day.replace(/^.*月/, '') + last.weekday : written(last, !sameYear);
  return `${formatDate(from)}至${end}`;
}

/** `10:30:00` becomes `上午10:30`. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour < 12 ? '上午' : '下午'}${hour % 12 || 12}:${String(minute).padStart(2, '0')}`;
}

export function formatMoment(moment: string): string {
  return `${written(dayOf(new Date(moment), brand.timeZone), true)}${formatClock(moment)}`;
}

export function formatLastMoment(moment: string): string {
  return timeOf(moment) === '00:00'
    ? `${written(dayOf(new Date(Date.parse(moment) - 1), brand.timeZone), true)}当天结束`
    : formatMoment(moment);
}

export function formatClock(moment: string): string {
  return formatTime(timeOf(moment));
}

export function formatSessions(count: number): string {
  return plural(count, 'session');
}

const written = ({ year, day, weekday }: Day, withYear: boolean) =>
  (withYear ? `${year}年` : '') + day + weekday;

function dayOf(date: Date, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('zh-Hans', {
    timeZone,
    ...{ weekday: 'short', day: 'numeric', month: 'numeric', year: 'numeric' },
  }).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return { year: part('year'), day: `${part('month')}月${part('day')}日`, weekday: `（${part('weekday')}）` };
}
