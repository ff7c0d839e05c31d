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

/** The answer to a call that the page has asked for already, by the same token; once, and null where it did not come. */
export async function takeEarly(url: string, body?: string, token = ''): Promise<Response | null> {
  const asked = typeof window === 'undefined' ? undefined : window.askedEarly;
  const key = url + (body === undefined || body === '{}' ? '' : body) + token;
  const answer = asked?.[key];
  if (!asked || !answer) return null;
  asked[key] = undefined;
  return answer.catch(() => null);
}

/** Older than this an answer that nobody took is none of this moment. */
const FRESH_MS = 10_000;

/** Asks beside the script that will take it, and in its words. */
export function askEarly(url: string, headers: Record<string, string> = {}): void {
  const answer = fetch(url, { headers });
  // Whoever takes it asks again.
  answer.catch(() => undefined);
  const asked = (window.askedEarly ??= {});
  asked[url] = answer;
  setTimeout(() => {
    if (asked[url] === answer) asked[url] = undefined;
  }, FRESH_MS);
}
