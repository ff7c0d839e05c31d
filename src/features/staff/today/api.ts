import { ParentTold } from '#contract/first-aid.ts';
import { ManagementToday, TodaysHealth } from '#contract/management.ts';
import { type Mark, MarkedRoster } from '#contract/roster.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** Which of several marks that differ is right: a mark of its own, with who said so. */
export const decideMark = (placeId: string, day: string, mark: Mark) =>
  asMember((token) =>
    callRpc('mark_roster', { p_place_id: placeId, p_day: day, p_marks: [mark] }, MarkedRoster, token),
  );

export const setParentTold = (firstAidId: string) =>
  asMember((token) => callRpc('set_parent_told', { p_first_aid_id: firstAidId }, ParentTold, token));

export const fetchToday = () =>
  asMember((token) => callRpc('get_management_today', {}, ManagementToday, token));

/** Each call is a look at the health of all who are named in its answer, and is written down. */
export const fetchHealth = () => asMember((token) => callRpc('read_todays_health', {}, TodaysHealth, token));

export { readOddRows } from '#api/books.ts';
