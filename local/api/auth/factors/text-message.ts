import { randomInt } from 'node:crypto';
import { authError } from '../auth-error.ts';
import type { AuthSettings, OwnRoutes } from '../context.ts';
import { inTransaction, tablesOf } from '../internals.ts';
import { inboxOf } from '../phone/phone.ts';
import { challengeFactor } from './challenges.ts';
import type { FactorRow } from './factors.ts';

export function requirePhoneFactors({ phoneFactor }: AuthSettings): void {
  if (!phoneFactor)
    throw authError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
}

export async function textCode(
  { service, settings }: OwnRoutes['Bindings'],
  { id }: FactorRow,
  channel: string,
  address: string,
) {
  requirePhoneFactors(settings);
  if (!['', 'sms', 'whatsapp'].includes(channel))
    throw authError(
      400,
      'validation_failed',
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
    );
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return inTransaction(service, async () => {
    // If two requests arrive at once, the second waits here and is then refused as too early.
    const factor = (await tablesOf(service)
      .selectFrom('mfa_factors')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()) as FactorRow | undefined;
    if (!factor) throw authError(404, 'mfa_factor_not_found', 'Factor not found');
    const last = factor.last_challenged_at === null ? 0 : Date.parse(factor.last_challenged_at);
    const secondsLeft = Math.ceil((last + settings.smsPauseMs - Date.now()) / 1000);
    if (secondsLeft > 0)
      throw authError(
        429,
        'over_sms_send_rate_limit',
        `For security purposes, you can only request this after ${secondsLeft} seconds.`,
      );
    const challenge = await challengeFactor(service, factor, address, code);
    const { sender, from } = settings.mail;
    const text = `Your code is ${code}`;
    await sender.send({ from, to: inboxOf(factor.phone ?? ''), subject: 'Text message', html: text, text });
    return challenge;
  });
}
