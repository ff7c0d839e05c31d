import { ErasedFamily, PrivacyReceipt } from '#contract/family-privacy.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** These requests are made as the signed-in parent. */

export const readReceipt = () =>
  asMember((token) => callRpc('get_privacy_receipt', {}, PrivacyReceipt, token));

/**
 * Returns everything stored about the family, unchanged. Error codes: `rate_limited`,
 * `family_not_found`.
 */
export const exportFamily = () =>
  asMember((token) =>
    callRpc('export_family', { p_family_id: null }, v.record(v.string(), v.unknown()), token),
  );

/**
 * Error codes: `sign_in_again`, `second_factor_needed`, `family_in_use` (with field),
 * `family_outstanding`.
 */
export const eraseFamily = (acceptsLoss: boolean) =>
  asMember((token) =>
    callRpc('erase_family', { p_family_id: null, p_accept_loss: acceptsLoss }, ErasedFamily, token),
  );
