import * as v from 'valibot';
import { count } from './numbers.ts';
import { PlaceImpact } from './place-changes.ts';
import { TeamId } from './teams.ts';

/**
 * What staff mark at the roster, and what follows from it (`get_roster_state`, `mark_roster`, `share_roster`; decisions
 * "The roster"). Moments as ISO 8601 with zone, by the calendar.
 */

/** As many marks as one call takes (`mark_roster`). */
export const MARKS_MAX = 200;

const moment = v.string();
const text = v.nullable(v.string());

export const Coach = v.object({ id: v.string(), name: v.string() });
export type Coach = v.InferOutput<typeof Coach>;

export const FirstAid = v.object({
  id: v.string(),
  happened_at: moment,
  injury: v.string(),
  treatment: v.string(),
  parent_told: v.boolean(),
  written_by: text,
});
export type FirstAid = v.InferOutput<typeof FirstAid>;

/** One class or camp of `get_todays_roster` and `get_roster`. */
export const RosterEntry = v.object({
  kind: v.picklist(['session', 'camp']),
  session_id: v.nullable(v.string()),
  camp_id: v.nullable(v.string()),
  session_date: v.pipe(v.string(), v.isoDate()),
  session_time: v.string(),
  /** Moments; a camp's day with its extended hours. */
  starts_at: v.string(),
  ends_at: v.string(),
  team: v.nullable(TeamId),
  status: v.picklist(['scheduled', 'cancelled']),
  max_capacity: count,
  /** Of a camp its name. */
  class_type: v.string(),
  location: v.string(),
  /** All who lead it, in words and one by one. */
  coach: v.nullable(v.string()),
  coaches: v.array(Coach),
  mine: v.boolean(),
  children: v.array(
    v.object({
      /** To mark who came: of a class the booking, of a camp the enrolment. */
      booking_id: v.nullable(v.string()),
      enrollment_id: v.nullable(v.string()),
      child_id: v.string(),
      name: v.string(),
      age: v.number(),
      /** Never booked before. */
      is_new: v.boolean(),
      current_level: v.number(),
      /** As a parent sees it: `experienceLevels` of `orders.ts`, or their own word. */
      experience_level: v.nullable(v.string()),
      /** On EPIC Camp: would like to stay the night; null: not asked. */
      overnight: v.nullable(v.boolean()),
      attended: v.nullable(v.boolean()),
      allergies: v.nullable(v.string()),
      /** Told with a guest's order, and not decided by the family yet: to be heeded all the same. */
      allergies_unproven: v.array(v.string()),
      /** Given today. */
      first_aid: v.array(FirstAid),
      pickup_authorizations: v.array(
        v.object({
          name: v.string(),
          relationship: v.nullable(v.string()),
          phone: v.nullable(v.string()),
        }),
      ),
    }),
  ),
});
export type RosterEntry = v.InferOutput<typeof RosterEntry>;

/** Answer of `read_place_health`: what must be known beyond allergies. Kept nowhere in the browser. */
export const PlaceHealth = v.array(
  v.object({
    child_id: v.string(),
    medical_conditions: text,
    medications: text,
    emergency_medical_info: text,
    /** Told with a guest's order, and not decided by the family yet. */
    unproven: v.array(v.object({ field: v.string(), text: v.string() })),
    /** The child's, then the family's, in the order to call them. */
    emergency_contacts: v.array(v.object({ name: v.string(), relationship: text, phone: v.string() })),
  }),
);
export type PlaceHealth = v.InferOutput<typeof PlaceHealth>;

export const MarkState = v.object({
  state: v.picklist(['expected', 'in', 'out', 'absent']),
  /** Of the mark that decides; null: nobody marked anything. */
  changed_at: v.nullable(moment),
  last_mark: text,
  marked_by: text,
  checked_in_at: v.nullable(moment),
  is_late: v.boolean(),
  checked_out_at: v.nullable(moment),
  handed_to: text,
  /** The code was right, by the database's own word. */
  by_code: v.boolean(),
  note: text,
  noted_at: v.nullable(moment),
});
export type MarkState = v.InferOutput<typeof MarkState>;

export const RosterState = v.object({
  day: v.pipe(v.string(), v.isoDate()),
  now: moment,
  /** Midnight in Singapore: what a device keeps of the day ends. */
  ends_at: moment,
  /** By booking or enrolment. */
  entries: v.array(v.object({ ...MarkState.entries, entry_id: v.string(), place_id: v.string() })),
});
export type RosterState = v.InferOutput<typeof RosterState>;

const made = { id: v.pipe(v.string(), v.uuid()), entry_id: v.string(), made_at: moment };

/** A mark as a device makes it. `entry_id`: the booking or enrolment; `undoes`: the mark that shall not hold. */
export const Mark = v.variant('kind', [
  v.object({ ...made, kind: v.picklist(['in', 'late', 'absent']) }),
  v.object({ ...made, kind: v.literal('out'), handed_to: text }),
  v.object({ ...made, kind: v.literal('undo'), undoes: v.string() }),
  v.object({ ...made, kind: v.literal('note'), note: text }),
  v.object({
    ...made,
    kind: v.literal('first_aid'),
    injury: v.string(),
    treatment: v.string(),
    parent_told: v.boolean(),
  }),
]);
export type Mark = v.InferOutput<typeof Mark>;

/** Answer of `mark_roster`: all marks were kept but these. */
export const MarkedRoster = v.object({
  refused: v.array(v.object({ id: v.string(), code: v.string() })),
});

/** Answer of `assign_coach`. */
export const AssignedCoach = v.object({ coaches: v.array(Coach), impact: PlaceImpact });

/** Answer of `share_roster`; nulls: there is no link any more. */
export const RosterShare = v.object({ token: text, expires_at: v.nullable(moment) });

/** Answer of `read_shared_roster`: what whoever has the link sees. */
export const SharedRoster = v.object({
  title: v.string(),
  location: v.string(),
  starts_at: moment,
  ends_at: moment,
  now: moment,
  expires_at: moment,
  is_called_off: v.boolean(),
  children: v.array(v.object({ initials: v.string(), state: MarkState.entries.state })),
});
export type SharedRoster = v.InferOutput<typeof SharedRoster>;
