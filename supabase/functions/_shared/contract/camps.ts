import * as v from 'valibot';
import { count } from './numbers.ts';
import { TeamId } from './teams.ts';
import { TierId } from './tiers.ts';

/**
 * The public data of camps (spec 2 §3 and §7). `price` is in dollars. Fields whose names end with cents are integer
 * cents.
 */

const date = v.pipe(v.string(), v.isoDate());
const time = v.pipe(v.string(), v.regex(/^\d{2}:\d{2}(:\d{2})?$/));

/** A row of `camps`. */
export const Camp = v.object({
  id: v.pipe(v.string(), v.uuid()),
  name: v.string(),
  start_date: date,
  end_date: date,
  price: v.nullable(v.number()),
  team_type: v.string(),
  location: v.string(),
  session_time_start: time,
  session_time_end: time,
  capacity: count,
  /** The number of spots that are taken or held. */
  current_enrollments: count,
  is_active: v.boolean(),
  tier: TierId,
  team_types: v.array(TeamId),
  location_id: v.pipe(v.string(), v.uuid()),
  base: v.nullable(v.string()),
  days: count,
  price_cents: v.nullable(count),
  /** The early-bird rung that applies now. `listed` means that there is none. */
  rung_id: v.nullable(v.string()),
  /** Null if the rung has no limit of places. */
  rung_places_left: v.nullable(count),
  extended_day: v.boolean(),
  extended_time_start: v.nullable(time),
  extended_time_end: v.nullable(time),
  min_age: v.nullable(count),
  max_age: v.nullable(count),
  cancelled_at: v.nullable(v.string()),
});
export type Camp = v.InferOutput<typeof Camp>;

/** When a day of the camp begins and ends, e.g. "08:30", with the extended day (docs/decisions "Extended day"). */
export const campHours = (camp: Camp): { from: string; until: string } => ({
  from: (camp.extended_time_start ?? camp.session_time_start).slice(0, 5),
  until: (camp.extended_time_end ?? camp.session_time_end).slice(0, 5),
});

/** What changes while a camp is on sale. */
export const CampPrice = v.object({
  camp_id: v.pipe(v.string(), v.uuid()),
  price_cents: v.nullable(count),
  rung_id: v.nullable(v.string()),
  rung_places_left: v.nullable(count),
  spots_left: count,
  /** The share of taken spots, in per cent. */
  fill: count,
});
export type CampPrice = v.InferOutput<typeof CampPrice>;
