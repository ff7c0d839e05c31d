/** Programs that read pages: no popup, no toast and no count is for them. */
const names =
  /(?<!cu)bot\b|crawl|spider|slurp|lighthouse|pagespeed|facebookexternalhit|whatsapp\/|preview|archiver/i;

export function isCrawler(agent: string): boolean {
  return names.test(agent);
}
