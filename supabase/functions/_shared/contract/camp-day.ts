import { formatTime } from './format.ts';

/**
 * How an order's children come to a camp. `comes` is true if parents bring at least one. `rides` is true if a van
 * collects one.
 */
export interface Travel {
  comes: boolean;
  rides: boolean;
}

/**
 * Returns how the children of these lines come to a camp. A line with a transport is for a child
 * whom a van collects.
 */
export function travelOf(lines: readonly { transport: unknown }[]): Travel {
  return {
    comes: lines.some(({ transport }) => transport === null),
    rides: lines.some(({ transport }) => transport !== null),
  };
}

/** Times of day, e.g. "09:00". */
export interface Hours {
  session_time_start: string;
  session_time_end: string;
  /** The earliest drop-off and the latest collection. */
  extended_day?: { start: string; end: string } | null | undefined;
}

/** The hours of a camp's day, with the extended day if there is one. */
export const campHours = ({ session_time_start, session_time_end, extended_day }: Hours) =>
  extended_day ?? { start: session_time_start, end: session_time_end };

/** Returns for example `9.00 am to 3.00 pm`. */
export function campHoursMessage(camp: Hours): string {
  const { start, end } = campHours(camp);
  return `${formatTime(start)} to ${formatTime(end)}`;
}

/**
 * Returns when the camp's first day starts and ends, with the extended day. `starts_at` and `ends_at` are without it.
 */
export function campMoments(camp: Hours & { starts_at: string; ends_at: string }): {
  start: Date;
  end: Date;
} {
  const { start, end } = campHours(camp);
  const moved = (moment: string, from: string, to: string) =>
    new Date(Date.parse(moment) + (minutesOf(to) - minutesOf(from)) * 60_000);
  return {
    start: moved(camp.starts_at, camp.session_time_start, start),
    end: moved(camp.ends_at, camp.session_time_end, end),
  };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns null if the camp has no extended day. For children who are collected at home, drop-off is left out. */
export function extendedDayMessage(camp: Hours | null | undefined, { comes }: Travel): string | null {
  if (!camp?.extended_day) return null;
  const day = camp.extended_day;
  const [start, end, begins, ends] = [day.start, day.end, camp.session_time_start, camp.session_time_end].map(
    formatTime,
  );
  return comes
    ? `Extended day included: drop off from ${start}, pick up by ${end}; the programme runs from ${begins} to ${ends}.`
    : `Extended day included: the programme runs from ${begins} to ${ends}.`;
}

/**
 * Returns null if no child is collected. The address itself is left out, because mails are forwarded and calendars
 * shared.
 */
export function rideMessage({ comes, rides }: Travel): string | null {
  if (!rides) return null;
  return comes
    ? 'By van: we collect from the address you gave, and bring everyone back there.'
    : 'We collect from the address you gave, and bring everyone back there.';
}
