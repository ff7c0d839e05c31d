declare global {
  interface Window {
    /** Answers that were requested before the scripts that use them had loaded, by `requestKey`. */
    prefetched?: Partial<Record<string, Promise<Response>>>;
  }
}

/** Sends a request before the script that uses it has loaded. That script takes the answer (api/take-prefetched.ts). */
export function prefetch(key: string, url: string, options: RequestInit): Promise<Response> {
  const answer = fetch(url, options);
  // A failed request is repeated by the code that uses it.
  answer.catch(() => undefined);
  (window.prefetched ??= {})[key] = answer;
  return answer;
}
