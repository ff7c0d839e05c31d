import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Where a hosted project's front tells the caller's address, over whatever the caller wrote there. */
const ADDRESS_HEADER = 'cf-connecting-ip';

/**
 * Headers of the request as the host in front of a project passes them on: the caller's address in its own header,
 * and appended to `x-forwarded-for`, whose beginning anybody can write. `believed` names a header of the caller's
 * that is taken for the address: for tests that play many visitors from one machine.
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
