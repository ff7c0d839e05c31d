import { AskedParents } from '#contract/health.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/** `sent_before`: the parents were asked today already. */
export type AskOutcome = 'sent' | 'sent_before' | 'failed';

/** Asks the parents of a child who is expected at a place today to tell us of its health: one mail to each, once. */
export async function askChildDetails(placeId: string, childId: string): Promise<AskOutcome> {
  const answer = await asMember((token) =>
    callRpc('ask_child_details', { p_place_id: placeId, p_child_id: childId }, AskedParents, token),
  );
  if (!answer.ok) return 'failed';
  return answer.value.mails > 0 ? 'sent' : 'sent_before';
}
