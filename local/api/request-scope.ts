import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  method: string;
  /** As sent, without the prefix of the data API: `/orders`, `/rpc/hold_order`, `/rpc/hold%5Forder`. */
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** The status that the function set for its answer (`response.status`). */
  status?: number;
}

/** Whether a path calls a function, however it is encoded. */
export const isCall = (path: string): boolean => /^\/+(?:r|%72)(?:p|%70)(?:c|%63)\//i.test(path);

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Set while queries run under the caller's role; the auth service queries without it. */
export const callerScope = new AsyncLocalStorage<true>();
