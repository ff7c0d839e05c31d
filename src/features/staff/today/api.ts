import { ParentInformed } from '#contract/first-aid.ts';
import { BounceHandled, ManagementToday, TodaysHealth } from '#contract/management.ts';
import { type Mark, MarkedRoster } from '#contract/roster.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** Decides between two conflicting marks of two devices. A new mark does that, and records who decided. */
export const decideMark = (placeId: string, day: string, mark: Mark) =>
  asMember((token) =>
    callRpc('mark_roster', { p_place_id: placeId, p_day: day, p_marks: [mark] }, MarkedRoster, token),
  );

export const setParentInformed = (firstAidId: string) =>
  asMember((token) => callRpc('set_parent_informed', { p_first_aid_id: firstAidId }, ParentInformed, token));

/**
 * Records that staff have dealt with a bounce. `bouncedAt` is the time that staff saw, so a later bounce stays in the
 * list.
 */
export const setBounceHandled = (email: string, bouncedAt: string) =>
  asMember((token) =>
    callRpc('set_bounce_handled', { p_email: email, p_bounced_at: bouncedAt }, BounceHandled, token),
  );

export const fetchToday = () =>
  asMember((token) => callRpc('get_management_today', {}, ManagementToday, token));

/** Each call reads the health information of everybody in its answer, so it is logged. */
export const fetchHealth = () => asMember((token) => callRpc('read_todays_health', {}, TodaysHealth, token));

export { readDiscrepancies } from '#api/books.ts';

export const setUnreachedHandled = (id: string) =>
  asMember((token) => callRpc('set_unreached_handled', { p_id: id }, BounceHandled, token));
