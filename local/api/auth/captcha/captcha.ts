import { siteverifyDouble } from './siteverify.ts';

interface AuthRequest {
  /** The method and path, such as `POST /otp`. */
  what: string;
  grantType: string | undefined;
  authorization: string | undefined;
  body: string | null;
}

export type CheckCaptcha = (request: AuthRequest) => Response | null;

const GUARDED = new Set([
  'POST /signup',
  'POST /recover',
  'POST /resend',
  'POST /magiclink',
  'POST /otp',
  'POST /sso',
  'POST /token',
]);

/**
 * As on the hosted service with `[auth.captcha]`, a request with a password or for an e-mail needs a captcha token.
 * Refreshes and requests with the server's key do not.
 */
export function checkCaptcha(secret: string | undefined, serviceKey: string): CheckCaptcha {
  if (!secret) return () => null;
  const verify = siteverifyDouble();
  return ({ what, grantType, authorization, body }) => {
    if (!GUARDED.has(what) || (what === 'POST /token' && grantType !== 'password')) return null;
    if (authorization === `Bearer ${serviceKey}`) return null;
    const token = tokenIn(body);
    if (token === '') return refusalResponse('no captcha_token found');
    const { success, 'error-codes': codes } = verify(secret, token);
    return success ? null : refusalResponse(codes.join(', '));
  };
}

function tokenIn(body: string | null): string {
  try {
    const { gotrue_meta_security: security } = JSON.parse(body ?? '') as {
      gotrue_meta_security?: { captcha_token?: unknown };
    };
    return typeof security?.captcha_token === 'string' ? security.captcha_token.trim() : '';
  } catch {
    return '';
  }
}

function refusalResponse(why: string): Response {
  const msg = `captcha protection: request disallowed (${why})`;
  return Response.json(
    { code: 400, error_code: 'captcha_failed', msg },
    { status: 400, headers: { 'x-sb-error-code': 'captcha_failed' } },
  );
}
