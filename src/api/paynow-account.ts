import { PaynowAccount } from '#contract/desk.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

/** Returns to whom a PayNow payment at the desk goes. Returns null if there is no answer. */
export async function readPaynowAccount(): Promise<PaynowAccount | null> {
  const answer = await asMember((token) => callRpc('get_paynow_account', {}, PaynowAccount, token));
  return answer.ok ? answer.value : null;
}
