import { randomBytes } from 'node:crypto';
import { confirmAgain, findAccount } from './accounts.ts';
import { authError } from './auth-error.ts';
import { type AuthService, internalsOf } from './internals.ts';
import { makeCode } from './one-time.ts';

const RESENT = ['signup', 'email_change', 'sms', 'phone_change'];

/**
 * As on the hosted service, only an e-mail verifies an address. @supabase/lite would also verify an address that was
 * only typed.
 */
export function signInByMail(service: AuthService): void {
  const magicLink = service.signInWithOtp.bind(service);
  const signUp = service.signUp.bind(service);
  const signIn: AuthService['signInWithOtp'] = async (email, options) => {
    // @supabase/lite refuses an invalid address with its own message.
    if (!isAddress(email ?? '')) return magicLink(email);
    const account = await findAccount(service, email);
    if (account && !account.confirmed_at) return confirmAgain(service, account);
    if (!account && options?.shouldCreateUser === false)
      throw authError(422, 'otp_disabled', 'Signups not allowed for otp');
    if (!account) {
      const { session } = await signUp(email, randomBytes(32).toString('base64url'));
      if (!session) return;
    }
    return magicLink(email, { shouldCreateUser: false });
  };
  service.signInWithOtp = signIn;
  service.requestMagicLink = (email) => signIn(email);
}

/** As on the hosted service, every pending confirmation is sent again. */
export function resendWaiting(service: AuthService): void {
  service.resend = async (type, email) => {
    if (!RESENT.includes(type))
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
    if (!email) throw invalid('Type provided requires an email address');
    if (!isAddress(email)) throw invalid('Unable to validate email address: invalid format');
    const account = await findAccount(service, email);
    if (type === 'signup' && account && !account.confirmed_at) await confirmAgain(service, account);
    if (type === 'email_change' && account?.email_change)
      await askBothMailboxes(
        service,
        account,
        account.email_change,
        (await findAccount(service, account.email_change)) !== null,
      );
  };
}

interface Changing {
  id: string;
  email: string | null;
}

/**
 * As on the hosted service with `double_confirm_changes`, both addresses get an e-mail. If another account has the
 * new address (`isTaken`), the e-mail to it has no link.
 */
export async function askBothMailboxes(
  service: AuthService,
  { id, email }: Changing,
  newEmail: string,
  isTaken: boolean,
): Promise<void> {
  const currentEmail = email ?? '';
  const [current, next] = [makeCode(currentEmail), makeCode(newEmail)];
  await service.repo.updateUser(id, {
    email_change: newEmail,
    email_change_token_current: currentEmail ? current.hash : null,
    email_change_token_new: next.hash,
    email_change_sent_at: new Date().toISOString(),
    email_change_confirm_status: 0,
  });
  const { mailer } = internalsOf(service);
  const addresses = { userId: id, currentEmail, newEmail };
  if (currentEmail) await mailer.sendEmailChange(currentEmail, current.hash, current.code, addresses);
  if (isTaken) await mailer.sendTaken?.(newEmail);
  else await mailer.sendEmailChange(newEmail, next.hash, next.code, addresses);
}

export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

const invalid = (message: string) => authError(400, 'validation_failed', message);
