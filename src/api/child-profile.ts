import { ChildProfile } from '#contract/family-people.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/**
 * A child in full: health, behaviour, who may fetch and whom to call. A look of staff is written down, and told to the
 * family. Refuses `child_not_found`, also for another family's.
 */
export const readChild = (id: string) =>
  asMember((token) => callRpc('get_child_details', { p_child_id: id }, ChildProfile, token));
