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
