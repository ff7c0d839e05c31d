import { AsyncLocalStorage } from 'node:async_hooks';

/** What SQL may read of the HTTP request: `current_setting('request.headers')` and its sisters. */
export interface RequestScope {
  method: string;
  /** As sent, without the prefix of the data API: `/orders`, `/rpc/hold_order`, `/rpc/hold%5Forder`. */
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON of a function call. */
  body?: unknown;
  /** What the function chose for its answer (`response.status`). */
  status?: number;
}

/** Is a function called, however its path is spelt? */
export const isCall = (path: string): boolean => /^\/+(?:r|%72)(?:p|%70)(?:c|%63)\//i.test(path);

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Set while a request's queries run as its caller; outside, in a request, the auth service asks. */
export const callerScope = new AsyncLocalStorage<true>();
