import { supabase } from '#api/supabase.ts';
import { failureOf } from '../api.ts';
import type { Failure } from '../error-messages.ts';
import { type FactorAnswer, unknown } from './factors.ts';
import { textMessages as words } from './messages.ts';

export async function sendText(factorId: string): Promise<FactorAnswer<string>> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.challenge({ factorId, channel: 'sms' });
  return error ? { ok: false, failure: explainFailure(failureOf(error)) } : { ok: true, value: data.id };
}

export async function verifyText(
  factorId: string,
  challengeId: string,
  code: string,
): Promise<Failure | null> {
  const { auth } = await supabase();
  const { error } = await auth.mfa.verify({ factorId, challengeId, code });
  return error && explainFailure(failureOf(error));
}

/** The codes of the service if the code of a text message is wrong or too old. */
const wrongCode = new Set(['mfa_verification_failed', 'mfa_challenge_expired', 'mfa_ip_address_mismatch']);
const sentences: Partial<Record<string, string>> = {
  mfa_phone_enroll_not_enabled: words.off,
  mfa_phone_verify_not_enabled: words.off,
  mfa_verified_factor_exists: words.known,
  // The provider of text messages refuses numbers that do not exist.
  unexpected_failure: words.notSent,
};

export function explainFailure(failure: Failure | null): Failure {
  if (!failure) return unknown;
  if (wrongCode.has(failure.code ?? '')) return { ...failure, code: 'otp_expired' };
  const message = sentences[failure.code ?? ''];
  return message === undefined ? failure : { message, status: failure.status };
}
