import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AuthErrorClass } from './auth-error.ts';
import { type AuthService, internalsOf, type Mailer, tablesOf, type UserRow } from './internals.ts';

/** When whoever gave an address is answered: longer than the work takes, so that its length says nothing. */
export const ANSWER_MS = 300;
/** As hosted: no second mail of one kind within a minute. */
const RESEND_MS = 60_000;
/** Refusals of lite that hang on whether the address has an account; the truth goes by mail. */
const TELLING = new Set(['otp_disabled', 'signup_disabled', 'over_email_send_rate_limit']);
/** Of no password; compared with, so that a sign-in without an account takes as long as a wrong password. */
const NOBODYS_HASH = '$2b$10$C6UzMDM.H6dfI/f/IKcEeO7ZJ3nQ1PpUoA5m4nQkQ8G6m3l5b3e8K';

interface Account extends UserRow {
  email: string;
  confirmed_at: string | null;
  confirmation_sent_at: string | null;
}

/**
 * A stranger who types an address learns nothing about it: same status, same body, same moment, whether it has an
 * account or not, at `/otp`, `/magiclink`, `/recover`, `/resend` and `/signup`.
 */
export function answerAlike(service: AuthService, confirmEmail: boolean): void {
  const resend = service.resend.bind(service);
  service.resend = (type, email) => resendQuietly(service, () => resend(type, email), type, email);
  service.signInWithOtp = atOneMoment(service.signInWithOtp.bind(service));
  service.requestMagicLink = atOneMoment(service.requestMagicLink.bind(service));
  service.recover = atOneMoment(service.recover.bind(service));
  service.resend = atOneMoment(service.resend.bind(service));
  // Without mails to confirm an address, whoever signs up is signed in: there is no hiding it.
  if (confirmEmail) signUpAlike(service);
}

/** The work goes on behind the answer: neither its time nor its fate is told. What is wrong with the request is. */
function atOneMoment<A extends unknown[]>(
  work: (...args: A) => Promise<void>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    let refusal: unknown;
    work(...args).catch((error: unknown) => {
      const code = codeOf(error);
      if (code === 'validation_failed') refusal = error;
      else if (!TELLING.has(code)) console.error('auth: what was asked for an address was not done:', code);
    });
    await delay(ANSWER_MS);
    if (refusal instanceof Error) throw refusal;
  };
}

async function resendQuietly(
  service: AuthService,
  resend: () => Promise<void>,
  type: string,
  email: string | undefined,
): Promise<void> {
  try {
    await resend();
  } catch (error) {
    // Lite counts every second mail as too soon, and never sends one.
    if (codeOf(error) !== 'over_email_send_rate_limit' || type !== 'signup' || !email) throw error;
    const account = await findAccount(service, email);
    if (account && Date.now() - Date.parse(account.confirmation_sent_at ?? '0') > RESEND_MS)
      await confirmAgain(service, internalsOf(service).mailer, account);
  }
}

/**
 * A known address is signed up as another that nobody has, and that is forgotten again: the same hash, the same rows,
 * one mail, the same answer. The mail says the truth.
 */
function signUpAlike(service: AuthService): void {
  const signUp = service.signUp.bind(service);
  service.signUp = async (email, password, data) => {
    const moment = delay(ANSWER_MS);
    const account = typeof email === 'string' ? await findAccount(service, email) : null;
    try {
      return await (account
        ? pretend(service, signUp, account, password, data)
        : signUp(email, password, data));
    } finally {
      await moment;
    }
  };
}

async function pretend(
  service: AuthService,
  signUp: AuthService['signUp'],
  account: Account,
  password: string | undefined,
  data: Record<string, unknown> | undefined,
): ReturnType<AuthService['signUp']> {
  const steps = internalsOf(service);
  const { mailer } = steps;
  const standIn = `${randomUUID()}@stand-in.invalid`;
  steps.mailer = {
    ...mailer,
    sendConfirmation: () =>
      account.confirmed_at
        ? (mailer.sendKnown?.(account.email) ?? Promise.resolve())
        : confirmAgain(service, mailer, account),
  };
  try {
    const made = await signUp(standIn, password, data);
    return JSON.parse(JSON.stringify(made).replaceAll(standIn, account.email)) as typeof made;
  } finally {
    steps.mailer = mailer;
    await tablesOf(service).deleteFrom('users').where('email', '=', standIn).execute();
  }
}

/** A new link and code for an account that was never confirmed. */
async function confirmAgain(service: AuthService, mailer: Mailer, { id, email }: Account): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const hash = createHash('sha256')
    .update(email + code)
    .digest('hex');
  await tablesOf(service)
    .updateTable('users')
    .set({ confirmation_token: hash, confirmation_sent_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  await mailer.sendConfirmation(email, hash, code);
}

/** A password is compared whether or not there is an account; only who knows it hears that the address is unconfirmed. */
export function signInAlike(service: AuthService, AuthError: AuthErrorClass): void {
  const signIn = service.signInWithPassword.bind(service);
  service.signInWithPassword = async (email, password) => {
    const { repo } = service;
    const steps = internalsOf(service);
    const find = repo.findUserByEmail.bind(repo);
    const createSession = steps.createSessionForUser.bind(service);
    let unconfirmed = false;
    const now = new Date().toISOString();
    repo.findUserByEmail = async (wanted) => {
      const row = await find(wanted);
      if (!row?.encrypted_password)
        return {
          id: randomUUID(),
          email: wanted,
          encrypted_password: NOBODYS_HASH,
          confirmed_at: now,
        } as typeof row;
      unconfirmed = !row.confirmed_at;
      return { ...row, confirmed_at: row.confirmed_at ?? now };
    };
    steps.createSessionForUser = (...args) => {
      if (unconfirmed) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
      return createSession(...args);
    };
    return signIn(email, password);
  };
}

async function findAccount(service: AuthService, email: string): Promise<Account | null> {
  return (await service.repo.findUserByEmail(email.toLowerCase())) as Account | null;
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown';
}
