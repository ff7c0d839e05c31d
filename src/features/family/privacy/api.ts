import { ErasedFamily, PrivacyReceipt } from '#contract/family-privacy.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

/** The signed-in parent makes these requests. */

export const readReceipt = () =>
  asMember((token) => callRpc('get_privacy_receipt', {}, PrivacyReceipt, token));

/** Returns everything that is stored about the family. Fails with `rate_limited` or `family_not_found`. */
export const exportFamily = () =>
  asMember((token) =>
    callRpc('export_family', { p_family_id: null }, v.record(v.string(), v.unknown()), token),
  );

/**
 * Deletes the family's data. Fails with `sign_in_again`, `second_factor_needed`, `family_in_use` (with a field) or
 * `family_outstanding`.
 */
export const eraseFamily = (acceptsLoss: boolean) =>
  asMember((token) =>
    callRpc('erase_family', { p_family_id: null, p_accept_loss: acceptsLoss }, ErasedFamily, token),
  );
