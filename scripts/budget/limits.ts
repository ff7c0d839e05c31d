import { budget, kilobytes } from '#config/budget.ts';
import { languages, otherLanguages } from '#config/languages.ts';
import { type Page, pageAt } from '#config/pages.ts';

/** The measured sizes of a public page (`npm run budget`), in compressed bytes as current browsers load them. */
export interface Cost {
  html: number;
  gzip: number;
  /** Scripts that load before anybody touches the page. */
  script: number;
  fonts: number;
  pictures: number;
  /** Requested addresses on other hosts. */
  strangers: string[];
  /** Cumulative layout shift with late fonts, while scrolling to the end of the page. */
  shift: number;
  moved: string;
}

/** A smaller shift is a pixel of a letter, not a line that moves. */
const SHIFT = 0.001;

const prefixes = otherLanguages.map((id) => languages[id].prefix);
const prefixOf = (address: string) =>
  prefixes.find((prefix) => address === prefix || address.startsWith(`${prefix}/`)) ?? '';
export const isTranslated = (address: string): boolean => prefixOf(address) !== '';
const inEnglish = (address: string) => address.slice(prefixOf(address).length) || '/';

/** Returns the page at this address or at the nearest address above it: `/checkout/term` is below `/checkout`. */
function pageOf(address: string): Page | undefined {
  for (let at = inEnglish(address); at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const page = pageAt(at);
    if (page) return page;
  }
  return undefined;
}

/** True unless the page needs a sign-in or is a fragment that other pages load. */
export const isPublic = (address: string): boolean => {
  const access = pageOf(address)?.access;
  return access !== 'account' && access !== 'staff' && !inEnglish(address).startsWith('/fragments/');
};

const limitsOf = (page: string) => ({
  ...budget,
  script: pageOf(page)?.works ? budget.islandScript : budget.script,
  shift: SHIFT,
});

export function breachesOf(page: string, cost: Cost): string[] {
  const limits = limitsOf(page);
  // A Chinese document has up to half a kilobyte more for the same content, so its size is only printed.
  const judged = isTranslated(page)
    ? (['script', 'fonts', 'pictures'] as const)
    : (['html', 'script', 'fonts', 'pictures'] as const);
  const exceeded = judged
    .filter((name) => cost[name] > limits[name])
    .map((name) => `${page}: ${name} ${kilobytes(cost[name])} kB, at most ${kilobytes(limits[name])} kB`);
  return [
    ...exceeded,
    ...cost.strangers.map((address) => `${page}: asks ${address}`),
    ...(cost.shift > limits.shift ? [`${page}: layout shift ${cost.shift.toFixed(4)} (${cost.moved})`] : []),
  ];
}
