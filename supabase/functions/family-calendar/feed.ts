import ical, { ICalCalendarMethod, ICalEventRepeatingFreq, ICalEventStatus } from 'ical-generator';
import * as v from 'valibot';
import { brand } from '../_shared/contract/brand.ts';
import { campMoments } from '../_shared/contract/camp-day.ts';
import { OrderSession, QuoteCamp } from '../_shared/contract/places.ts';

const DAY_MS = 24 * 3600 * 1000;
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
 * A family's classes and camps as a feed. Moments are written in UTC, which every calendar turns into the right hour. What
 * was called off or given back stays, as cancelled, so that no calendar goes on showing it.
 */
export function familyFeed(events: readonly FamilyEvent[], siteUrl: string): string {
  const calendar = ical({
    name: brand.name,
    prodId: { company: brand.name, product: 'Family', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: LOOK_AGAIN_SECONDS,
    url: `${siteUrl}/family-base`,
  });
  for (const event of events) {
    calendar.createEvent({
      id: `${event.id}@${new URL(siteUrl).hostname}`,
      stamp: new Date(event.changed_at),
      lastModified: new Date(event.changed_at),
      status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...what(event),
    });
  }
  return calendar.toString();
}

function what({ child, session, camp }: FamilyEvent) {
  if (session) {
    return {
      start: new Date(session.starts_at),
      end: new Date(session.ends_at),
      summary: `${child}: ${session.class_type}, ${brand.name}`,
      description: session.coach_name ? `With ${session.coach_name}.` : null,
      location: placeOf(session),
    };
  }
  if (!camp) throw new Error('an event of nothing');
  return {
    ...campMoments(camp),
    // Every day of the camp, at the same hours.
    repeating: {
      freq: ICalEventRepeatingFreq.DAILY,
      count: Math.round((Date.parse(camp.end_date) - Date.parse(camp.start_date)) / DAY_MS) + 1,
    },
    summary: `${child}: ${camp.name}, ${brand.name}`,
    location: placeOf(camp),
  };
}

const placeOf = ({
  location_name,
  location_address,
}: {
  location_name: string;
  location_address: string | null;
}) => [location_name, location_address].filter(Boolean).join(', ');
