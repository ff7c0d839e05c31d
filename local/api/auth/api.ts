import type { App } from '@supabase/lite';
import type { Handler } from 'hono';
import { clientAddress, forwardedHeaders } from '../client-address.ts';
import type { SignInLimit } from '../options.ts';
import { requestScope } from '../request-scope.ts';
import { countSignIns } from './sign-in-limit.ts';

/** Calls lite's auth API, unless this address has tried to sign in to this account too often. */
export function authApi(lite: App, limit: SignInLimit, believed?: string): Handler {
  const attempt = countSignIns(limit);
  return async (c) => {
    const headers = forwardedHeaders(c, believed);
    const isSignIn =
      c.req.method === 'POST' && c.req.path === '/auth/v1/token' && c.req.query('grant_type') === 'password';
    const body = isSignIn ? await c.req.raw.text() : c.req.raw.body;
    const wait = typeof body === 'string' ? attempt(`${clientAddress(headers)} ${emailIn(body)}`) : 0;
    if (wait > 0)
      return c.json(
        { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
        429,
        { 'x-sb-error-code': 'over_request_rate_limit', 'retry-after': String(wait) },
      );
    const init: RequestInit = {
      method: c.req.method,
      headers,
      body,
      ...(body && { duplex: 'half' as const }),
    };
    const { method, path } = c.req;
    const scope = { method, path, headers: Object.fromEntries(headers) };
    return requestScope.run(scope, async () => lite.fetch(new Request(c.req.url, init)));
  };
}

function emailIn(body: string): string {
  try {
    const { email } = JSON.parse(body) as { email?: unknown };
    return typeof email === 'string' ? email.trim().toLowerCase() : '';
  } catch {
    return '';
  }
}
