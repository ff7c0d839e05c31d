import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * A hosted project's proxy passes the caller's address in this header, and replaces a header that the caller sent.
 */
const ADDRESS_HEADER = 'cf-connecting-ip';

/**
 * Anybody can write the beginning of `x-forwarded-for`, so like a hosted project's proxy, this adds the address at
 * its end.
 */
export function forwardedHeaders(c: Context, trustedHeader?: string): Headers {
  const headers = new Headers(c.req.raw.headers);
  const peer = getConnInfo(c).remote.address ?? '127.0.0.1';
  const before = headers.get('x-forwarded-for');
  headers.set(ADDRESS_HEADER, (trustedHeader ? headers.get(trustedHeader) : null) ?? peer);
  headers.set('x-forwarded-for', before ? `${before}, ${peer}` : peer);
  return headers;
}

export const clientAddress = (headers: Headers): string => headers.get(ADDRESS_HEADER) ?? '';
