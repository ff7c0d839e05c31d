import { ICalEventStatus } from 'ical-generator';
import * as v from 'valibot';
import { campAppointment, classAppointment, withoutDays } from '../_shared/contract/appointments.ts';
import { OrderSession, QuoteCamp } from '../_shared/contract/places.ts';
import { LOOK_AGAIN_SECONDS } from '../_shared/server/calendar-feed.ts';
import { calendarOf } from '../_shared/server/calendar.ts';

const Event = v.object({
  id: v.string(),
  child: v.string(),
  cancelled: v.boolean(),
  /** The days of a camp on which it does not take place or the child does not come. */
  days_off: v.optional(v.array(v.pipe(v.string(), v.isoDate())), []),
  changed_at: v.string(),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  rides: v.optional(v.boolean(), false),
});
export const FamilyEvents = v.object({ events: v.array(Event) });
type FamilyEvent = v.InferOutput<typeof Event>;

/**
 * Returns the feed of a family. Its events have first names. Cancelled events stay in it as cancelled, so that
 * calendars remove them.
 */
export function familyFeed(events: readonly FamilyEvent[], siteUrl: string): string {
  return calendarOf(
    'Family',
    events.map((event) => {
      const appointment = appointmentOf(event);
      return {
        ...appointment,
        id: `${event.id}@${new URL(siteUrl).hostname}`,
        stamp: new Date(event.changed_at),
        lastModified: new Date(event.changed_at),
        status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        summary: `${event.child}: ${appointment.summary}`,
      };
    }),
    { ttl: LOOK_AGAIN_SECONDS, url: `${siteUrl}/family-base` },
  );
}

function appointmentOf({ session, camp, rides, days_off: days }: FamilyEvent) {
  if (session) return classAppointment(session);
  if (!camp) throw new Error('an event of nothing');
  return withoutDays(campAppointment(camp, { comes: !rides, rides }), camp.start_date, days);
}
