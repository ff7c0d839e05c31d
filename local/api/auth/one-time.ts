import { createHash, randomInt } from 'node:crypto';

/** Links and codes in e-mails are valid for this long (`otp_expiry` in supabase/config.toml). */
const OTP_MS = 3_600_000;

/** Returns six digits for an e-mail and the hash that is saved. The hash is useless without the address. */
export function makeCode(email: string): { code: string; hash: string } {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  return { code, hash: hashOf(email, code) };
}

export const hashOf = (email: string, code: string): string =>
  createHash('sha256')
    .update(email.toLowerCase() + code)
    .digest('hex');

export const isExpired = (sentAt: string | null): boolean =>
  sentAt === null || Date.now() - Date.parse(sentAt) > OTP_MS;
