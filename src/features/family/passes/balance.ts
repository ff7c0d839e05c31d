import { FamilyBalance, RedeemedVoucher } from '#contract/balance.ts';
import { atom } from 'nanostores';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** The own family's balance, and redeeming a gift voucher. */
export function createBalance() {
  const $balance = atom<FamilyBalance | 'loading' | 'failed'>('loading');
  async function read(): Promise<void> {
    const answer = await asMember((token) => callRpc('get_balance', {}, FamilyBalance, token));
    $balance.set(answer.ok ? answer.value : 'failed');
  }
  const redeem = (code: string) =>
    asMember((token) => callRpc('redeem_voucher', { p_code: code }, RedeemedVoucher, token));
  return { $balance, read, redeem };
}
