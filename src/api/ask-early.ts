/** After this time, an answer that nobody used is too old. */
const FRESH_MS = 10_000;

/** Sends a request before the script that uses it has loaded, under the same key. */
export function askEarly(url: string, headers: Record<string, string> = {}): void {
  const answer = fetch(url, { headers });
  // A failed request is repeated by the code that uses it.
  answer.catch(() => undefined);
  const asked = (window.askedEarly ??= {});
  asked[url] = answer;
  setTimeout(() => {
    if (asked[url] === answer) asked[url] = undefined;
  }, FRESH_MS);
}
