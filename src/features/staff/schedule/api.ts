import { type ClassTypeFields, SavedClassType, SavedCoach } from '#contract/class-kinds.ts';
import {
  CancelByStaffPreview,
  type CampFields,
  Consequences,
  RemovedCamp,
  ScheduleItemDetails,
  SavedScheduleItem,
  SavedTemplate,
  Schedule,
  ScheduleItems,
  WeekPlan,
  WithdrawnSessions,
} from '#contract/management-schedule.ts';
import { CopiedWeek, WeekCopy } from '#contract/week-copies.ts';
import { CoachChange, type CoachChangeItem, CoachPlaceIds } from '#contract/coach-time.ts';
import { ChangeImpact, type ChangeNotice } from '#contract/place-changes.ts';
import { MovedChild, MoveTargets } from '#contract/staff-moves.ts';
import { AddedChild, AddedChildPreview, type AddingWay } from '#contract/added-children.ts';
import { CoachDuties, type Handover } from '#contract/management-system.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';
import { readList } from '#api/staff-list.ts';
import type { Fields } from './model.ts';

export const fetchSchedule = (from: string, until: string) =>
  asMember((token) => callRpc('get_schedule', { p_from: from, p_until: until }, Schedule, token));

export const fetchItem = (id: string) =>
  asMember((token) => callRpc('get_schedule_place', { p_place_id: id }, ScheduleItemDetails, token));

export const fetchPlan = () => asMember((token) => callRpc('get_week_plan', {}, WeekPlan, token));

export const fetchItems = readList('list_places', ScheduleItems);

/**
 * Saves a session or camp. `original` has the fields as the form was opened with them. `reason` says why a coach is
 * assigned who is absent or planned elsewhere.
 */
export const saveItem = (
  kind: 'session' | 'camp',
  id: string | null,
  changes: Fields,
  original: Fields | null,
  notice: ChangeNotice | null,
  reason: string | null,
) => {
  const expectations = { p_expected: original, p_notice: notice };
  return asMember((token) =>
    kind === 'session'
      ? callRpc(
          'save_session',
          { p_session_id: id, p_session: changes, ...expectations, p_reason: reason },
          SavedScheduleItem,
          token,
        )
      : callRpc('save_camp', { p_camp_id: id, p_camp: changes, ...expectations }, SavedScheduleItem, token),
  );
};

/**
 * Removes a camp. The database refuses this if something refers to the camp, or if its fields are no longer those that
 * staff saw.
 */
export const removeCamp = (id: string, camp: CampFields) =>
  asMember((token) => callRpc('remove_camp', { p_camp_id: id, p_expected: { ...camp } }, RemovedCamp, token));

/** Allows the sale of a camp that has no coach, for this reason. A reason of null ends the exception. */
export const setSaleException = (id: string, reason: string | null) =>
  asMember((token) =>
    callRpc('set_camp_sale_exception', { p_camp_id: id, p_reason: reason }, ScheduleItemDetails, token),
  );

/** Returns the consequences of a change. If no id is given, they are those of a new session. */
export const previewChange = (id: string | null, changes: Fields) =>
  asMember((token) =>
    callRpc('preview_place_change', { p_place_id: id, p_changes: changes }, ChangeImpact, token),
  );

export const previewCancellation = (ids: readonly string[]) =>
  asMember((token) =>
    callRpc('preview_cancel_by_staff', { p_place_ids: [...ids] }, CancelByStaffPreview, token),
  );

/** Cancels sessions and camps. The database refuses this if the consequences are no longer those that staff saw. */
export const cancelItems = (
  ids: readonly string[],
  reason: string,
  refunds: boolean,
  { places, bookings, credits, refund_cents }: Consequences,
) =>
  asMember((token) =>
    callRpc(
      'cancel_by_staff',
      {
        p_place_ids: [...ids],
        p_reason: reason,
        p_refunds: refunds,
        p_expected: { places, bookings, credits, refund_cents },
      },
      Consequences,
      token,
    ),
  );

/** Returns the sessions and camps of a coach between two days that have not ended. */
export const fetchCoachPlaces = (coachId: string, from: string, until: string) =>
  asMember((token) =>
    callRpc('list_coach_places', { p_coach_id: coachId, p_from: from, p_until: until }, CoachPlaceIds, token),
  );

/** Returns the consequences of `changeCoaches`. */
export const previewCoaches = (items: readonly CoachChangeItem[]) =>
  asMember((token) =>
    callRpc('preview_change_coaches', { p_items: items.map((item) => ({ ...item })) }, CoachChange, token),
  );

/** Changes the coach of all these sessions and camps or of none. */
export const changeCoaches = (items: readonly CoachChangeItem[], reason: string | null) =>
  asMember((token) =>
    callRpc(
      'change_coaches',
      { p_items: items.map((item) => ({ ...item })), p_reason: reason },
      CoachChange,
      token,
    ),
  );

