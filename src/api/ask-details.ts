import { RequestedFromParents } from '#contract/health.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/** `sent_before` means that the parents have already received a request today. */
export type AskOutcome = 'sent' | 'sent_before' | 'failed';

export async function askChildDetails(placeId: string, childId: string): Promise<AskOutcome> {
  const answer = await asMember((token) =>
    callRpc('ask_child_details', { p_place_id: placeId, p_child_id: childId }, RequestedFromParents, token),
  );
  if (!answer.ok) return 'failed';
  return answer.value.mails > 0 ? 'sent' : 'sent_before';
}
