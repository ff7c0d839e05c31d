import * as v from 'valibot';
import { count } from './numbers.ts';
import { CoachConcern } from './place-changes.ts';
import { Coach } from './roster.ts';

/**
 * When coaches can work (docs/decisions "Coaches' time"). Days like 2026-11-29 and times like 09:30 are in Singapore.
 */

export const absenceKinds = ['holiday', 'ill', 'training', 'other'] as const;
export type AbsenceKind = (typeof absenceKinds)[number];

/**
 * The hours on one weekday. A weekday that is missing from the list is unknown. If the times are null, the coach
 * cannot work on that weekday.
 */
export const CoachHours = v.object({
  /** ISO: 1 Monday to 7 Sunday. */
  weekday: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  from_time: v.nullable(v.string()),
  until_time: v.nullable(v.string()),
});
export type CoachHours = v.InferOutput<typeof CoachHours>;
export const SavedCoachHours = v.object({ hours: v.array(CoachHours) });

/** An absence, both days included. If it has no times, it lasts all day. */
export const AbsenceFields = v.object({
  first_day: v.string(),
  last_day: v.string(),
  from_time: v.nullable(v.string()),
  until_time: v.nullable(v.string()),
  kind: v.picklist(absenceKinds),
  note: v.nullable(v.pipe(v.string(), v.maxLength(200))),
});
export type AbsenceFields = v.InferOutput<typeof AbsenceFields>;
export const CoachAbsence = v.object({ id: v.string(), ...AbsenceFields.entries });
export type CoachAbsence = v.InferOutput<typeof CoachAbsence>;

/**
 * A session or camp whose coach is absent, whose coach's account lost its role (`no_access`), or a session without a
 * coach.
 */
export const UncoveredPlace = v.object({
  place_id: v.string(),
  kind: v.picklist(['session', 'camp']),
  title: v.string(),
  location: v.string(),
  /** Null for `no_coach`. */
  coach: v.nullable(v.string()),
  reason: v.picklist(['absent', 'no_access', 'left', 'no_coach']),
  starts_at: v.string(),
  ends_at: v.string(),
});
export type UncoveredPlace = v.InferOutput<typeof UncoveredPlace>;
/** The number of these places, and the next ones of them. */
export const UncoveredPlaces = v.object({ count, first: v.array(UncoveredPlace) });

/** An absence after saving, with the sessions and camps that now lack a coach. */
export const SavedAbsence = v.object({ absence: CoachAbsence, uncovered: UncoveredPlaces });
export type SavedAbsence = v.InferOutput<typeof SavedAbsence>;
/** `removed` is false if there was no such absence. */
export const RemovedAbsence = v.object({ removed: v.boolean() });

/** A session or camp that a coach leads. */
export const CoachPlace = v.object({
  place_id: v.string(),
  kind: v.picklist(['session', 'camp']),
  title: v.string(),
  level: v.nullable(v.string()),
  location: v.string(),
  first_day: v.string(),
  last_day: v.string(),
  from_time: v.string(),
  until_time: v.string(),
  is_cancelled: v.boolean(),
  /** The days of a camp that staff cancelled. */
  cancelled_days: v.array(v.string()),
  capacity: count,
  booked: count,
  /** The names of the other coaches. */
  others: v.array(v.string()),
});
export type CoachPlace = v.InferOutput<typeof CoachPlace>;

/** A birthday party of today. Any coach may open it. */
export const PartyToday = v.object({
  party_id: v.string(),
  package: v.nullable(v.string()),
  head_count: count,
  from_time: v.string(),
  until_time: v.string(),
});
export type PartyToday = v.InferOutput<typeof PartyToday>;

/** A week of a coach's calendar, from `monday`. */
export const CoachWeek = v.object({
  today: v.string(),
  monday: v.string(),
  coach: Coach,
  is_me: v.boolean(),
  /** The coaches whose week an admin can open. Null for a coach. */
  coaches: v.nullable(v.array(Coach)),
  closed_days: v.array(v.object({ day: v.string(), name: v.string() })),
  places: v.array(CoachPlace),
  parties: v.array(PartyToday),
  hours: v.array(CoachHours),
  absences: v.array(CoachAbsence),
});
export type CoachWeek = v.InferOutput<typeof CoachWeek>;

/** A session or camp and the coach who should take it over. `to` is null if nobody should. */
export interface CoachChangeItem {
  place_id: string;
  /** The present coach. It may be left out if there is only one. */
  from?: string | null;
  to: string | null;
}

/** Answer of a change of coaches, or of its preview. */
export const CoachChange = v.object({
  places: v.array(
    v.object({
      place_id: v.string(),
      kind: v.picklist(['session', 'camp']),
      title: v.string(),
      location: v.string(),
      starts_at: v.string(),
      ends_at: v.string(),
      from: v.nullable(Coach),
      to: v.nullable(Coach),
      /**
       * Why nothing changes, for example because a camp has several coaches and the call names none of them. Null if
       * the coach changes.
       */
      left_out: v.nullable(v.picklist(['cancelled', 'over', 'several', 'changed', 'same'])),
      /** What speaks against the new coach, e.g. an absence. */
      concerns: v.array(CoachConcern),
    }),
  ),
  /** True if staff must give a reason, because of a concern. */
  needs_reason: v.boolean(),
});
export type CoachChange = v.InferOutput<typeof CoachChange>;
/** The sessions and camps that a coach leads on some days. */
export const CoachPlaceIds = v.object({ place_ids: v.array(v.string()) });
