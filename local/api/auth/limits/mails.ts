import { authError } from '../auth-error.ts';
import type { AuthLimits } from './limits.ts';
import { countWithin } from './window.ts';

type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication';

/** Counts requested e-mails before the account is looked up. Error: `over_email_send_rate_limit`. */
export type CountMail = (address: string, ...kinds: MailKind[]) => void;

export function limitMails({ mailEverySeconds, mails }: AuthLimits): CountMail {
  const toAddress = countWithin({ attempts: 1, windowSeconds: mailEverySeconds });
  const ofProject = countWithin(mails);
  return (address, ...kinds) => {
    const waits = mailEverySeconds > 0 ? kinds.map((kind) => toAddress(keyOf(kind, address))) : [0];
    const addressWait = Math.max(...waits);
    if (addressWait > 0) throw tooSoonError(addressWait);
    const projectWait = ofProject('');
    if (projectWait > 0) throw mailLimitError(projectWait, 'email rate limit exceeded');
  };
}

const keyOf = (kind: MailKind, address: string) => `${kind} ${address.trim().toLowerCase()}`;

const HOUR_SECONDS = 3600;

export const tooSoonError = (seconds = HOUR_SECONDS) =>
  mailLimitError(seconds, `For security purposes, you can only request this after ${seconds} seconds.`);

const mailLimitError = (seconds: number, message: string) =>
  authError(429, 'over_email_send_rate_limit', message, undefined, { 'retry-after': String(seconds) });
