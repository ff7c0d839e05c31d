import * as v from 'valibot';
import type { Env } from './env.ts';
import { serverHeaders } from './server-key.ts';

/** The part of Supabase's admin interface that removes a second factor. It needs the service key. */
export interface AuthAdmin {
  factorsOf: (userId: string) => Promise<string[]>;
  /** Succeeds also if the factor no longer exists. */
  deleteFactor: (userId: string, factorId: string) => Promise<void>;
}

const TIMEOUT_MS = 10_000;
const Factors = v.array(v.object({ id: v.pipe(v.string(), v.uuid()) }));

export function createAuthAdmin({ SUPABASE_URL, SUPABASE_SERVICE_ROLE_KEY: key }: Env): AuthAdmin {
  async function call(method: 'GET' | 'DELETE', userId: string, factorId = ''): Promise<Response> {
    const path = ['admin', 'users', userId, 'factors', factorId].filter(Boolean).map(encodeURIComponent);
    const response = await fetch(`${SUPABASE_URL}/auth/v1/${path.join('/')}`, {
      method,
      headers: serverHeaders(key),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok && !(method === 'DELETE' && response.status === 404))
      throw new Error(`auth: ${method} of a factor was answered ${response.status}`);
    return response;
  }
  return {
    async factorsOf(userId) {
      const factors = v.parse(v.nullable(Factors), await (await call('GET', userId)).json());
      return (factors ?? []).map(({ id }) => id);
    },
    async deleteFactor(userId, factorId) {
      await call('DELETE', userId, factorId);
    },
  };
}
