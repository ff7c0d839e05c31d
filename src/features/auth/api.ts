import type { ErrorCode } from '#contract/errors.ts';
import * as v from 'valibot';
import { asMember } from '#api/as-member.ts';
import { call } from '#api/http.ts';
import { callRpc } from '#api/rpc.ts';
import { supabase } from '#api/supabase.ts';
import { solveCaptcha } from './captcha/captcha.ts';
import type { SignInMail, Identity, MailLink } from './model.ts';
import type { Failure } from './error-messages.ts';

type ServiceError = { message: string; status?: number | undefined; code?: string | undefined } | null;

/**
 * Returns the failure of a call, or null if there was no error. Every call throws if the Supabase client cannot be
 * loaded.
 */
export const failureOf = (error: ServiceError): Failure | null =>
  error && {
    message: error.message,
    status: error.status ?? 0,
    code: error.code,
    reasons: 'reasons' in error && Array.isArray(error.reasons) ? (error.reasons as string[]) : [],
  };

export async function signIn(identity: Identity, password: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const captcha = await solveCaptcha();
  if (!captcha.ok) return captcha.failure;
  const { error } = await auth.signInWithPassword({ ...identity, password, options: captcha.token });
  return failureOf(error);
}

interface NewAccount {
  email: string;
  password: string;
  /** The name may be empty (spec 1 §3 "Role"). */
  name: string;
}

/**
 * Creates an account. The confirmation e-mail leads to the full address `returnUrl`. If the project needs no
 * confirmation, it signs the user in at once.
 */
export async function signUp(
  { email, password, name }: NewAccount,
  returnUrl: string,
): Promise<Failure | null> {
  const { auth } = await supabase();
  const captcha = await solveCaptcha();
  if (!captcha.ok) return captcha.failure;
  const { error } = await auth.signUp({
    email,
    password,
    options: { data: { name }, emailRedirectTo: returnUrl, ...captcha.token },
  });
  return failureOf(error);
}

/** The codes that would reveal whether an address has an account. The page treats them as success. */
const revealingCodes = new Set(['user_already_exists', 'email_exists', 'user_not_found', 'otp_disabled']);
/**
 * Returns whether the service asks for a pause that exists only if the account exists. Its general limit on e-mails
 * applies to every address.
 */
const isPause = ({ code, message }: Failure) =>
  code === 'over_email_send_rate_limit' && message.startsWith('For security purposes');

/** Treats errors that would reveal whether an account exists as success. */
export const hideExistence = (failure: Failure | null): Failure | null =>
  failure && (revealingCodes.has(failure.code ?? '') || isPause(failure)) ? null : failure;

/** Sends an e-mail with a link and a code. A sign-in link creates the account if there is none. */
export async function sendMail(mail: SignInMail, email: string, returnUrl: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const captcha = await solveCaptcha();
  if (!captcha.ok) return captcha.failure;
  const options = { emailRedirectTo: returnUrl, ...captcha.token };
  const send = () => {
    if (mail === 'recovery')
      return auth.resetPasswordForEmail(email, { redirectTo: returnUrl, ...captcha.token });
    if (mail === 'signup') return auth.resend({ type: 'signup', email, options });
    return auth.signInWithOtp({ email, options });
  };
  const { error } = await send();
  return hideExistence(failureOf(error));
}

/** The answer to a link. `signedIn` is false after the first of the two confirmations of a changed e-mail address. */
type Verified = { ok: true; signedIn: boolean } | { ok: false; failure: Failure };

export async function useLink({ tokenHash, type }: MailLink): Promise<Verified> {
  const { auth } = await supabase();
  const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type });
  const failure = failureOf(error);
  return failure ? { ok: false, failure } : { ok: true, signedIn: data.session !== null };
}

export async function useCode(mail: SignInMail, email: string, token: string): Promise<Failure | null> {
  const { auth } = await supabase();
  // For a new address, the code of a sign-in link counts as a confirmation. The type `email` accepts both.
  const { error } = await auth.verifyOtp({ email, token, type: mail === 'recovery' ? 'recovery' : 'email' });
  return failureOf(error);
}

export async function savePassword(password: string): Promise<Failure | null> {
  const { auth } = await supabase();
  return failureOf((await auth.updateUser({ password })).error);
}

export async function changeEmail(email: string, returnUrl: string): Promise<Failure | null> {
  const { auth } = await supabase();
  const { error } = await auth.updateUser({ email }, { emailRedirectTo: returnUrl });
  return hideExistence(failureOf(error));
}

const Linked = v.object({ linked: v.number(), orders: v.number() });

/** Returns the number of guest orders that were added to the account, or 0 after a failure. */
export async function linkPurchases(token: string): Promise<number> {
  const answer = await callRpc('link_purchases', {}, Linked, token);
  return answer.ok ? answer.value.orders : 0;
}

/** Returns null if the sign-in is recent enough to change the account's security. Otherwise returns the error code. */
export async function checkFresh(): Promise<ErrorCode | null> {
  const answer = await asMember((token) =>
    callRpc('check_fresh_sign_in', {}, v.object({ fresh: v.boolean() }), token),
  );
  return answer.ok ? null : answer.code;
}

const Settings = v.object({
  disable_signup: v.optional(v.boolean(), false),
  saml_enabled: v.optional(v.boolean(), false),
  external: v.optional(v.record(v.string(), v.boolean()), {}),
});

export interface AuthSettings {
  signUp: boolean;
  phone: boolean;
  /** True if users can sign in with an organisation's identity provider (SAML). */
  sso: boolean;
  /** The other providers, such as `google`. */
  providers: readonly string[];
}

/** The sign-in methods that Supabase lists beside the providers. */
const ownMeans = new Set(['email', 'phone', 'anonymous_users']);

/** Reads the settings. If that fails, returns the defaults. The service still refuses what it does not allow. */
export async function readSettings(): Promise<AuthSettings> {
  const answer = await call({
    path: '/auth/v1/settings',
    method: 'GET',
    schema: Settings,
    readError: () => ({ ok: false, code: 'unexpected' }),
  });
  if (!answer.ok) return { signUp: true, phone: false, sso: false, providers: [] };
  const { disable_signup: isClosed, external } = answer.value;
  const isOn = (name: string) => external[name] === true;
  return {
    signUp: !isClosed,
    phone: isOn('phone'),
    sso: answer.value.saml_enabled,
    providers: Object.keys(external).filter((name) => isOn(name) && !ownMeans.has(name)),
  };
}
