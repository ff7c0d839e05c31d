import {
  CancelByStaffPreview,
  Consequences,
  CopiedWeek,
  PlaceDetails,
  type PlacesFilter,
  SavedPlace,
  SavedTemplate,
  Schedule,
  SchedulePlaces,
  WeekPlan,
  WithdrawnSessions,
} from '#contract/management-schedule.ts';
import { PlaceImpact, type PlaceNotice } from '#contract/place-changes.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const fetchSchedule = (from: string, until: string) =>
  asMember((token) => callRpc('get_schedule', { p_from: from, p_until: until }, Schedule, token));

export const fetchPlace = (id: string) =>
  asMember((token) => callRpc('get_schedule_place', { p_place_id: id }, PlaceDetails, token));

export const fetchPlan = () => asMember((token) => callRpc('get_week_plan', {}, WeekPlan, token));

export const fetchPlaces = (filter: PlacesFilter, sort: string, after: string | null, limit: number) =>
  asMember((token) =>
    callRpc(
      'list_places',
      { p_filter: filter, p_sort: sort, p_after: after, p_limit: limit },
      SchedulePlaces,
      token,
    ),
  );

/** Creates a place if there is no id. `seen`: all fields as they were shown. */
export const savePlace = (
  kind: 'session' | 'camp',
  id: string | null,
  changes: Record<string, unknown>,
  seen: Record<string, unknown> | null,
  notice: PlaceNotice | null,
) => {
  const given = { p_expected: seen, p_notice: notice };
  return asMember((token) =>
    kind === 'session'
      ? callRpc('save_session', { p_session_id: id, p_session: changes, ...given }, SavedPlace, token)
      : callRpc('save_camp', { p_camp_id: id, p_camp: changes, ...given }, SavedPlace, token),
  );
};

/** The consequences of a change; without an id, those of a new session. */
export const previewChange = (id: string | null, changes: Record<string, unknown>) =>
  asMember((token) =>
    callRpc('preview_place_change', { p_place_id: id, p_changes: changes }, PlaceImpact, token),
  );

export const previewCallOff = (ids: readonly string[]) =>
  asMember((token) =>
    callRpc('preview_cancel_by_staff', { p_place_ids: [...ids] }, CancelByStaffPreview, token),
  );

export const callOff = (
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

export const saveTemplate = (
  id: string | null,
  changes: Record<string, unknown>,
  seen: Record<string, unknown> | null,
) =>
  asMember((token) =>
    callRpc(
      'save_template',
      { p_template_id: id, p_template: changes, p_expected: seen },
      SavedTemplate,
      token,
    ),
  );

/** Copies the sessions of one Monday's week to another's. */
export const copyWeek = (from: string, to: string) =>
  asMember((token) => callRpc('copy_week', { p_from: from, p_to: to }, CopiedWeek, token));

export const withdrawSessions = (ids: readonly string[]) =>
  asMember((token) => callRpc('withdraw_sessions', { p_session_ids: [...ids] }, WithdrawnSessions, token));
