import type { Browser, Page, Request } from '@playwright/test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { crawlerUserAgent } from '../../tests/e2e/support/visitor.ts';
import type { Cost } from './limits.ts';

/**
 * The phone identifies as a crawler, because popups that open automatically are not part of the
 * page and their timing varies.
 */
const phone = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  userAgent: crawlerUserAgent,
};

/** Without this limit, a measurement would wait for ever if the browser stopped drawing. */
const LIMIT_MS = 60_000;
export class Stuck extends Error {}

/** Measures what a page loads on a first visit. After a minute it throws Stuck, with the step that did not end. */
export async function measure(
  browser: Browser,
  address: string,
  ownOrigins: ReadonlySet<string>,
): Promise<Cost> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>();
  let step = 'the page';
  const timer = setTimeout(() => reject(new Stuck(`${address}: waited a minute for ${step}`)), LIMIT_MS);
  try {
    return await Promise.race([weigh(browser, address, ownOrigins, (now) => (step = now)), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

async function weigh(
  browser: Browser,
  address: string,
  ownOrigins: ReadonlySet<string>,
  at: (step: string) => void,
): Promise<Cost> {
  const context = await browser.newContext({ ...phone, locale: 'en-SG', timezoneId: 'Asia/Singapore' });
  try {
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    const arrive = await holdFonts(page);
    const response = await page.goto(address, { waitUntil: 'domcontentloaded' });
    // The load event waits for the preloaded fonts, so this waits for the first paint instead.
    at('its first frame');
    await painted(page);
    arrive();
    at('what it loads');
    await page.waitForLoadState('load');
    at('its fonts');
    await page.evaluate(() => document.fonts.ready);
    at('a quiet network');
    await page.waitForLoadState('networkidle');
    await loaded(page);
    const html = (await response?.body()) ?? Buffer.alloc(0);
    const before = [...requests];
    const firstView = new Set(await picturesInView(page));
    const inline = await inlineScripts(page);
    at('frames while it scrolls');
    await scrollThrough(page);
    at('the sizes of what came');
    return {
      html: (await sum(before, ['document', 'stylesheet'])).bytes,
      gzip: gzipSync(html).length,
      script: (await sum(before, ['script'])).bytes + (inline ? brotliCompressSync(inline).length : 0),
      fonts: (await sum(before, ['font'])).bytes,
      pictures: (await sum(before, ['image'], (url) => firstView.has(url))).bytes,
      strangers: [
        ...new Set(requests.map((request) => request.url()).filter((url) => isStrange(url, ownOrigins))),
      ],
      ...(await layoutShift(page)),
    };
  } finally {
    await context.close();
  }
}

/** Fonts are delayed, because the page must not move when they arrive last. The returned function releases them. */
async function holdFonts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(/\.woff2(\?|$)/, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );

/**
 * Waits until the islands are drawn. On a busy machine an island may still be drawing, and would replace its skeleton
 * while this scrolls, although no visitor scrolls so soon.
 */
const loaded = (page: Page) =>
  page
    .waitForFunction(() => !document.querySelector('main .loading[role="status"]'), null, { timeout: 10_000 })
    .catch(() => undefined);

const isStrange = (url: string, ownOrigins: ReadonlySet<string>) =>
  /^(https?|wss?):/.test(url) && !ownOrigins.has(new URL(url).origin);

async function sum(
  requests: readonly Request[],
  types: readonly string[],
  counts: (url: string) => boolean = () => true,
) {
  const counted = requests.filter(
    (request) => types.includes(request.resourceType()) && counts(request.url()),
  );
  const sizes = await Promise.all(
    counted.map(async (request) =>
      (await request.response()) ? (await request.sizes()).responseBodySize : 0,
    ),
  );
  return { bytes: sizes.reduce((total, size) => total + Math.max(0, size), 0) };
}

function picturesInView(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const images = [...document.querySelectorAll('img')];
    const reaches = (image: HTMLImageElement) => {
      const { top, bottom, left, right, width } = image.getBoundingClientRect();
      return width > 0 && top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
    };
    const below = new Set(images.filter((image) => !reaches(image)).map((image) => image.currentSrc));
    for (const image of images) if (reaches(image)) below.delete(image.currentSrc);
    return performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => !below.has(name));
  });
}

function inlineScripts(page: Page): Promise<string> {
  return page.evaluate(() =>
    [...document.scripts]
      .filter((script) => !script.src && ['', 'module', 'text/javascript'].includes(script.type))
      .map((script) => script.textContent)
      .join('\n'),
  );
}

/**
 * Scrolls to the end screen by screen and paints each screen, so that lazy content shows the shifts that it causes.
 */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
  await page.waitForLoadState('networkidle');
}

function layoutShift(page: Page): Promise<{ shift: number; moved: string }> {
  return page.evaluate(
    () =>
      new Promise<{ shift: number; moved: string }>((resolve) => {
        let shift = 0;
        let largest = 0;
        let moved = '';
        const add = (entry: PerformanceEntry) => {
          if (!('value' in entry) || typeof entry.value !== 'number') return;
          if ('hadRecentInput' in entry && entry.hadRecentInput) return;
          shift += entry.value;
          const sources: unknown[] = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
          const [first] = sources;
          const node = typeof first === 'object' && first !== null && 'node' in first ? first.node : null;
          if (entry.value <= largest || !(node instanceof Element)) return;
          largest = entry.value;
          moved = [node.localName, ...node.classList].join('.');
        };
        const observer = new PerformanceObserver((list) => list.getEntries().forEach(add));
        observer.observe({ type: 'layout-shift', buffered: true });
        // Buffered entries arrive in the next task, so after two frames all have arrived.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              observer.takeRecords().forEach(add);
              resolve({ shift, moved });
            }),
          ),
        );
      }),
  );
}
