import type { Handler } from 'hono';
import { proxy } from 'hono/proxy';
import { forwardedHeaders } from './client-address.ts';

export function proxyFunctions(functionsUrl: string, trustedHeader?: string): Handler {
  return async (c) => {
    const { pathname, search } = new URL(c.req.url);
    try {
      return await proxy(new URL(pathname + search, functionsUrl), {
        method: c.req.method,
        body: c.req.raw.body,
        headers: forwardedHeaders(c, trustedHeader),
        signal: c.req.raw.signal,
        redirect: 'manual',
      });
    } catch (error) {
      if (c.req.raw.signal.aborted) throw error;
      const body = { code: 'BOOT_ERROR', message: 'The host of the functions is not running (yet).' };
      return c.json(body, 503, { 'access-control-allow-origin': '*' });
    }
  };
}
