import { RosterEntry } from '#contract/roster.ts';
import { CheckedPickup } from '#contract/pickup.ts';
import { Coach, type Mark, MarkedRoster, PlaceHealth, RosterShare, RosterState } from '#contract/roster.ts';
import * as v from 'valibot';
import { asMember } from '../../../api/as-member.ts';
import { callRpc, readRows } from '../../../api/rpc.ts';

/** Each call is a look at the allergies of all who are on it, and is written down. */
export const fetchRoster = () =>
  asMember((token) => callRpc('get_todays_roster', {}, v.array(RosterEntry), token));

/** Conditions, medicine, whom to call: a look at each child of the place, and written down. */
export const readPlaceHealth = (placeId: string) =>
  asMember((token) => callRpc('read_place_health', { p_place_id: placeId }, PlaceHealth, token));

/** Marks alone, as often as one likes. */
export const fetchState = () => asMember((token) => callRpc('get_roster_state', {}, RosterState, token));

export const sendMarks = (placeId: string, day: string, marks: readonly Mark[]) =>
  asMember((token) =>
    callRpc('mark_roster', { p_place_id: placeId, p_day: day, p_marks: [...marks] }, MarkedRoster, token),
  );

export const checkCode = (childId: string, code: string) =>
  asMember((token) =>
    callRpc('check_pickup_code', { p_child_id: childId, p_code: code }, CheckedPickup, token),
  );

export const fetchCoaches = () =>
  asMember((token) => readRows('coaches?select=id,name&order=name', v.array(Coach), token));

/** `minutes` 0: there is no link any more. */
export const shareRoster = (placeId: string, minutes: number) =>
  asMember((token) =>
    callRpc('share_roster', { p_place_id: placeId, p_minutes: minutes }, RosterShare, token),
  );
