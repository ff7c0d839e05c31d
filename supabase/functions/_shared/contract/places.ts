import * as v from 'valibot';
import { TeamId } from './teams.ts';
import { TierId } from './tiers.ts';

/** A class session as orders, mails and families show it. */
export const OrderSession = v.object({
  session_id: v.string(),
  session_date: v.pipe(v.string(), v.isoDate()),
  session_time: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  class_type: v.string(),
  team: v.nullish(TeamId),
  location_name: v.string(),
  location_address: v.nullable(v.string()),
  coach_name: v.nullable(v.string()),
});

/** A camp as orders, mails and families show it. Its hours are those of the programme. */
export const QuoteCamp = v.object({
  camp_id: v.string(),
  name: v.string(),
  tier: TierId,
  start_date: v.pipe(v.string(), v.isoDate()),
  end_date: v.pipe(v.string(), v.isoDate()),
  session_time_start: v.string(),
  session_time_end: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  location_name: v.string(),
  location_address: v.nullable(v.string()),
  /**
   * Times of day from the tier's content, such as "08:30" and "17:00". They are the earliest drop-off and the latest
   * collection.
   */
  extended_day: v.optional(v.nullable(v.object({ start: v.string(), end: v.string() }))),
});
