import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  method: string;
  /**
   * The path as it was sent, without the prefix of the data API: `/orders`, `/rpc/hold_order`, `/rpc/hold%5Forder`.
   */
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  /** The status that the SQL function set for its answer (`response.status`). */
  status?: number;
}

/** True if a path calls a function, in any encoding. */
export const isCall = (path: string): boolean => /^\/+(?:r|%72)(?:p|%70)(?:c|%63)\//i.test(path);

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Set while queries run under the caller's role. The auth service queries without it. */
export const callerScope = new AsyncLocalStorage<true>();
