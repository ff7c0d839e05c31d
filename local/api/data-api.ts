import type { App } from '@supabase/lite';
import type { Handler } from 'hono';
import { forwardedHeaders } from './client-address.ts';
import { errorResponse } from './errors.ts';
import { isCall, type RequestScope, requestScope } from './request-scope.ts';

export function dataApi(lite: App, trustedHeader?: string): Handler {
  return async (c) => {
    if (!isReadable(c.req.query()))
      return errorResponse(400, {
        code: 'PGRST100',
        message: 'unreadable address',
        details: null,
        hint: null,
      });
    const headers = forwardedHeaders(c, trustedHeader);
    const { method } = c.req;
    // PostgREST finds a function by the decoded path, but passes the path on to SQL as it was sent.
    const path = new URL(c.req.url).pathname.replace(/^\/rest\/v1/, '') || '/';
    if (hasHiddenSlash(path))
      return errorResponse(404, { code: 'PGRST205', message: 'no such path', details: null, hint: null });
    const body = method === 'POST' && isCall(path) ? await c.req.raw.text() : c.req.raw.body;
    const scope: RequestScope = { method, path, headers: Object.fromEntries(headers), body: parseBody(body) };
    const init: RequestInit = { method, headers, body, ...(body && { duplex: 'half' as const }) };
    const answer = await requestScope.run(scope, async () => lite.fetch(new Request(c.req.url, init)));
    if (scope.status === undefined) return answer;
    return new Response(answer.body, { status: scope.status, headers: answer.headers });
  };
}

/**
 * For PostgREST an encoded slash is part of a name, and no table has such a name. @supabase/lite would split the
 * path.
 */
function hasHiddenSlash(path: string): boolean {
  try {
    decodeURIComponent(path);
    return /%2f/i.test(path);
  } catch {
    return true;
  }
}

/** @supabase/lite fails on a quote that is never closed. PostgREST refuses the address as unreadable. */
const isReadable = (query: Record<string, string>): boolean =>
  ['select', 'order', 'or', 'and'].every((key) => (query[key]?.split('"').length ?? 1) % 2 === 1);

/** Returns the JSON of a call, or undefined for anything else, which @supabase/lite refuses itself. */
function parseBody(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}
