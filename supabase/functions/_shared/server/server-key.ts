/**
 * What opens the project's API to the server. A secret key of the new format is no JWT: the gateway refuses it as a
 * bearer. The legacy key is one, and has to stand in both headers.
 */
export function serverHeaders(key: string): Record<string, string> {
  return key.startsWith('sb_secret_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` };
}
