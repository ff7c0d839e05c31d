import * as v from 'valibot';
import { RosterSafety } from './health.ts';
import { count } from './numbers.ts';
import { BlockedPerson } from './pickup.ts';
import { ChangeImpact } from './place-changes.ts';
import { TeamId } from './teams.ts';

/**
 * The marks that staff record at the roster, and the state that follows from them (`get_roster_state`, `mark_roster`,
 * `share_roster`; decisions "The roster"). Times as ISO 8601 with zone, by the calendar.
 */

/** The most marks in one call of `mark_roster`. */
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
  /** When staff recorded that they had informed a parent; null if not yet. */
  parent_informed_at: v.nullable(moment),
  parent_informed_by: text,
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
  /** Times; a camp's day includes its extended hours. */
  starts_at: v.string(),
  ends_at: v.string(),
  team: v.nullable(TeamId),
  status: v.picklist(['scheduled', 'cancelled']),
  max_capacity: count,
  /** For a camp, its name. */
  class_type: v.string(),
  location: v.string(),
  /** All coaches, as one text and one by one. */
  coach: v.nullable(v.string()),
  coaches: v.array(Coach),
  mine: v.boolean(),
  children: v.array(
    v.object({
      /** The id for recording attendance: a class's booking, a camp's enrolment. */
      booking_id: v.nullable(v.string()),
      enrollment_id: v.nullable(v.string()),
      child_id: v.string(),
      name: v.string(),
      age: v.number(),
      /** The child has never been booked before. */
      is_new: v.boolean(),
      current_level: v.number(),
      /** In a parent's words: one of `experienceLevels` of `orders.ts`, or free text. */
      experience_level: v.nullable(v.string()),
      /** For EPIC Camp: whether an overnight stay is wanted; null if it was not asked. */
      overnight: v.nullable(v.boolean()),
      attended: v.nullable(v.boolean()),
      ...RosterSafety.entries,
      /** First aid given today. */
      first_aid: v.array(FirstAid),
      pickup_authorizations: v.array(
        v.object({
          name: v.string(),
          relationship: v.nullable(v.string()),
          phone: v.nullable(v.string()),
        }),
      ),
      /** Parents who may collect, with or without a phone number; for a family without an account its contact. */
      collecting_parents: v.array(v.object({ name: v.string(), phone: text })),
      /** People who must never collect the child, according to the family. */
      blocked_collectors: v.array(BlockedPerson),
      going_alone: v.picklist(['allowed', 'too_young', 'no_consent']),
    }),
  ),
});
export type RosterEntry = v.InferOutput<typeof RosterEntry>;

/** How a child leaves. */
export const collectedBy = ['parent', 'listed_person', 'other_person', 'alone'] as const;
export type CollectedBy = (typeof collectedBy)[number];
const CollectedBy = v.picklist(collectedBy);

/** Reasons against a handover, by the database's rules (`private.concerns_of`). */
export const concernCodes = [
  'too_young',
  'no_consent',
  'blocked_person',
  'not_listed',
  'no_photo_id',
  'parent_not_called',
] as const;
export type Concern = (typeof concernCodes)[number];
const Concern = v.picklist(concernCodes);

/** A mark that contradicts another one, made by a device that did not know the other. */
export const DifferingMark = v.object({
  mark_id: v.string(),
  kind: v.picklist(['in', 'late', 'out', 'absent']),
  made_at: moment,
  collected_by: v.nullable(CollectedBy),
  handed_to: text,
  marked_by: text,
});
export type DifferingMark = v.InferOutput<typeof DifferingMark>;

