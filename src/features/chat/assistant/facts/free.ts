import type { SessionAvailability } from '#contract/availability.ts';
import { plural } from '#contract/plural.ts';
import { datesText, isBookable, spotsLeft } from '#domain/camp.ts';
import { formatDate, formatTime, weekdayOf } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import type { Details } from '../recognise.ts';
import type { Subject } from '../subjects.ts';
import { isCamp, listed, type World } from './world.ts';

/** Maximum number of dates in an answer. */
const SHOWN = 4;
/** Visitors book the classes until Sunday, and from Monday on those of the next week. */
const NEXT_WEEK = 'The classes of next week open on Monday.';

/** What is available and when; `base` limits it to one base. */
export function freeLines(
  subject: Subject,
  world: World,
  { month, days, base }: Details & { base: string | null },
): string[] {
  return isCamp(subject) ? campLines(subject, world, month, base) : classLines(world.sessions, days);
}

function campLines(
  subject: Subject,
  { camps, offers }: World,
  month: number | null,
  base: string | null,
): string[] {
  const name = (tier: string) => offers.find(({ details }) => details.tier === tier)?.title ?? 'Camp';
  const matching = camps.filter(
    (camp) =>
      (subject === 'camps' || camp.tier === subject) &&
      (month === null || Number(camp.start.slice(5, 7)) === month) &&
      (base === null || camp.base === base),
  );
  const open = matching.filter(isBookable);
  const what = subject === 'camps' ? 'camp' : name(subject);
  if (matching.length === 0) return [`No ${what} is on sale ${month || base ? 'for that' : 'just now'}.`];
  if (open.length === 0)
    return [
      `${matching.length === 1 ? 'The one date' : 'All dates'} of ${what === 'camp' ? 'the camps' : what} for that ${matching.length === 1 ? 'is' : 'are'} full. You can join the waitlist.`,
    ];
  const lines = open.slice(0, SHOWN).map((camp) => {
    const spots = `${spotsLeft(camp)} of ${camp.capacity} spots open`;
    return `${name(camp.tier)}, ${datesText(camp)}, ${camp.place}: ${spots}, ${formatMoney(camp.priceCents ?? 0)}.`;
  });
  const rest = open.length - lines.length;
  return rest > 0 ? [...lines, `And ${plural(rest, 'more date')}.`] : lines;
}

function classLines(sessions: readonly SessionAvailability[], days: Details['days']): string[] {
  const requested = sessions.filter(({ session_date }) => days.length === 0 || isOn(session_date, days));
  const open = requested.filter(({ available_spots }) => available_spots > 0);
  const without = absentLines(sessions, days);
  if (requested.length === 0) return without;
  const present = days.filter((day) => requested.some(({ session_date }) => isOn(session_date, [day])));
  const week = hasWeekdays(sessions) ? 'this week' : 'this weekend';
  const when = days.length > 0 ? `on ${daysText(present)}` : week;
  const isOne = requested.length === 1;
  if (open.length === 0) {
    const those = isOne ? 'The one class' : `All ${requested.length} classes`;
    return [`${those} ${when} ${isOne ? 'is' : 'are'} full. ${NEXT_WEEK}`, ...without];
  }
  const dates = [...new Set(open.map(({ session_date }) => session_date))];
  return [
    `${open.length} of ${plural(requested.length, 'class', 'classes')} ${when} ${isOne ? 'has' : 'have'} spots.`,
    ...dates.map((date) => {
      const there = open.filter(({ session_date }) => session_date === date);
      const times = [...new Set(there.map(({ session_time }) => session_time))].toSorted();
      const spots = times.map((time) => {
        const then = there.filter(({ session_time }) => session_time === time);
        const left = then.reduce((sum, { available_spots }) => sum + available_spots, 0);
        return `${formatTime(time)} (${plural(left, 'spot')})`;
      });
      return `${formatDate(date)}: ${spots.join(', ')}.`;
    }),
    ...without,
  ];
}

/** Says that no class is on the days of a question, and on which days there is one. */
export function absentLines(sessions: readonly SessionAvailability[], days: Details['days']): string[] {
  const dates = [...new Set(sessions.map(({ session_date }) => session_date))].toSorted();
  const held = dates.map(weekdayOf);
  const absent = days.filter((day) => !held.includes(day));
  if (days.length === 0 ? held.length > 0 : absent.length === 0) return [];
  const isNone = absent.length === days.length;
  // One day with a class answers a question about weekdays.
  if (isWeek(days) && !isNone) return [];
  const when = days.length === 0 ? 'this week' : `on ${daysText(absent)} this week`;
  const isFull = (date: string) =>
    sessions.every(({ session_date, available_spots }) => session_date !== date || available_spots <= 0);
  const named = dates.map((date) => `${weekdayOf(date)}${isFull(date) ? ' (full)' : ''}`);
  const others = isNone && held.length > 0 ? [`There are classes on ${listed(named)}.`] : [];
  return [[`No class is open for booking ${when}.`, ...others, NEXT_WEEK].join(' ')];
}

const isWeek = (days: Details['days']) => days.length === 5 && !days.some((day) => day.startsWith('S'));
const daysText = (days: Details['days']) => (isWeek(days) ? 'weekdays' : listed(days));
const isOn = (date: string, days: readonly string[]) => days.includes(weekdayOf(date));
const hasWeekdays = (sessions: readonly SessionAvailability[]) =>
  sessions.some(({ session_date }) => !weekdayOf(session_date).startsWith('S'));
