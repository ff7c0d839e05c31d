import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { confirmAgain, findAccount } from './accounts.ts';
import { isAddress } from './by-mail.ts';
import type { AuthErrorClass } from './auth-error.ts';
import { type AuthService, internalsOf, tablesOf, type UserRow } from './internals.ts';
import type { CountMail } from './limits/mails.ts';
import { askHook, isPaused } from './limits/new-accounts.ts';

/** Every answer takes this long, which is longer than the work, so that the duration reveals nothing. */
export const ANSWER_MS = 300;
/** These refusals of @supabase/lite depend on whether the address has an account, so only an e-mail may say so. */
const TELLING = new Set(['otp_disabled', 'signup_disabled']);
/** A sign-in for an unknown address compares this hash, so that it takes as long as a wrong password. */
const NOBODYS_HASH = '$2b$10$C6UzMDM.H6dfI/f/IKcEeO7ZJ3nQ1PpUoA5m4nQkQ8G6m3l5b3e8K';

/** Hides whether an address has an account: these routes always answer with the same status, body and duration. */
export function hideWhetherAccountExists(
  service: AuthService,
  confirmEmail: boolean,
  count: CountMail,
): void {
  const countMail: CountMail = (email, ...kinds) => {
    // A text that is not an address is refused, so it does not count as an e-mail.
    if (email.includes('@')) count(email, ...kinds);
  };
  const mayMail = async (email: unknown, kind: 'link' | 'recovery' | 'confirmation' | 'email_change') => {
    const account = await findAccount(service, email);
    const isLink = kind === 'link' && account?.confirmed_at;
    const column = isLink ? 'recovery' : kind === 'link' ? 'confirmation' : kind;
    return !isPaused(account, `${column}_sent_at`);
  };
  const inner = {
    signIn: service.signInWithOtp.bind(service),
    link: service.requestMagicLink.bind(service),
    recover: service.recover.bind(service),
    resend: service.resend.bind(service),
  };
  const signIn = atOneMoment<Parameters<typeof inner.signIn>>(async (email, options) => {
    if (await mayMail(email, 'link')) await inner.signIn(email, options);
  });
  const link = atOneMoment<Parameters<typeof inner.link>>(async (email) => {
    if (await mayMail(email, 'link')) await inner.link(email);
  });
  const recover = atOneMoment<Parameters<typeof inner.recover>>(async (email) => {
    if (await mayMail(email, 'recovery')) await inner.recover(email);
  });
  const resend = atOneMoment<Parameters<typeof inner.resend>>(async (type, email) => {
    if (await mayMail(email, type === 'email_change' ? type : 'confirmation'))
      await inner.resend(type, email);
  });
  const countLink = async (email = '') => {
    if (isAddress(email)) await askHook(service, email);
    countMail(email, 'recovery', 'confirmation');
  };
  service.signInWithOtp = async (email, options) => {
    await countLink(email ?? '');
    return signIn(email, options);
  };
  service.requestMagicLink = async (email) => {
    await countLink(email ?? '');
    return link(email);
  };
  service.recover = async (email) => {
    countMail(email ?? '', 'recovery');
    return recover(email);
  };
  service.resend = async (type, email) => {
    countMail(email ?? '', type === 'email_change' ? 'email_change' : 'confirmation');
    return resend(type, email);
  };
  // Without confirmation e-mails a new account is signed in at once, so its existence cannot be hidden.
  if (confirmEmail) signUpAlike(service, count);
}

/** Answers after a fixed time, so that neither the duration nor the result of the work is visible. */
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

/**
 * A sign-up with a known address runs with an unused address and is then undone. So it needs the same hash, rows and
 * e-mail.
 */
function signUpAlike(service: AuthService, count: CountMail): void {
  const signUp = service.signUp.bind(service);
  service.signUp = async (email, password, data) => {
    const moment = delay(ANSWER_MS);
    const steps = internalsOf(service);
    const { mailer } = steps;
    try {
      const account = await findAccount(service, email);
      // An e-mail counts only after the other checks, so that a weak password does not start the one-minute pause.
      const send = async (work: () => Promise<void>) => {
        await askHook(service, email ?? '');
        count(email ?? '', 'confirmation');
        await work();
      };
      if (account) {
        steps.mailer = { ...mailer, sendConfirmation: () => send(() => tellTruth(service, account, mailer)) };
        return await pretend(service, signUp, account, password, data);
      }
      steps.mailer = {
        ...mailer,
        sendConfirmation: (...mail) => send(() => mailer.sendConfirmation(...mail)),
      };
      return await signUp(email, password, data);
    } finally {
      steps.mailer = mailer;
      await moment;
    }
  };
}

type Steps = ReturnType<typeof internalsOf>;

function tellTruth(service: AuthService, account: UserRow, mailer: Steps['mailer']): Promise<void> {
  if (!account.confirmed_at)
    return isPaused(account, 'confirmation_sent_at')
      ? Promise.resolve()
      : confirmAgain(service, account, mailer);
  return mailer.sendKnown?.(account.email ?? '') ?? Promise.resolve();
}

async function pretend(
  service: AuthService,
  signUp: AuthService['signUp'],
  account: UserRow,
  password: string | undefined,
  data: Record<string, unknown> | undefined,
): ReturnType<AuthService['signUp']> {
  const standIn = `${randomUUID()}@stand-in.invalid`;
  try {
    const answer = await signUp(standIn, password, data);
    return JSON.parse(JSON.stringify(answer).replaceAll(standIn, account.email ?? '')) as typeof answer;
  } finally {
    await tablesOf(service).deleteFrom('users').where('email', '=', standIn).execute();
  }
}

/** Compares a password even if there is no account. */
export function signInInConstantTime(service: AuthService, AuthError: AuthErrorClass): void {
  const signIn = service.signInWithPassword.bind(service);
  service.signInWithPassword = async (email, password) => {
    const { repo } = service;
    const steps = internalsOf(service);
    const find = repo.findUserByEmail.bind(repo);
    const createSession = steps.createSessionForUser.bind(service);
    let unconfirmed = false;
    const now = new Date().toISOString();
    repo.findUserByEmail = async (address) => {
      const row = await find(address);
      if (!row?.encrypted_password)
        return {
          id: randomUUID(),
          email: address,
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

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown';
}
