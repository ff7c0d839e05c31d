import { RosterEntry } from '#contract/roster.ts';
import { CheckedPickup } from '#contract/pickup.ts';
import { LoggedViews } from '#contract/health.ts';
import { Coach, type Mark, MarkedRoster, RosterShare, RosterState } from '#contract/roster.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** Includes health. SQL logs it once per person, child, place and day. */
export const fetchRoster = () =>
  asMember((token) => callRpc('get_todays_roster', {}, v.array(RosterEntry), token));

/** Logs whose details were opened on this device, possibly hours ago while offline. */
export const logViews = (
  placeId: string,
  day: string,
  views: readonly { child_id: string; viewed_at: string }[],
) =>
  asMember((token) =>
    callRpc('log_health_views', { p_place_id: placeId, p_day: day, p_views: [...views] }, LoggedViews, token),
  );

/** Another day's children, which SQL logs as it does today's. */
export const fetchRosterOf = (day: string) =>
  asMember((token) => callRpc('get_roster', { p_date: day }, v.array(RosterEntry), token));

/** Reads only the marks, which may be done often; by default today's. */
export const fetchState = (day: string | null = null) =>
  asMember((token) => callRpc('get_roster_state', day === null ? {} : { p_date: day }, RosterState, token));

export const sendMarks = (placeId: string, day: string, marks: readonly Mark[]) =>
  asMember((token) =>
    callRpc('mark_roster', { p_place_id: placeId, p_day: day, p_marks: [...marks] }, MarkedRoster, token),
  );

export const checkCode = (childId: string, code: string) =>
  asMember((token) =>
    callRpc('check_pickup_code', { p_child_id: childId, p_code: code }, CheckedPickup, token),
  );

/** Those who may coach now: without people whose role has been taken away. */
export const fetchCoaches = () =>
  asMember((token) => callRpc('get_week_plan', {}, v.object({ coaches: v.array(Coach) }), token));

/** With `minutes` 0 the link ends. */
export const shareRoster = (placeId: string, minutes: number) =>
  asMember((token) =>
    callRpc('share_roster', { p_place_id: placeId, p_minutes: minutes }, RosterShare, token),
  );
