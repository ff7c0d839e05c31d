import * as v from 'valibot';
import { TeamId } from './teams.ts';
import { tierIds } from './tiers.ts';

/** What is booked, as orders and quotes show it (spec 2 §3). Dates and times of day in Singapore time. */

export const OrderSession = v.object({
  session_id: v.string(),
  session_date: v.pipe(v.string(), v.isoDate()),
  session_time: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  class_type: v.string(),
  /** Null: of no team; missing in mails that were written before it was said. */
  team: v.nullish(TeamId),
  location_name: v.string(),
  location_address: v.nullable(v.string()),
  coach_name: v.nullable(v.string()),
});

export const QuoteCamp = v.object({
  camp_id: v.string(),
  name: v.string(),
  tier: v.picklist(tierIds),
  start_date: v.pipe(v.string(), v.isoDate()),
  end_date: v.pipe(v.string(), v.isoDate()),
  session_time_start: v.string(),
  session_time_end: v.string(),
  /** The first day's beginning and end. */
  starts_at: v.string(),
  ends_at: v.string(),
  location_name: v.string(),
  location_address: v.nullable(v.string()),
  /** Times of day, "08:30" to "17:00": how early a child may come, and how late be fetched. Content of the tier. */
  extended_day: v.optional(v.nullable(v.object({ start: v.string(), end: v.string() }))),
});
