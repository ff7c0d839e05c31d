/** The settings of one call to the API. If it has no method and no body, the call is a GET. */
export interface RequestSettings {
  key: string;
  method?: 'GET' | 'POST' | 'DELETE' | undefined;
  body?: string | Blob | undefined;
  token?: string | undefined;
  timeoutMs: number;
}

/** Builds the options of `fetch`, for inline scripts and for api/http.ts. */
export const fetchOptions = (
  { key, method, body, token, timeoutMs }: RequestSettings,
  headers: Record<string, string> = {},
): RequestInit => ({
  method: method ?? (body === undefined ? 'GET' : 'POST'),
  headers: {
    apikey: key,
    ...(token && { authorization: `Bearer ${token}` }),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...headers,
  },
  signal: AbortSignal.timeout(timeoutMs),
  ...(body !== undefined && { body }),
});

/** Returns the key of a request whose answer may have been prefetched (browser/prefetch.ts). */
export const requestKey = (url: string, body = '{}', token = ''): string =>
  url + (body === '{}' ? '' : body) + token;
