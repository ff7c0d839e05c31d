import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestScope {
  requestId: string;
  fn: string;
}

/** This header carries one id from the browser through the functions to SQL (`private.request_id`). */
export const REQUEST_ID = 'x-request-id';

const scopes = new AsyncLocalStorage<RequestScope>();

export const requestScope = (): RequestScope | null => scopes.getStore() ?? null;

export function inScope<T>(request: Request, work: (scope: RequestScope) => Promise<T>): Promise<T> {
  const header = request.headers.get(REQUEST_ID) ?? '';
  const scope = {
    requestId: /^[A-Za-z0-9-]{8,64}$/.test(header) ? header : crypto.randomUUID(),
    fn: functionOf(request),
  };
  return scopes.run(scope, work, scope);
}

/**
 * Returns the name of the function. A hosted path may lack the first two segments of
 * `/functions/v1/error-monitor/maintenance`.
 */
function functionOf(request: Request): string {
  return new URL(request.url).pathname
    .replace(/^\/functions\/v1/, '')
    .split('/')
    .filter((part) => /^[a-z-]{1,40}$/.test(part))
    .join('/');
}
