import { requestKey } from '#browser/request.ts';

/**
 * The answer to the same request with the same token, if the page has already sent it (send-early.ts). It can be taken
 * once; null if it failed.
 */
export async function takeEarly(url: string, body?: string, token?: string): Promise<Response | null> {
  const asked = typeof window === 'undefined' ? undefined : window.askedEarly;
  const key = requestKey(url, body, token);
  const answer = asked?.[key];
  if (!asked || !answer) return null;
  asked[key] = undefined;
  return answer.catch(() => null);
}
