declare global {
  interface Window {
    /** Answers by their `requestKey`. They were requested before the scripts that use them had loaded. */
    prefetched?: Partial<Record<string, Promise<Response>>>;
  }
}

/**
 * Sends a request before the script that uses its answer has loaded. That script takes the answer with
 * api/take-prefetched.ts.
 */
export function prefetch(key: string, url: string, options: RequestInit): Promise<Response> {
  const answer = fetch(url, options);
  // The code that uses the answer repeats a failed request.
  answer.catch(() => undefined);
  (window.prefetched ??= {})[key] = answer;
  return answer;
}
