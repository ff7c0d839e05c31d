import { FamilyBalance, RedeemedVoucher } from '#contract/balance.ts';
import { asMember } from './as-member.ts';
import { callRpc } from './rpc.ts';

export const readBalance = () => asMember((token) => callRpc('get_balance', {}, FamilyBalance, token));

/** Adds a gift voucher to the balance of the user's family, and creates the family if there is none. */
export const redeemVoucher = (code: string) =>
  asMember((token) => callRpc('redeem_voucher', { p_code: code }, RedeemedVoucher, token));
