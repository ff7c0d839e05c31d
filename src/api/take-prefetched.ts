import { requestKey } from '#browser/request.ts';

/**
 * Returns a prefetched answer (browser/prefetch.ts) and forgets it. Returns null if there is none, or if the request
 * failed.
 */
export async function takePrefetched(url: string, body?: string, token?: string): Promise<Response | null> {
  const answers = typeof window === 'undefined' ? undefined : window.prefetched;
  const key = requestKey(url, body, token);
  const answer = answers?.[key];
  if (!answers || !answer) return null;
  answers[key] = undefined;
  return answer.catch(() => null);
}
