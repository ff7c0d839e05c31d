import { ChildProfile } from '#contract/family-people.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/** Reads a child's profile. A read by staff is logged and shown to the family. Fails with `child_not_found`. */
export const readChild = (id: string) =>
  asMember((token) => callRpc('get_child_details', { p_child_id: id }, ChildProfile, token));
