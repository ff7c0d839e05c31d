/**
 * Returns the headers for a server's key. The gateway refuses a new secret key as a bearer, but needs the legacy key
 * in both headers.
 */
export function serverHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_secret_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };
}
