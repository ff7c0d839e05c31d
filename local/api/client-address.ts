import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** The header in which a hosted project's proxy passes the caller's address; it replaces what the caller sent. */
const ADDRESS_HEADER = 'cf-connecting-ip';

/**
 * The request's headers as a hosted project's proxy passes them on: the caller's address in its own header and at the
 * end of `x-forwarded-for`, whose beginning anybody can write. `believed` names a header that is trusted as the
 * address, for tests that play many visitors from one machine.
 */
export function forwardedHeaders(c: Context, believed?: string): Headers {
  const headers = new Headers(c.req.raw.headers);
  const peer = getConnInfo(c).remote.address ?? '127.0.0.1';
  const before = headers.get('x-forwarded-for');
  headers.set(ADDRESS_HEADER, (believed ? headers.get(believed) : null) ?? peer);
  headers.set('x-forwarded-for', before ? `${before}, ${peer}` : peer);
  return headers;
}

export const clientAddress = (headers: Headers): string => headers.get(ADDRESS_HEADER) ?? '';
