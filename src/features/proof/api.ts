import * as v from 'valibot';
import { callRpc } from '#api/rpc.ts';
import { visitId } from '#browser/visit.ts';
import type { Booking } from './model.ts';

const Bookings = v.array(
  v.object({ title: v.string(), class_type: v.string(), location: v.string(), minutes_ago: v.number() }),
);
const Viewers = v.array(v.object({ location: v.string(), viewers: v.number() }));

/** Returns recent bookings, or an empty list if they cannot be read. */
export async function recentBookings(): Promise<Booking[]> {
  const answer = await callRpc('get_recent_bookings', {}, Bookings);
  return answer.ok ? answer.value : [];
}

/**
 * Reports that this visitor looks at these bases. Returns the number of viewers of each, or null if there was no
 * answer.
 */
export async function countViewers(places: readonly string[]): Promise<Map<string, number> | null> {
  const session_id = visitId();
  const beats = places.map((location) => ({ session_id, event_type: 'viewer_heartbeat', location }));
  await callRpc('record_analytics', { p_events: beats }, v.unknown());
  const answer = await callRpc('get_location_viewers', {}, Viewers);
  return answer.ok ? new Map(answer.value.map(({ location, viewers }) => [location, viewers])) : null;
}
