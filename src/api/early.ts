/** What a page asks the API for before its scripts have come, in the words of the inline script that does it. */
export interface EarlyAsk {
  key: string;
  /** Reads, and functions without arguments. */
  urls: readonly string[];
  timeoutMs: number;
}

declare global {
  interface Window {
    /** Answers on their way, by address and, where there is one, the body that was sent. */
    askedEarly?: Partial<Record<string, Promise<Response>>>;
  }
}

/** The answer to a visitor's call that the page has asked for already; once, and null where it did not come. */
export async function takeEarly(url: string, body?: string): Promise<Response | null> {
  const asked = typeof window === 'undefined' ? undefined : window.askedEarly;
  const key = url + (body === undefined || body === '{}' ? '' : body);
  const answer = asked?.[key];
  if (!asked || !answer) return null;
  asked[key] = undefined;
  return answer.catch(() => null);
}
