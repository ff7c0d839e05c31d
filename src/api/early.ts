/** What a page asks the API for before its scripts have come, in the words of the inline script that does it. */
export interface EarlyAsk {
  key: string;
  /** Reads, and functions without arguments. */
  urls: readonly string[];
  timeoutMs: number;
}

declare global {
  interface Window {
    /** Answers on their way, by address, the body that was sent and the token, where there are such. */
    askedEarly?: Partial<Record<string, Promise<Response>>>;
  }
}

/**
 * The answer to a call that the page has asked for already, by the same token; once, and null where it did not come.
 */
export async function takeEarly(url: string, body?: string, token = ''): Promise<Response | null> {
  const asked = typeof window === 'undefined' ? undefined : window.askedEarly;
  const key = url + (body === undefined || body === '{}' ? '' : body) + token;
  const answer = asked?.[key];
  if (!asked || !answer) return null;
  asked[key] = undefined;
  return answer.catch(() => null);
}
