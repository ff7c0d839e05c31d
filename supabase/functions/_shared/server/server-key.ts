/**
 * The server's credentials for the project's API. A secret key of the new format is no JWT, and the gateway refuses it
 * as a bearer. The legacy key is a JWT and must be in both headers.
 */
export function serverHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_secret_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };
}
