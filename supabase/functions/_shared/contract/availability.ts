import * as v from 'valibot';
import { TeamId } from './teams.ts';

/** A row of `get_session_availability_with_enrollments` (spec 2 §3). Date and time of day are in Singapore. */
export const SessionAvailability = v.object({
  session_id: v.pipe(v.string(), v.uuid()),
  session_date: v.pipe(v.string(), v.isoDate()),
  session_time: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}(:\d{2})?$/)),
  class_type_id: v.pipe(v.string(), v.uuid()),
  available_spots: v.pipe(v.number(), v.integer()),
  class_type: v.string(),
  team: v.nullable(TeamId),
  location_name: v.string(),
  coach_name: v.nullable(v.string()),
});
export type SessionAvailability = v.InferOutput<typeof SessionAvailability>;
