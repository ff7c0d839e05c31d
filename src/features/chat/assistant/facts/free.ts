import type { SessionAvailability } from '#contract/availability.ts';
import { plural } from '#contract/plural.ts';
import { datesText, isBookable, spotsLeft } from '#domain/camp.ts';
import { formatDate, formatTime, weekdayOf } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import type { Details } from '../recognise.ts';
import type { Subject } from '../subjects.ts';
import { isCamp, type World } from './world.ts';

/** Maximum number of dates in an answer. */
const SHOWN = 4;

/** What is available and when; `base` limits it to one base. */
export function freeLines(
  subject: Subject,
  world: World,
  { month, day, base }: Details & { base: string | null },
): string[] {
  return isCamp(subject) ? campLines(subject, world, month, base) : classLines(world.sessions, day);
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
      `${matching.length === 1 ? 'The one date' : 'All dates'} of ${what === 'camp' ? 'the camps' : what} for that: full. You can ask for the waitlist.`,
    ];
  const lines = open.slice(0, SHOWN).map((camp) => {
    const spots = `${spotsLeft(camp)} of ${camp.capacity} spots open`;
    return `${name(camp.tier)}, ${datesText(camp)}, ${camp.place}: ${spots}, ${formatMoney(camp.priceCents ?? 0)}.`;
  });
  const rest = open.length - lines.length;
  return rest > 0 ? [...lines, `And ${plural(rest, 'more date')}.`] : lines;
}

function classLines(sessions: readonly SessionAvailability[], day: Details['day']): string[] {
  const matching = sessions.filter(({ session_date }) => day === null || weekdayOf(session_date) === day);
  const open = matching.filter(({ available_spots }) => available_spots > 0);
  const hasWeekday = sessions.some(({ session_date }) => !weekdayOf(session_date).startsWith('S'));
  const week = hasWeekday ? 'this week' : 'this weekend';
  const when = day ?? week;
  if (matching.length === 0)
    return [`No class is open for booking ${day ? `on ${day}` : week}. The next weekend opens on Monday.`];
  if (open.length === 0)
    return [`All ${matching.length} classes of ${when} are full. The next weekend opens on Monday.`];
  const days = [...new Set(open.map(({ session_date }) => session_date))];
  return [
    `${open.length} of ${plural(matching.length, 'class', 'classes')} ${day ? `on ${day}` : week} have spots.`,
    ...days.map((date) => {
      const there = open.filter(({ session_date }) => session_date === date);
      const times = [...new Set(there.map(({ session_time }) => session_time))].toSorted();
      const spots = times.map((time) => {
        const then = there.filter(({ session_time }) => session_time === time);
        const left = then.reduce((sum, { available_spots }) => sum + available_spots, 0);
        return `${formatTime(time)} (${plural(left, 'spot')})`;
      });
      return `${formatDate(date)}: ${spots.join(', ')}.`;
    }),
  ];
}
