import { ManagementToday, TodaysHealth } from '#contract/management.ts';
import { asMember } from '../../../api/as-member.ts';
import { callRpc } from '../../../api/rpc.ts';

export const fetchToday = () =>
  asMember((token) => callRpc('get_management_today', {}, ManagementToday, token));

/** Each call is a look at the health of all who are named in its answer, and is written down. */
export const fetchHealth = () => asMember((token) => callRpc('read_todays_health', {}, TodaysHealth, token));

export { readOddRows } from '../../../api/books.ts';
