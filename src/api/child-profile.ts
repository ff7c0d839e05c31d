import { ChildProfile } from '#contract/family-people.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/**
 * A child with health, behaviour, people who may collect and emergency contacts. A read by staff is logged and shown
 * to the family. Refuses with `child_not_found`, also for a child of another family.
 */
export const readChild = (id: string) =>
  asMember((token) => callRpc('get_child_details', { p_child_id: id }, ChildProfile, token));
