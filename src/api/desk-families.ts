import { DeskFamilies } from '#contract/desk.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/**
 * Finds families. Admins find them by any part of a name, an address or a number. Coaches find them only by a whole
 * address or number.
 */
export const findFamilies = (search: string) =>
  asMember((token) => callRpc('find_desk_families', { p_search: search }, DeskFamilies, token));
