import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';

/** A provider's public key, as listed in its key set. */
export interface ProviderKey extends JsonWebKey {
  kid: string;
}

export interface ExpectedClaims {
  keys: readonly ProviderKey[];
  issuers: readonly string[];
  clientIds: readonly string[];
  nonce: string;
}

export interface IdTokenClaims {
  sub: string;
  email: string;
  name: string;
  isVerified: boolean;
  expiresAt: number;
}

/** As on the hosted service, such a refusal has no code. */
export class IdTokenError extends Error {
  readonly error: string;
  constructor(description: string, error = 'invalid request') {
    super(description);
    this.error = error;
  }
}

/** As on the hosted service, the provider's clock may be this far ahead. */
const SKEW_SECONDS = 300;

/**
 * Stricter than the hosted service: a token without a nonce is refused, because anybody who finds it could use it.
 */
export function verifyIdToken(
  token: string,
  { keys, issuers, clientIds, nonce }: ExpectedClaims,
): IdTokenClaims {
  const claims = signedClaims(token, keys);
  const now = Date.now() / 1000;
  const expiresAt = claims['exp'];
  const notBefore = claims['nbf'] ?? 0;
  if (!issuers.some((issuer) => issuer === claims['iss'])) throw badToken();
  if (typeof expiresAt !== 'number' || expiresAt <= now) throw badToken();
  if (typeof notBefore !== 'number' || notBefore > now + SKEW_SECONDS) throw badToken();
  const sub = textIn(claims, 'sub');
  if (sub === '') throw new IdTokenError('Missing sub claim in id_token');
  const audiences: unknown[] = Array.isArray(claims['aud']) ? claims['aud'] : [claims['aud']];
  if (!clientIds.some((id) => id !== '' && audiences.includes(id)))
    throw new IdTokenError('Unacceptable audience in id_token');
  const hashed = textIn(claims, 'nonce');
  if (hashed === '' || nonce === '')
    throw new IdTokenError('Passed nonce and nonce in id_token should either both exist or not.');
  if (createHash('sha256').update(nonce).digest('hex') !== hashed)
    throw new IdTokenError('Nonces mismatch', 'invalid nonce');
  return {
    sub,
    email: textIn(claims, 'email').toLowerCase(),
    name: textIn(claims, 'name'),
    isVerified: claims['email_verified'] === true,
    expiresAt,
  };
}

/**
 * Returns the claims if one of the keys signed them. The token cannot choose how it is verified: only RS256 is
 * accepted.
 */
function signedClaims(token: string, keys: readonly ProviderKey[]): Record<string, unknown> {
  const [head = '', body = '', signature = '', ...more] = token.split('.');
  const header = jsonOf(head);
  const key = keys.find(({ kid }) => kid === header['kid']);
  if (more.length > 0 || header['alg'] !== 'RS256' || !key) throw badToken();
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${body}`),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw badToken();
  return jsonOf(body);
}

function jsonOf(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    if (value && typeof value === 'object') return value as Record<string, unknown>;
  } catch {
    // Invalid JSON throws the error below.
  }
  throw badToken();
}

const badToken = () => new IdTokenError('Bad ID token');

function textIn(claims: Record<string, unknown>, name: string): string {
  const value = claims[name];
  return typeof value === 'string' ? value : '';
}
