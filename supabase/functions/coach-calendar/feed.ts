import { ICalEventStatus } from 'ical-generator';
import * as v from 'valibot';
import { brand } from '../_shared/contract/brand.ts';
import { placeAddress } from '../_shared/contract/place-names.ts';
import { LOOK_AGAIN_SECONDS } from '../_shared/server/calendar-feed.ts';
import { calendarOf } from '../_shared/server/calendar.ts';

const Event = v.object({
  id: v.string(),
  title: v.string(),
  location_name: v.string(),
  location_address: v.nullable(v.string()),
  starts_at: v.string(),
  ends_at: v.string(),
  cancelled: v.boolean(),
  changed_at: v.string(),
});
export const CoachEvents = v.object({ events: v.array(Event) });
type CoachEvent = v.InferOutput<typeof Event>;

/**
 * Returns a coach's sessions and camp days as a private feed that names no child. Cancelled events stay in it as
 * cancelled.
 */
export const coachFeed = (events: readonly CoachEvent[], siteUrl: string): string =>
  calendarOf(
    'Coach',
    events.map((event) => ({
      id: `coach-${event.id}@${new URL(siteUrl).hostname}`,
      start: new Date(event.starts_at),
      end: new Date(event.ends_at),
      stamp: new Date(event.changed_at),
      lastModified: new Date(event.changed_at),
      status: event.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary: `${event.title}, ${brand.name}`,
      location: placeAddress(event.location_name, event.location_address),
    })),
    { ttl: LOOK_AGAIN_SECONDS, url: `${siteUrl}/management/roster` },
  );
