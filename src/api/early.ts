/** The requests that a page sends before its scripts have loaded, as the inline script reads them. */
export interface EarlyAsk {
  key: string;
  /** Reads, and functions without arguments. */
  urls: readonly string[];
  timeoutMs: number;
}

declare global {
  interface Window {
    /** Pending answers. The key is the URL, followed by the body and the token of the request, if any. */
    askedEarly?: Partial<Record<string, Promise<Response>>>;
  }
}

/**
 * The answer to the same request with the same token, if the page has already sent it. It can be taken once; null if
 * it failed.
 */
export async function takeEarly(url: string, body?: string, token = ''): Promise<Response | null> {
  const asked = typeof window === 'undefined' ? undefined : window.askedEarly;
  const key = url + (body === undefined || body === '{}' ? '' : body) + token;
  const answer = asked?.[key];
  if (!asked || !answer) return null;
  asked[key] = undefined;
  return answer.catch(() => null);
}
