import { authError } from '../auth-error.ts';
import type { AuthLimits } from './limits.ts';
import { countWithin } from './window.ts';

type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication';

/** Counts requested e-mails before the account is looked up. Error: `over_email_send_rate_limit`. */
export type CountMail = (address: string, ...kinds: MailKind[]) => void;

export function countMails({ mailEverySeconds, mails }: AuthLimits): CountMail {
  const toAddress = countWithin({ attempts: 1, windowSeconds: mailEverySeconds });
  const ofProject = countWithin(mails);
  return (address, ...kinds) => {
    const waits = mailEverySeconds > 0 ? kinds.map((kind) => toAddress(keyOf(kind, address))) : [0];
    const addressWait = Math.max(...waits);
    if (addressWait > 0) throw pausedMail(addressWait);
    const projectWait = ofProject('');
    if (projectWait > 0) throw overMails(projectWait, 'email rate limit exceeded');
  };
}

const keyOf = (kind: MailKind, address: string) => `${kind} ${address.trim().toLowerCase()}`;

const HOUR_SECONDS = 3600;

export const pausedMail = (seconds = HOUR_SECONDS) =>
  overMails(seconds, `For security purposes, you can only request this after ${seconds} seconds.`);

const overMails = (seconds: number, message: string) =>
  authError(429, 'over_email_send_rate_limit', message, undefined, { 'retry-after': String(seconds) });
