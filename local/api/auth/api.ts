import type { App } from '@supabase/lite';
import type { Handler } from 'hono';
import { clientAddress, forwardedHeaders } from '../client-address.ts';
import { requestScope } from '../request-scope.ts';
import type { CheckCaptcha } from './captcha/captcha.ts';
import type { AuthLimits } from './limits/limits.ts';
import { countRequests } from './limits/requests.ts';

/** Passes a request to the auth API, unless this network address has sent too many or a captcha is missing. */
export function authApi(
  lite: App,
  limits: AuthLimits,
  captcha: CheckCaptcha,
  trustedHeader: string | undefined,
): Handler {
  const count = countRequests(limits);
  return async (c) => {
    const headers = forwardedHeaders(c, trustedHeader);
    const { method, path } = c.req;
    const body = c.req.raw.body ? await c.req.raw.text() : null;
    const route = path.replace(/^\/auth\/v1/, '').replace(/\/$/, '');
    const grantType = c.req.query('grant_type');
    const wait = count({
      method,
      path: route,
      grantType,
      address: clientAddress(headers),
      email: emailIn(body),
    });
    if (wait > 0)
      return c.json(
        { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
        429,
        { 'x-sb-error-code': 'over_request_rate_limit', 'retry-after': String(wait) },
      );
    const authorization = c.req.header('authorization');
    const refusal = captcha({ what: `${method} ${route}`, grantType, authorization, body });
    if (refusal) return refusal;
    const scope = { method, path, headers: Object.fromEntries(headers) };
    return requestScope.run(scope, async () => lite.fetch(new Request(c.req.url, { method, headers, body })));
  };
}

function emailIn(body: string | null): string {
  try {
    const { email } = JSON.parse(body ?? '') as { email?: unknown };
    return typeof email === 'string' ? email.trim().toLowerCase() : '';
  } catch {
    return '';
  }
}
