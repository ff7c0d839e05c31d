import type { App } from '@supabase/lite';
import type { Handler } from 'hono';
import { decode } from 'hono/jwt';
import { forwardedHeaders } from './client-address.ts';
import { errorResponse } from './errors.ts';
import { requestScope } from './request-scope.ts';

/** Calls lite's data API with the request in reach of SQL, after a look at the token that lite does not take. */
export function dataApi(lite: App): Handler {
  return async (c) => {
    if (!hasAcceptableAlgorithm(c.req.header('authorization')))
      return errorResponse(401, {
        code: 'PGRST301',
        message: 'No suitable key or wrong key type',
        details: null,
        hint: null,
      });
    const headers = forwardedHeaders(c);
    const scope = {
      method: c.req.method,
      path: c.req.path.replace(/^\/rest\/v1/, '') || '/',
      headers: Object.fromEntries(headers),
    };
    return requestScope.run(scope, async () => lite.fetch(new Request(c.req.raw, { headers })));
  };
}

/** Lite takes a token without a signature (`alg: none`) for no token at all; PostgREST refuses it. */
function hasAcceptableAlgorithm(authorization: string | undefined): boolean {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (!token || token.startsWith('sb_')) return true;
  try {
    return decode(token).header.alg === 'HS256';
  } catch {
    // Not a token at all: lite says so itself.
    return true;
  }
}
