import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import type { ProviderAccount } from '../providers/providers.ts';
import type { ProviderKey } from './verify.ts';

/** Google's tokens use either spelling. */
export const googleIssuers = ['https://accounts.google.com', 'accounts.google.com'] as const;

/** Google's tokens are valid for the same time. */
const LASTS_SECONDS = 3600;

/** The key pair is created at its first use, because most starts of the API do not need it. */
let pair: { privateKey: KeyObject; key: ProviderKey } | undefined;

function keyPair() {
  if (pair) return pair;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' };
  return (pair = { privateKey, key });
}

export const googleKeys = (): ProviderKey[] => [keyPair().key];

export function googleToken(
  { sub, email, name, isVerified }: ProviderAccount,
  clientId: string,
  nonce: string,
): string {
  const { privateKey, key } = keyPair();
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: googleIssuers[0],
    azp: clientId,
    aud: clientId,
    sub,
    ...(email && { email, email_verified: isVerified }),
    ...(name && { name }),
    nonce,
    iat: now,
    nbf: now,
    exp: now + LASTS_SECONDS,
    jti: randomUUID(),
  };
  const signed = [{ alg: 'RS256', kid: key.kid, typ: 'JWT' }, claims].map(encode).join('.');
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
