import { PASSWORD_LENGTH_MIN } from '#contract/passwords.ts';
import { LoadError } from '#browser/load-error.ts';
import { isOffline } from '#browser/online.ts';
import { failedMessages } from '#ui/failed/messages.ts';
import { factorMessages, messages, signUpMessages } from './messages.ts';

export interface Failure {
  /** The message of the service, or of the browser if the service did not answer. */
  message: string;
  /** The HTTP status, or 0 if the service did not answer. */
  status: number;
  code?: string | undefined;
  reasons?: readonly string[] | undefined;
}

/** The error above a form. It is a sentence and, for some errors, a list of reasons. */
export interface Problem {
  text: string;
  reasons?: readonly string[];
  field?: 'email' | 'password' | 'code';
  code?: string | undefined;
}

const TOO_MANY_REQUESTS = 429;
const MISSING = 'Auth session missing!';
const { signedOut } = messages;
const wrongCode = 'That code is wrong or has expired. Please check it, or ask for a new one.';
export const invalid = 'Invalid credentials. Please check your email and password.';

/** The message if the captcha was not solved or did not load, or if its token was refused. */
export const notAPerson =
  'We could not check that you are a person. Please try again. If you block scripts, allow challenges.cloudflare.com.';

/**
 * The sentences for our own limits (schemas/people/sign_in_mails.sql). The service passes their codes on as its
 * message.
 */
const limits: Partial<Record<string, string>> = {
  mailbox_limited:
    'We have sent several e-mails to this address already. Please use the newest one, or try again in an hour.',
  network_limited:
    'Too many new accounts were requested from your network. Please try again in an hour, or from another network.',
  project_limited:
    'Many people are creating accounts right now. Please try again in an hour, or book without one.',
};

/** The sentences for the codes of the service (spec 1 §8). If a message has no code here, it is shown unchanged. */
const sentences: Partial<Record<string, Problem>> = {
  invalid_credentials: { text: invalid },
  session_not_found: { text: signedOut },
  session_expired: { text: signedOut },
  invalid_jwt: { text: 'Invalid JWT structure' },
  bad_jwt: { text: 'Invalid JWT structure' },
  identity_already_exists: { text: 'Another account already uses that sign-in.' },
  identity_not_found: { text: 'That sign-in is not part of your account.' },
  single_identity_not_deletable: { text: 'You can’t remove your only way to sign in.' },
  same_password: { text: 'That is already your password. Please choose another one.', field: 'password' },
  email_not_confirmed: { text: 'Please confirm your address first, with the link in our e-mail.' },
  email_address_invalid: { text: messages.emailForm, field: 'email' },
  validation_failed: { text: 'This was not accepted. Please check it again.' },
  user_banned: { text: 'This account is closed. Please write to us.' },
  insufficient_aal: { text: 'Please complete the second step of signing in first.' },
  otp_expired: { text: wrongCode, field: 'code' },
  mfa_verification_failed: { text: factorMessages.wrong, field: 'code' },
  mfa_challenge_expired: { text: factorMessages.wrong, field: 'code' },
  too_many_enrolled_mfa_factors: { text: 'Your account can’t have more devices. Please remove one first.' },
  captcha_failed: { text: notAPerson },
  signup_disabled: { text: signUpMessages.signUpClosed },
};

const weak: Partial<Record<string, string>> = {
  length: `It needs at least ${PASSWORD_LENGTH_MIN} characters.`,
  characters: 'It needs digits, and both small and capital letters.',
  pwned: 'It is on a list of stolen or common passwords.',
};

export function problemOf({ message, status, code, reasons = [] }: Failure): Problem {
  if (status === 0) return { text: isOffline() ? messages.offline : messages.unexpected };
  if (status === TOO_MANY_REQUESTS) return { text: limits[message] ?? messages.slowDown };
  if (code === 'weak_password')
    return {
      text: 'This password is too easy to guess.',
      reasons: reasons.map((reason) => weak[reason] ?? reason),
      field: 'password',
    };
  // The client's own message is shown (spec 1 §8), and our advice is below it.
  if (message === MISSING) return { text: MISSING, reasons: [signedOut], code };
  const sentence = code === undefined ? undefined : sentences[code];
  if (sentence) return { ...sentence, code };
  // Older versions of the service send no code.
  if (message.includes('Invalid login credentials')) return { text: invalid };
  return { text: message || messages.unexpected, code };
}

export const problemOfThrown = (error: unknown): Problem => ({
  text: isOffline()
    ? messages.offline
    : error instanceof LoadError
      ? failedMessages.load
      : messages.unexpected,
});
