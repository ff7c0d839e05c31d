import { createHmac } from 'node:crypto';
import { sign, verify } from 'hono/jwt';
import { StorageError } from './errors.ts';

interface Signed {
  url: string;
  use: 'download' | 'upload';
  exp: number;
  /** How the picture is resized. Options in the address are ignored. */
  transform?: Record<string, unknown>;
  owner?: string | null;
  upsert?: boolean;
}

/**
 * Signs addresses with a separate key, so that a session's token cannot be used as a signature or the other way
 * round.
 */
export class Signer {
  readonly #key: string;

  constructor(jwtSecret: string) {
    this.#key = createHmac('sha256', jwtSecret).update('storage').digest('hex');
  }

  sign(claims: Omit<Signed, 'exp'>, seconds: number): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return sign({ ...claims, iat: now, exp: now + seconds }, this.#key, 'HS256');
  }

  /** Reads what a token allows, for this file and this use only. */
  async open(token: string | undefined, url: string, use: Signed['use']): Promise<Signed> {
    if (!token) throw new StorageError(400, 'Error', "querystring must have required property 'token'");
    const signed = (await verify(token, this.#key, 'HS256').catch((error: unknown) => {
      const expired = error instanceof Error && error.name === 'JwtTokenExpired';
      throw new StorageError(
        400,
        'InvalidJWT',
        expired ? '"exp" claim timestamp check failed' : 'Invalid Compact JWS',
      );
    })) as unknown as Signed;
    if (signed.use !== use || signed.url !== url)
      throw new StorageError(400, 'InvalidSignature', 'Invalid signature');
    return signed;
  }
}
