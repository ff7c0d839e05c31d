import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Headers of the request with the caller's address appended to `x-forwarded-for`, as a gateway does. */
export function forwardedHeaders(c: Context): Headers {
  const headers = new Headers(c.req.raw.headers);
  const peer = getConnInfo(c).remote.address ?? '127.0.0.1';
  const before = headers.get('x-forwarded-for');
  headers.set('x-forwarded-for', before ? `${before}, ${peer}` : peer);
  return headers;
}

/** The first address of `x-forwarded-for`. Good for counting on one machine; a header proves nothing. */
export function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '';
}