export const MarkState = v.object({
  state: v.picklist(['expected', 'in', 'out', 'absent']),
  /** Time of the mark that applies; null if there is no mark. */
  changed_at: v.nullable(moment),
  last_mark: text,
  marked_by: text,
  /** Who decided which of several different marks is right; null if that was not necessary. */
  decided_by: text,
  checked_in_at: v.nullable(moment),
  is_late: v.boolean(),
  checked_out_at: v.nullable(moment),
  collected_by: v.nullable(CollectedBy),
  handed_to: text,
  /** The database confirmed the code. */
  by_code: v.boolean(),
  /** Reasons against this handover, whether staff confirmed it in spite of them, and why. */
  concerns: v.array(Concern),
  is_confirmed: v.boolean(),
  reason: text,
  /** The last time that a person came for the child and was refused. */
  not_handed_over: v.nullable(
    v.object({ at: moment, person: v.string(), reason: v.string(), marked_by: text }),
  ),
  note: text,
  noted_at: v.nullable(moment),
  /** Ids of the marks that no later mark has seen; this device's next mark follows them. */
  latest: v.array(v.string()),
  /** Marks of two devices that differ, until staff decide. */
  differing: v.array(DifferingMark),
});
export type MarkState = v.InferOutput<typeof MarkState>;

export const RosterState = v.object({
  day: v.pipe(v.string(), v.isoDate()),
  now: moment,
  /** Midnight in Singapore, when a device deletes the day's data. */
  ends_at: moment,
  /** By booking or enrolment. */
  entries: v.array(v.object({ ...MarkState.entries, entry_id: v.string(), place_id: v.string() })),
});
export type RosterState = v.InferOutput<typeof RosterState>;

/**
 * Numbers of children of a session, a camp or a day by where they are; `differing`: those whose marks differ between
 * devices.
 */
export const HeadCount = v.object({
  here: count,
  out: count,
  absent: count,
  expected: count,
  differing: count,
});
export type HeadCount = v.InferOutput<typeof HeadCount>;

const made = { id: v.pipe(v.string(), v.uuid()), entry_id: v.string(), made_at: moment };
/** The marks of the child that the device had seen before it made this one. */
const stated = { ...made, follows: v.optional(v.array(v.string())) };

/** A mark as a device makes it. `entry_id`: the booking or enrolment; `undoes`: the mark that it cancels. */
export const Mark = v.variant('kind', [
  v.object({ ...stated, kind: v.picklist(['in', 'late', 'absent']) }),
  v.object({
    ...stated,
    kind: v.literal('out'),
    collected_by: CollectedBy,
    handed_to: text,
    /** For a person who is not on the list: a photo ID was checked; a parent agreed by phone. */
    id_checked: v.optional(v.boolean()),
    parent_called: v.optional(v.boolean()),
    /** The reason for going ahead in spite of concerns, and that staff knew of them. */
    reason: v.optional(text),
    confirmed: v.optional(v.boolean()),
  }),
  /** `handed_to`: the person who came and was refused. */
  v.object({ ...made, kind: v.literal('not_handed_over'), handed_to: v.string(), reason: v.string() }),
  /** `chooses` is the right one of several marks that differ. */
  v.object({ ...stated, kind: v.literal('decision'), chooses: v.string() }),
  v.object({ ...made, kind: v.literal('undo'), undoes: v.string() }),
  v.object({ ...made, kind: v.literal('note'), note: text }),
  v.object({
    ...made,
    kind: v.literal('first_aid'),
    injury: v.string(),
    treatment: v.string(),
    parent_informed: v.boolean(),
  }),
  /** A parent was informed of this first aid. */
  v.object({ ...made, kind: v.literal('parent_informed'), first_aid_id: v.string() }),
]);
export type Mark = v.InferOutput<typeof Mark>;

/** Answer of `mark_roster`: the marks that were not saved. */
export const MarkedRoster = v.object({
  refused: v.array(v.object({ id: v.string(), code: v.string() })),
});

/** Answer of `assign_coach`. */
export const AssignedCoach = v.object({ coaches: v.array(Coach), impact: ChangeImpact });

/** Answer of `share_roster`; nulls mean that there is no link any more. */
export const RosterShare = v.object({ token: text, expires_at: v.nullable(moment) });

/** Answer of `read_shared_roster`: what the holder of the link sees. */
export const SharedRoster = v.object({
  title: v.string(),
  location: v.string(),
  starts_at: moment,
  ends_at: moment,
  now: moment,
  expires_at: moment,
  is_cancelled_by_us: v.boolean(),
  children: v.array(v.object({ initials: v.string(), state: MarkState.entries.state })),
});
export type SharedRoster = v.InferOutput<typeof SharedRoster>;
