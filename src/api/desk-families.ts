import { DeskFamilies } from '#contract/desk.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/** Admins find families by any part of a name, an address or a number; coaches only by a whole address or number. */
export const findFamilies = (search: string) =>
  asMember((token) => callRpc('find_desk_families', { p_search: search }, DeskFamilies, token));
