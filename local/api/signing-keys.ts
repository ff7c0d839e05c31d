import { createECDH, createHash, createHmac, randomBytes } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { decode, sign, verify } from 'hono/jwt';

/** The public half, as the JSON Web Key Set of a hosted project shows it. */
export interface PublicKey {
  kty: 'EC';
  crv: 'P-256';
  alg: 'ES256';
  use: 'sig';
  key_ops: ['verify'];
  kid: string;
  x: string;
  y: string;
}

export interface SigningKey {
  publicKey: PublicKey;
  sign: (claims: Record<string, unknown>) => Promise<string>;
}

/**
 * The key with which tokens are signed. It is ES256, as in each project that was created since October 2025. It is
 * derived from the installation's secret, so that sessions survive a restart.
 */
export function signingKey(secret: string): SigningKey {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(createHmac('sha256', secret).update('signing key').digest());
  const point = curve.getPublicKey();
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const hash = createHash('sha256').update(point).digest('hex');
  const kid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    hash.slice(12, 16),
    hash.slice(16, 20),
    hash.slice(20, 32),
  ];
  const shared = {
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    kid: kid.join('-'),
    x: part(1),
    y: part(33),
  } as const;
  const privateKey = { ...shared, d: curve.getPrivateKey().toString('base64url'), key_ops: ['sign'] };
  return {
    publicKey: { ...shared, use: 'sig', key_ops: ['verify'] },
    sign: (claims) => sign(claims, privateKey, 'ES256'),
  };
}

/** A token that no service accepts, because nobody knows its key. */
const UNACCEPTABLE = sign({}, randomBytes(32).toString('hex'), 'HS256');

/**
 * @supabase/lite knows only HS256. If a token was signed by one of the published keys, named by its `kid`, its claims
 * are signed again with the secret that only this process knows. Any other token is replaced by one that is refused,
 * for example a token with `alg: none`, with HS256 and any secret, or with a key that is no longer published.
 */
async function internalToken(
  token: string,
  keys: readonly PublicKey[],
  internalSecret: string,
): Promise<string> {
  try {
    const { header, payload } = decode(token);
    const { alg, kid } = header as { alg: string; kid?: string };
    const key = keys.find((one) => one.kid === kid);
    if (!key || alg !== key.alg) return await UNACCEPTABLE;
    // The service that is called checks whether the token has expired, and words the refusal.
    await verify(token, key, { alg: 'ES256', exp: false, nbf: false, iat: false });
    return await sign(payload, internalSecret, 'HS256');
  } catch {
    return UNACCEPTABLE;
  }
}

/**
 * Gives the services behind this one a token that this process has checked, in place of the caller's token. API keys
 * pass unchanged.
 */
export function checkTokens(keys: readonly PublicKey[], internalSecret: string): MiddlewareHandler {
  return async (c, next) => {
    const token = /^Bearer +(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    if (token && !token.startsWith('sb_')) {
      const headers = new Headers(c.req.raw.headers);
      headers.set('authorization', `Bearer ${await internalToken(token, keys, internalSecret)}`);
      c.req.raw = new Request(c.req.raw, { headers });
    }
    await next();
  };
}
