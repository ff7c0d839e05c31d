import * as v from 'valibot';

// The secret addresses of the calendar feeds of families (people/calendar_links.sql) and of coaches
// (staff/coach_calendars.sql).

/** Answer of `renew_calendar_link()` and `renew_coach_calendar_link()`; the previous link stops working. */
export const CalendarLink = v.object({ token: v.string(), made_at: v.string() });
export type CalendarLink = v.InferOutput<typeof CalendarLink>;

/** Answer of `revoke_calendar_link()` and `revoke_coach_calendar_link()`. */
export const RevokedCalendar = v.object({ revoked: v.boolean() });
export type RevokedCalendar = v.InferOutput<typeof RevokedCalendar>;

/** Null if there is none. The address itself is shown once, when it is created. */
export const CalendarLinkState = v.nullable(
  v.object({ made_at: v.string(), last_read_at: v.nullable(v.string()) }),
);
export type CalendarLinkState = v.InferOutput<typeof CalendarLinkState>;

/** Answer of `get_coach_calendar_link()`. */
export const CoachCalendarLink = v.object({ link: CalendarLinkState });

/**
 * Paths of the functions that serve the calendars, relative to the functions' address; `webcal:` instead of `https:`
 * subscribes.
 */
export const familyCalendarPath = (token: string) => `family-calendar/${token}.ics`;
export const coachCalendarPath = (token: string) => `coach-calendar/${token}.ics`;
