/** How one call to the API is sent. Without a method and a body it is a read. */
export interface RequestSettings {
  key: string;
  method?: 'GET' | 'POST' | 'DELETE' | undefined;
  body?: string | Blob | undefined;
  token?: string | undefined;
  timeoutMs: number;
}

/** What `fetch` is given, by inline scripts and every later call (api/http.ts). */
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

/** Identifies a request whose answer may have been asked for before the script that uses it has loaded. */
export const requestKey = (url: string, body = '{}', token = ''): string =>
  url + (body === '{}' ? '' : body) + token;
