import { RequestedFromParents } from '#contract/health.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/**
 * `sent_before` means that the parents have already got a request today. `no_link` means that nothing was sent, because
 * a guest has no order whose link would let them answer.
 */
export type AskOutcome = 'sent' | 'sent_before' | 'no_link' | 'failed';

export function askOutcome({ mails, has_link: hasLink }: RequestedFromParents): AskOutcome {
  if (!hasLink) return 'no_link';
  return mails > 0 ? 'sent' : 'sent_before';
}

export async function askChildDetails(placeId: string, childId: string): Promise<AskOutcome> {
  const answer = await asMember((token) =>
    callRpc('ask_child_details', { p_place_id: placeId, p_child_id: childId }, RequestedFromParents, token),
  );
  return answer.ok ? askOutcome(answer.value) : 'failed';
}
