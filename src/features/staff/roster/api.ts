import { RosterEntry } from '#contract/roster.ts';
import { LevelSet } from '#contract/management-families.ts';
import { CheckedPickup } from '#contract/pickup.ts';
import { LoggedViews } from '#contract/health.ts';
import { Coach, type Mark, MarkedRoster, RosterShare, RosterState } from '#contract/roster.ts';
import * as v from 'valibot';
import { CampsWithReports } from '#contract/growth-reports.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/**
 * Reads today's roster. The answer includes health information, so SQL logs the read once per person, child, session
 * or camp, and day.
 */
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

/** Reads the roster of a day. SQL logs this read, too. */
export const fetchRosterOf = (day: string) =>
  asMember((token) => callRpc('get_roster', { p_date: day }, v.array(RosterEntry), token));

/** Reads only the marks, so it may be called often. By default, the day is today. */
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

/** Returns the coaches. People whose role was removed are left out. */
export const fetchCoaches = () =>
  asMember((token) => callRpc('get_week_plan', {}, v.object({ coaches: v.array(Coach) }), token));

/** Makes a link to a roster for some minutes. With 0 minutes, the link ends. */
export const shareRoster = (placeId: string, minutes: number) =>
  asMember((token) =>
    callRpc('share_roster', { p_place_id: placeId, p_minutes: minutes }, RosterShare, token),
  );

/**
 * Sets a level. The family reads the note. Fails with `child_not_found` if the child is not on the coach's roster
 * today.
 */
export const setLevel = (childId: string, level: number, note: string | null) =>
  asMember((token) =>
    callRpc('set_child_level', { p_child_id: childId, p_level: level, p_note: note }, LevelSet, token),
  );

export const fetchCampsWithReports = () =>
  asMember((token) => callRpc('list_camps_with_reports', {}, CampsWithReports, token));
