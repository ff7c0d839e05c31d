import { requestKey } from '#browser/request.ts';

/**
 * The answer to the same request with the same token, if the page has already sent it (browser/prefetch.ts). It can be
 * taken once; null if there is none or it failed.
 */
export async function takePrefetched(url: string, body?: string, token?: string): Promise<Response | null> {
  const answers = typeof window === 'undefined' ? undefined : window.prefetched;
  const key = requestKey(url, body, token);
  const answer = answers?.[key];
  if (!answers || !answer) return null;
  answers[key] = undefined;
  return answer.catch(() => null);
}
