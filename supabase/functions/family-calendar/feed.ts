import { ICalEventStatus } from 'ical-generator';
import * as v from 'valibot';
import { campAppointment, classAppointment } from '../_shared/contract/appointments.ts';
import { OrderSession, QuoteCamp } from '../_shared/contract/places.ts';
import { calendarOf } from '../_shared/server/calendar.ts';

/** How often a calendar program is asked to look again. */
const LOOK_AGAIN_SECONDS = 3600;

const Event = v.object({
  id: v.string(),
  /** First name. */
  child: v.string(),
  cancelled: v.boolean(),
  changed_at: v.string(),
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
});
/** Answer of `read_family_calendar`. */
export const FamilyEvents = v.object({ events: v.array(Event) });
type FamilyEvent = v.InferOutput<typeof Event>;

/**
 * A family's classes and camps as a feed, for its own eyes: with first names. What was called off or given back stays,
 * as cancelled, so that no calendar goes on showing it.
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

function appointmentOf({ session, camp }: FamilyEvent) {
  if (session) return classAppointment(session);
  if (!camp) throw new Error('an event of nothing');
  // Who is collected and who comes is not said here, so neither is where they are dropped off.
  return { ...campAppointment(camp), description: null };
}
