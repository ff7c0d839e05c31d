import { type Page, pageAt } from '#config/pages.ts';

/** What a public page may cost (`npm run budget`): compressed bytes as a browser of today fetches them. */
export interface Cost {
  /** The document with its styles; `gzip` is only told. */
  html: number;
  gzip: number;
  /** Before anybody touches the page. */
  script: number;
  fonts: number;
  /** Those in the first view of a phone. */
  pictures: number;
  /** Addresses of other hosts that were asked. */
  strangers: string[];
  /** Cumulative layout shift, with fonts that arrive late, down to the page's end. */
  shift: number;
  /** The element that moved most. */
  moved: string;
}

const KB = 1000;
/** With the logo's letters and the signs of a page in it: as files of 2 and 4 kB they cost a connection each. */
const common = { html: 32 * KB, fonts: 24 * KB, pictures: 150 * KB };
const SCRIPT = 10 * KB;
/** Where an island, or a guest's form, stands in the first view: something is done there, not read. */
const ISLAND_SCRIPT = 100 * KB;
/** A shift that rounds to nothing: a pixel of a letter, not a line that moves. */
const SHIFT = 0.001;

/** The page itself, or the one that it lies below: `/checkout/term` below `/checkout`. */
function pageOf(address: string): Page | undefined {
  for (let at = address; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const page = pageAt(at);
    if (page) return page;
  }
  return undefined;
}

/** Neither behind a sign-in nor a piece that pages fetch. */
export const isPublic = (address: string): boolean => {
  const access = pageOf(address)?.access;
  return access !== 'account' && access !== 'staff' && !address.startsWith('/fragments/');
};

const limitsOf = (page: string) => ({
  ...common,
  script: pageOf(page)?.works ? ISLAND_SCRIPT : SCRIPT,
  shift: SHIFT,
});

/** What a page is over, in words; nothing where it keeps to all of it. */
export function breachesOf(page: string, cost: Cost): string[] {
  const limits = limitsOf(page);
  const over = (['html', 'script', 'fonts', 'pictures'] as const)
    .filter((name) => cost[name] > limits[name])
    .map((name) => `${page}: ${name} ${kilobytes(cost[name])} kB, at most ${kilobytes(limits[name])} kB`);
  return [
    ...over,
    ...cost.strangers.map((address) => `${page}: asks ${address}`),
    ...(cost.shift > limits.shift ? [`${page}: layout shift ${cost.shift.toFixed(4)} (${cost.moved})`] : []),
  ];
}

export const kilobytes = (bytes: number) => (bytes / KB).toFixed(1);
