import { formatTime } from './format.ts';

// How a camp's day and the way there read: the same in mails, on pages and in calendar files.

/** How the children of one camp travel: some come to the base, some are collected at home, or both. */
export interface Ways {
  comes: boolean;
  rides: boolean;
}

export function waysOf(lines: readonly { transport: unknown }[]): Ways {
  return {
    comes: lines.some(({ transport }) => transport === null),
    rides: lines.some(({ transport }) => transport !== null),
  };
}

/** Null without an extended day. Whoever is collected is not dropped off. */
export function extendedDayWords(
  day: { start: string; end: string } | null | undefined,
  { comes }: Ways,
): string | null {
  if (!day) return null;
  const [start, end] = [formatTime(day.start), formatTime(day.end)];
  return comes
    ? `Extended day included: drop off from ${start}, pick up by ${end}.`
    : `Extended day included: ${start} to ${end}.`;
}

/** Null where nobody is collected. Without the address itself: mails are forwarded, and calendars shared. */
export function rideWords({ comes, rides }: Ways): string | null {
  if (!rides) return null;
  return comes
    ? 'By van: we collect from the address you gave, and bring everyone back there.'
    : 'We collect from the address you gave, and bring everyone back there.';
}
