import { ManagementToday, OddRows, TodaysHealth } from '#contract/management.ts';
import { asMember } from '../../../api/as-member.ts';
import { callRpc } from '../../../api/rpc.ts';

export const fetchToday = () =>
  asMember((token) => callRpc('get_management_today', {}, ManagementToday, token));

/** Each call is a look at the health of all who are named in its answer, and is written down. */
export const fetchHealth = () => asMember((token) => callRpc('read_todays_health', {}, TodaysHealth, token));

/** A piece of the books; `after`: the subject of the row that said that it goes on. */
export const fetchOddRows = (after: string | null) =>
  asMember((token) => callRpc('reconcile_books', { p_after: after }, OddRows, token));
