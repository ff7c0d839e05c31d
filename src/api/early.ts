/** What a page asks the API for before its scripts have come, in the words of the inline script that does it. */
export interface EarlyAsk {
  origin: string;
  key: string;
  /** Reads, and functions without arguments. */
  paths: readonly string[];
  timeoutMs: number;
}

declare global {
  interface Window {
    /** Answers on their way, by path. */
    askedEarly?: Partial<Record<string, Promise<Response>>>;
  }
}

/** The answer to a visitor's call that the page has asked for already; once, and null where it did not come. */
export async function takeEarly(path: string): Promise<Response | null> {
  const asked = typeof window === 'undefined' ? undefined : window.askedEarly;
  const answer = asked?.[path];
  if (!asked || !answer) return null;
  asked[path] = undefined;
  return answer.catch(() => null);
}
