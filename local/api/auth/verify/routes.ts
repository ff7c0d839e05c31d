import { Hono } from 'hono';
import { authError, authErrorResponse } from '../auth-error.ts';
import { bodyOf, requireKey, textOf } from '../bearer.ts';
import type { AuthService } from '../internals.ts';
import { hashOf } from '../one-time.ts';
import type { OwnRoutes } from '../context.ts';
import { isVerifyType, type VerifyType } from './tokens.ts';
import { verify } from './verify.ts';

/** The message after one of two mailboxes has confirmed a new address. */
const ONE_OF_TWO = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Verifies links and codes like the hosted service. Links of the admin routes use GET, which redirects to the site with
 * the session in the fragment.
 */
export function verifyRoutes(): Hono<OwnRoutes> {
  const app = new Hono<OwnRoutes>();
  app.post('/', async (c) => {
    requireKey(c);
    const { type, token, token_hash: tokenHash, email } = await bodyOf(c);
    const [code, hash, address] = [textOf(token), textOf(tokenHash), textOf(email)];
    const verifyType = typeOf(textOf(type));
    if (Boolean(code) === Boolean(hash)) throw invalid('Verify requires either a token or a token hash');
    if (hash && address) throw invalid('Only the token_hash and type should be provided');
    if (code && !address) throw invalid('Only an email address or phone number should be provided on verify');
    const session = await verify(c.env.service, verifyType, hash || hashOf(address, code)).catch(
      (error: unknown) => {
        throw code && isExpiry(error)
          ? authError(403, 'otp_expired', 'Token has expired or is invalid')
          : error;
      },
    );
    return c.json(session ?? { msg: ONE_OF_TWO, code: '200' });
  });
  app.get('/', async (c) => {
    // Mail scanners send HEAD to check a link, which must not use up the token.
    if (c.req.raw.method === 'HEAD') return c.body(null, 405);
    const { service } = c.env;
    const verifyType = typeOf(c.req.query('type') ?? '');
    const hash = c.req.query('token') ?? '';
    if (!hash) throw invalid('Verify requires a token or a token hash');
    const target = service.resolveEmailRedirect(c.req.query('redirect_to'));
    return c.redirect(`${target}#${(await fragment(service, verifyType, hash)).toString()}`, 303);
  });
  return app;
}

async function fragment(service: AuthService, type: VerifyType, hash: string): Promise<URLSearchParams> {
  try {
    const session = await verify(service, type, hash);
    if (!session) return new URLSearchParams({ message: ONE_OF_TWO });
    const { access_token, refresh_token, expires_in, expires_at } = session;
    return new URLSearchParams({
      access_token,
      refresh_token,
      token_type: 'bearer',
      type,
      expires_in: String(expires_in),
      expires_at: String(expires_at),
    });
  } catch (error) {
    const refused = authErrorResponse(error as Error);
    const { error_code, msg } = (await refused.json()) as { error_code: string; msg: string };
    return new URLSearchParams({ error: 'access_denied', error_code, error_description: msg });
  }
}

function typeOf(type: string): VerifyType {
  if (!type) throw invalid('Verify requires a verification type');
  if (!isVerifyType(type)) throw invalid('Invalid email verification type');
  return type;
}

const invalid = (message: string) => authError(400, 'validation_failed', message);

const isExpiry = (error: unknown): boolean => (error as { code?: string }).code === 'otp_expired';