/** Corrects the coach of a session or camp in the past. Null means nobody. */
export const correctCoach = (id: string, from: string | null, to: string | null, reason: string) =>
  asMember((token) =>
    callRpc(
      'correct_coach',
      { p_place_id: id, p_from: from, p_to: to, p_reason: reason },
      ScheduleItemDetails,
      token,
    ),
  );

/** Returns the sessions and camps to which a child can be moved. */
export const fetchMoveTargets = (childId: string, from: string) =>
  asMember((token) =>
    callRpc('list_staff_move_targets', { p_child_id: childId, p_from: from }, MoveTargets, token),
  );

/** Moves a child. If `addsSpot` is true, a full session gets another spot for the child. */
export const moveChild = (
  noteId: string,
  childId: string,
  from: string,
  to: string,
  addsSpot: boolean,
  reason: string,
) =>
  asMember((token) =>
    callRpc(
      'move_child',
      {
        p_note_id: noteId,
        p_child_id: childId,
        p_from: from,
        p_to: to,
        p_adds_spot: addsSpot,
        p_reason: reason,
      },
      MovedChild,
      token,
    ),
  );

export const saveTemplate = (id: string | null, changes: Fields, original: Fields | null) =>
  asMember((token) =>
    callRpc(
      'save_template',
      { p_template_id: id, p_template: changes, p_expected: original },
      SavedTemplate,
      token,
    ),
  );

/**
 * Saves a kind of class. If no id is given, creates one. `original` has the fields as the form was opened with them.
 */
export const saveClassType = (id: string | null, fields: ClassTypeFields, original: ClassTypeFields | null) =>
  asMember((token) =>
    callRpc(
      'save_class_type',
      { p_class_type_id: id, p_class_type: { ...fields }, p_expected: original && { ...original } },
      SavedClassType,
      token,
    ),
  );

/**
 * Saves a coach. If no id is given, creates a coach who has no account. `original` is the name that the form was
 * opened with.
 */
export const saveCoach = (id: string | null, name: string, original: string | null) =>
  asMember((token) =>
    callRpc('save_coach', { p_coach_id: id, p_name: name, p_expected_name: original }, SavedCoach, token),
  );

/** Returns the consequences of `copyWeek`. Weeks are named by their Mondays. */
export const previewWeekCopy = (from: string, to: string) =>
  asMember((token) => callRpc('preview_week_copy', { p_from: from, p_to: to }, WeekCopy, token));

/** Copies the sessions of a week to another week. Weeks are named by their Mondays. */
export const copyWeek = (from: string, to: string) =>
  asMember((token) => callRpc('copy_week', { p_from: from, p_to: to }, CopiedWeek, token));

export const withdrawSessions = (ids: readonly string[], campIds: readonly string[] = []) =>
  asMember((token) =>
    callRpc(
      'withdraw_sessions',
      { p_session_ids: [...ids], p_camp_ids: [...campIds] },
      WithdrawnSessions,
      token,
    ),
  );

/** Returns what adding a child would do. The database adds the child and then rolls that back. */
export const previewAddedChild = (childId: string, placeId: string, way: AddingWay) =>
  asMember((token) =>
    callRpc(
      'preview_added_child',
      { p_child_id: childId, p_place_id: placeId, p_way: way },
      AddedChildPreview,
      token,
    ),
  );

export interface AddingRequest {
  noteId: string;
  childId: string;
  placeId: string;
  way: AddingWay;
  /** The capacity of a full session or camp that gets one more spot. Null if no spot is added. */
  capacity: number | null;
  allowsAge: boolean;
  reason: string;
}
export const addChild = ({ noteId, childId, placeId, way, capacity, allowsAge, reason }: AddingRequest) =>
  asMember((token) =>
    callRpc(
      'add_child',
      {
        p_note_id: noteId,
        p_child_id: childId,
        p_place_id: placeId,
        p_way: way,
        p_expected_capacity: capacity,
        p_allows_age: allowsAge,
        p_reason: reason,
      },
      AddedChild,
      token,
    ),
  );

export const removeUnpaidChild = (noteId: string, childId: string, placeId: string, reason: string) =>
  asMember((token) =>
    callRpc(
      'remove_unpaid_child',
      { p_note_id: noteId, p_child_id: childId, p_place_id: placeId, p_reason: reason },
      ScheduleItemDetails,
      token,
    ),
  );

export const fetchCoachDuties = (coachId: string, to: string | null) =>
  asMember((token) =>
    callRpc('get_planned_coach_duties', { p_coach_id: coachId, p_to: to }, CoachDuties, token),
  );

export const deactivateCoach = (coachId: string, handover: Handover | null) =>
  asMember((token) =>
    callRpc(
      'deactivate_coach',
      { p_coach_id: coachId, p_handover: handover && { ...handover } },
      SavedCoach,
      token,
    ),
  );

export const reactivateCoach = (coachId: string) =>
  asMember((token) => callRpc('reactivate_coach', { p_coach_id: coachId }, SavedCoach, token));
