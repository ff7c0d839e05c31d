import type { HonoContext } from '@supabase/lite';
import type { MiddlewareHandler } from 'hono';
import { authErrorClass } from './auth-error.ts';
import { refuseBanned } from './ban.ts';
import { addClaims } from './claims.ts';
import { type AuthMail, mailerFor } from './mailer.ts';

export type AuthService = HonoContext['Variables']['authService'];

export interface AuthSettings {
  /** Address of this API: issuer of the tokens, and where the links in mails lead first. */
  apiUrl(): string;
  jwtSecret: string;
  mail: AuthMail;
}

/** Repairs the service that lite makes for each request, before lite's routes use it. */
export function repairAuth(settings: AuthSettings): MiddlewareHandler<HonoContext> {
  return async (c, next) => {
    const service = c.var.authService;
    const AuthError = await authErrorClass(service);
    const redirectTo = service.resolveEmailRedirect(c.req.query('redirect_to'));
    service['mailer'] = mailerFor({ ...settings, redirectTo, AuthError });
    refuseBanned(service, AuthError);
    addClaims(service, settings);
    signUpWholly(service);
    await next();
  };
}

/** As hosted: an account whose mail could not be sent is not made, so that the parent can try again. */
function signUpWholly(service: AuthService): void {
  const signUp = service.signUp.bind(service);
  service.signUp = (...details) => {
    const outside = service.repo;
    return outside
      .transaction((repo) => {
        service.repo = repo;
        return signUp(...details);
      })
      .finally(() => {
        service.repo = outside;
      });
  };
}
