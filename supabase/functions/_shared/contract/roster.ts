import * as v from 'valibot';
import { PhotoConsent } from './camp-photos.ts';
import { RosterSafety } from './health.ts';
import { count } from './numbers.ts';
import { BlockedPerson } from './pickup.ts';
import { ChangeImpact } from './place-changes.ts';
import { TeamId } from './teams.ts';

/** What staff record at the roster (docs/decisions "The roster"). Times are in ISO 8601, on the calendar's clock. */

/** The most marks that one call sends. */
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
  parent_informed_at: v.nullable(moment),
  parent_informed_by: text,
  written_by: text,
});
export type FirstAid = v.InferOutput<typeof FirstAid>;

/** A session or camp of the day with its children. */
export const RosterEntry = v.object({
  kind: v.picklist(['session', 'camp']),
  session_id: v.nullable(v.string()),
  camp_id: v.nullable(v.string()),
  session_date: v.pipe(v.string(), v.isoDate()),
  session_time: v.string(),
  /** The start and the end as times. A camp's day includes its extended hours. */
  starts_at: v.string(),
  ends_at: v.string(),
  team: v.nullable(TeamId),
  status: v.picklist(['scheduled', 'cancelled']),
  max_capacity: count,
  class_type: v.string(),
  location: v.string(),
  coach: v.nullable(v.string()),
  coaches: v.array(Coach),
  /** True if the caller is one of its coaches. */
  mine: v.boolean(),
  children: v.array(
    v.object({
      booking_id: v.nullable(v.string()),
      enrollment_id: v.nullable(v.string()),
      child_id: v.string(),
      /** The family, whose page admins open. Null for coaches, and missing in a roster that was stored earlier. */
      family_id: v.nullish(v.string()),
      name: v.string(),
      age: v.number(),
      /** True if it is the child's first time. */
      is_new: v.boolean(),
      current_level: v.number(),
      experience_level: v.nullable(v.string()),
      /** True if the parent would like the child to stay the night. Null if the camp has no night. */
      overnight: v.nullable(v.boolean()),
      /** Null until attendance is recorded. */
      attended: v.nullable(v.boolean()),
      ...RosterSafety.entries,
      first_aid: v.array(FirstAid),
      pickup_authorizations: v.array(
        v.object({
          name: v.string(),
          relationship: v.nullable(v.string()),
          phone: v.nullable(v.string()),
        }),
      ),
      /**
       * Parents who may collect, even if they have no phone number. For a family without an account, this is its
       * contact.
       */
      collecting_parents: v.array(v.object({ name: v.string(), phone: text })),
      blocked_collectors: v.array(BlockedPerson),
      /** The answer to the question whether the child may go home alone. */
      going_alone: v.picklist(['allowed', 'too_young', 'no_consent']),
      photo_consent: PhotoConsent,
    }),
  ),
});
export type RosterEntry = v.InferOutput<typeof RosterEntry>;

/** How a child left. `listed_person` is somebody on the family's list. */
export const collectedBy = ['parent', 'listed_person', 'other_person', 'alone'] as const;
export type CollectedBy = (typeof collectedBy)[number];
const CollectedBy = v.picklist(collectedBy);

/** The rules that handing a child over would break. */
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

/** A mark that contradicts a mark of another device. */
export const DifferingMark = v.object({
  mark_id: v.string(),
  kind: v.picklist(['in', 'late', 'out', 'absent']),
  made_at: moment,
  collected_by: v.nullable(CollectedBy),
  handed_to: text,
  marked_by: text,
});
export type DifferingMark = v.InferOutput<typeof DifferingMark>;

