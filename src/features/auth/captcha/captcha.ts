import { withLoadError } from '#browser/load-error.ts';
import { isOffline } from '#browser/online.ts';
import { env } from '#config/env.ts';
import type { Failure } from '../error-messages.ts';

const loadTurnstile = withLoadError(() => import('./turnstile.ts'));

type Solved = { ok: true; token: { captchaToken?: string } } | { ok: false; failure: Failure };

/**
 * Returns the captcha token that a call of the sign-in service needs. If the project has no captcha, no token is
 * needed.
 */
export async function solveCaptcha(): Promise<Solved> {
  const siteKey = env().PUBLIC_TURNSTILE_SITE_KEY;
  if (siteKey === '') return { ok: true, token: {} };
  const { solve } = await loadTurnstile();
  const captchaToken = await solve(siteKey);
  return captchaToken === null
    ? { ok: false, failure: { message: '', status: isOffline() ? 0 : 400, code: 'captcha_failed' } }
    : { ok: true, token: { captchaToken } };
}
