/** The names of crawlers. They get no popups or toasts, and are not counted as visitors. */
const names =
  /(?<!cu)bot\b|crawl|spider|slurp|lighthouse|pagespeed|facebookexternalhit|whatsapp\/|preview|archiver/i;

export function isCrawler(agent: string): boolean {
  return names.test(agent);
}