/** Where a child is on a day, according to all marks. */
export const MarkState = v.object({
  state: v.picklist(['expected', 'in', 'out', 'absent']),
  /** When the mark was made that decides the state. */
  changed_at: v.nullable(moment),
  /** The id of that mark. */
  last_mark: text,
  /** Who made that mark. */
  marked_by: text,
  /** The person who decided between differing marks. Null if nobody had to. */
  decided_by: text,
  checked_in_at: v.nullable(moment),
  /** True if the child came late. */
  is_late: v.boolean(),
  checked_out_at: v.nullable(moment),
  collected_by: v.nullable(CollectedBy),
  /** The name of the person who collected the child. */
  handed_to: text,
  /** True if that person gave the right pick-up code. */
  by_code: v.boolean(),
  concerns: v.array(Concern),
  /** True if staff saw the concerns and handed the child over anyway. */
  is_confirmed: v.boolean(),
  /** Why staff handed the child over despite the concerns. */
  reason: text,
  /** The last time that staff refused to hand the child over to somebody. */
  not_handed_over: v.nullable(
    v.object({ at: moment, person: v.string(), reason: v.string(), marked_by: text }),
  ),
  note: text,
  /** When the note was written. */
  noted_at: v.nullable(moment),
  /** When the family said that the child does not come that day. The child may come anyway. */
  told_absent_at: v.optional(v.nullable(moment), null),
  /** The ids of marks that no later mark has seen. */
  latest: v.array(v.string()),
  /** The latest marks that contradict each other. */
  differing: v.array(DifferingMark),
});
export type MarkState = v.InferOutput<typeof MarkState>;

/** Where all children of the day are. `now` is the calendar's clock. */
export const RosterState = v.object({
  day: v.pipe(v.string(), v.isoDate()),
  now: moment,
  /** Midnight in Singapore, when a device deletes the day's data. */
  ends_at: moment,
  entries: v.array(v.object({ ...MarkState.entries, entry_id: v.string(), place_id: v.string() })),
});
export type RosterState = v.InferOutput<typeof RosterState>;

/** The number of children by where they are. */
export const HeadCount = v.object({
  here: count,
  out: count,
  absent: count,
  expected: count,
  /** The number of children whose marks differ between devices. */
  differing: count,
});
export type HeadCount = v.InferOutput<typeof HeadCount>;

/** `id` and `made_at` come from the device, so that a mark that was sent twice counts once. */
const markFields = { id: v.pipe(v.string(), v.uuid()), entry_id: v.string(), made_at: moment };
/** `follows` has the ids of the child's marks that the device knew when it made this one. */
const followingMarkFields = { ...markFields, follows: v.optional(v.array(v.string())) };

/**
 * A mark as a device makes it. `entry_id` is the booking or enrolment, and `undoes` is the mark that it cancels. If
 * marks differ, `chooses` is the mark that staff decide is right.
 */
export const Mark = v.variant('kind', [
  v.object({ ...followingMarkFields, kind: v.picklist(['in', 'late', 'absent']) }),
  v.object({
    ...followingMarkFields,
    kind: v.literal('out'),
    collected_by: CollectedBy,
    handed_to: text,
    /** True if staff checked a photo ID. */
    id_checked: v.optional(v.boolean()),
    /** True if a parent agreed on the phone. */
    parent_called: v.optional(v.boolean()),
    reason: v.optional(text),
    /** True if staff hand the child over despite concerns. */
    confirmed: v.optional(v.boolean()),
  }),
  v.object({ ...markFields, kind: v.literal('not_handed_over'), handed_to: v.string(), reason: v.string() }),
  v.object({ ...followingMarkFields, kind: v.literal('decision'), chooses: v.string() }),
  v.object({ ...markFields, kind: v.literal('undo'), undoes: v.string() }),
  v.object({ ...markFields, kind: v.literal('note'), note: text }),
  v.object({
    ...markFields,
    kind: v.literal('first_aid'),
    injury: v.string(),
    treatment: v.string(),
    parent_informed: v.boolean(),
  }),
  v.object({ ...markFields, kind: v.literal('parent_informed'), first_aid_id: v.string() }),
]);
export type Mark = v.InferOutput<typeof Mark>;

/** The marks that were not saved, each with an error code. */
export const MarkedRoster = v.object({
  refused: v.array(v.object({ id: v.string(), code: v.string() })),
});

/** The coaches after a change, and the effects of the change. */
export const AssignedCoach = v.object({ coaches: v.array(Coach), impact: ChangeImpact });

/** Answer of `share_roster`. Both fields are null if there is no longer a link. */
export const RosterShare = v.object({ token: text, expires_at: v.nullable(moment) });

/** What a shared link shows. It has initials instead of names. */
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
