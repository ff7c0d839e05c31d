import { AsyncLocalStorage } from 'node:async_hooks';

/** What SQL may read of the HTTP request: `current_setting('request.headers')` and its sisters. */
export interface RequestScope {
  method: string;
  /** Without the prefix of the data API: `/orders`, `/rpc/hold_order`. */
  path: string;
  headers: Record<string, string>;
  /** The parsed JSON of a function call. */
  body?: unknown;
  /** What the function chose for its answer (`response.status`). */
  status?: number;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();

/** Set while a request's queries run as its caller; outside, in a request, the auth service asks. */
export const callerScope = new AsyncLocalStorage<true>();
