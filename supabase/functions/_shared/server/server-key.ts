/** The gateway refuses a new secret key as a bearer, but the legacy key must be in both headers. */
export function serverHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_secret_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };
}
