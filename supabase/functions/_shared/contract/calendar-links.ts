import * as v from 'valibot';

// The secret addresses of the calendar feeds of families (people/calendar_links.sql) and of coaches
// (staff/coach_calendars.sql).

/** A new address of a feed. The token is returned only once, because the database stores its hash. */
export const CalendarLink = v.object({ token: v.string(), made_at: v.string() });
export type CalendarLink = v.InferOutput<typeof CalendarLink>;

/** `revoked` is false if there was no address. */
export const RevokedCalendar = v.object({ revoked: v.boolean() });
export type RevokedCalendar = v.InferOutput<typeof RevokedCalendar>;

/** Null if there is no address. `last_read_at` is the last time that a calendar read the feed. */
export const CalendarLinkState = v.nullable(
  v.object({ made_at: v.string(), last_read_at: v.nullable(v.string()) }),
);
export type CalendarLinkState = v.InferOutput<typeof CalendarLinkState>;

/** The state of the address of the signed-in coach's feed. */
export const CoachCalendarLink = v.object({ link: CalendarLinkState });

/** The paths are relative to the functions' address. A calendar subscribes with `webcal:` instead of `https:`. */
export const familyCalendarPath = (token: string) => `family-calendar/${token}.ics`;
export const coachCalendarPath = (token: string) => `coach-calendar/${token}.ics`;
