import type { HonoContext } from '@supabase/lite';
import type { MiddlewareHandler } from 'hono';
import { isCommonPassword } from '#contract/passwords.ts';
import { type AuthErrorClass, authErrorClass } from './auth-error.ts';
import { refuseBanned } from './ban.ts';
import { addClaims } from './claims.ts';
import { hideWhetherAccountExists, signInInConstantTime } from './hide-accounts.ts';
import { resendWaiting, signInByMail } from './by-mail.ts';
import { type AuthService, internalsOf, tablesOf } from './internals.ts';
import { mailerFor } from './mailer.ts';
import { refreshOneByOne } from './refresh.ts';
import type { AuthSettings } from './context.ts';

/** Replaces the methods of @supabase/lite's auth service that differ from the hosted service, for each request. */
export function repairAuth(settings: AuthSettings): MiddlewareHandler<HonoContext> {
  return async (c, next) => {
    const service = c.var.authService;
    const AuthError = await authErrorClass(service);
    service.resolveEmailRedirect = (target) => redirectOnSite(target, settings.mail.siteUrl);
    const redirectTo = service.resolveEmailRedirect(c.req.query('redirect_to'));
    internalsOf(service).mailer = mailerFor({ ...settings, redirectTo, AuthError });
    refuseBanned(service, AuthError);
    addClaims(service, settings);
    refreshOneByOne(service);
    removeAccountIfMailFails(service);
    refuseCommonPasswords(service, AuthError);
    signInByMail(service);
    resendWaiting(service);
    hideWhetherAccountExists(service, settings.confirmEmail, settings.countMail);
    signInInConstantTime(service, AuthError);
    await next();
  };
}

/** Only addresses of the site are allowed. @supabase/lite would also accept every port and scheme of this machine. */
function redirectOnSite(target: string | null | undefined, siteUrl: string): string {
  return target && URL.parse(target)?.origin === new URL(siteUrl).origin ? target : siteUrl;
}

/** The hosted service checks for leaked passwords with another service. This list of common passwords needs none. */
function refuseCommonPasswords(service: AuthService, AuthError: AuthErrorClass): void {
  const steps = internalsOf(service);
  const assertStrong = steps.assertPasswordStrong.bind(service);
  steps.assertPasswordStrong = (password) => {
    assertStrong(password);
    if (isCommonPassword(password))
      throw new AuthError(
        422,
        'weak_password',
        'Password is known to be weak and easy to guess, please choose a different one.',
        { weak_password: { reasons: ['pwned'] } },
      );
  };
}

/** Like the hosted service, removes an account whose e-mail could not be sent, so that the parent can try again. */
function removeAccountIfMailFails(service: AuthService): void {
  const { repo } = service;
  const signUp = service.signUp.bind(service);
  const createUser = repo.createUser.bind(repo);
  service.signUp = async (...details) => {
    let newUserId: string | undefined;
    repo.createUser = async (user) => {
      const row = await createUser(user);
      newUserId = row.id;
      return row;
    };
    try {
      return await signUp(...details);
    } catch (error) {
      if (newUserId) await tablesOf(service).deleteFrom('users').where('id', '=', newUserId).execute();
      throw error;
    }
  };
}
