import * as v from 'valibot';

/** A row of `get_session_availability_with_enrollments` (spec 2 §3). Date and time of day in Singapore. */
export const SessionAvailability = v.object({
  session_id: v.pipe(v.string(), v.uuid()),
  session_date: v.pipe(v.string(), v.isoDate()),
  session_time: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}(:\d{2})?$/)),
  class_type_id: v.pipe(v.string(), v.uuid()),
  available_spots: v.pipe(v.number(), v.integer()),
});
export type SessionAvailability = v.InferOutput<typeof SessionAvailability>;

/** A row of `class_types`. The name says the team: "Red Otter A". */
export const ClassType = v.object({ id: v.pipe(v.string(), v.uuid()), name: v.string() });
export type ClassType = v.InferOutput<typeof ClassType>;
