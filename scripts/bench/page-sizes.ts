// How long the two longest pages are on a phone, how many nodes they have, and how much data and
// memory they need. A busy machine does not change these figures.
import { readFileSync } from 'node:fs';
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import { paths, storageKeys } from '#config/paths.ts';
import type { Figure } from './figures.ts';
import { median } from './figures.ts';

interface Limits {
  address: string;
  height: number;
  nodes?: number;
  kilobytes?: number;
  megabytes?: number;
}

const pages: readonly Limits[] = [
  { address: paths.camps, height: 9_000, nodes: 1_500, kilobytes: 120, megabytes: 50 },
  { address: paths.home, height: 8_000 },
];
const RUNS = 5;
const WIDTH = 390;

interface Size {
  height: number;
  nodes: number;
  kilobytes: number;
  heap: number;
  megabytes: number;
}

/** Each run has a separate browser, because processes of one browser share memory with earlier ones. */
export async function benchPageSizes(
  launch: LaunchOptions,
  site: string,
  only: readonly string[],
  options: BrowserContextOptions,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { address, ...limits } of pages) {
    if (only.length > 0 && !only.includes(address)) continue;
    const sizes: Size[] = [];
    for (let run = 0; run < RUNS; run++) {
      const browser = await chromium.launch(launch);
      try {
        sizes.push(await sizeOf(browser, site + address, options));
      } finally {
        await browser.close();
      }
    }
    const of = (key: keyof Size) => median(sizes.map((size) => size[key]));
    const name = (measure: string) => `${address}: ${measure}`;
    const row = (measure: string, key: keyof Size, unit: string, most?: number): Figure => ({
      name: name(measure),
      value: of(key),
      unit,
      ...(most === undefined ? {} : { most }),
    });
    figures.push(
      row(`height at ${WIDTH} px`, 'height', 'px', limits.height),
      row('elements and texts when loaded', 'nodes', '', limits.nodes),
      row('first load, as it travels', 'kilobytes', 'kB', limits.kilobytes),
      row('objects of its scripts', 'heap', 'MB'),
      row('memory that its process has written', 'megabytes', 'MB', limits.megabytes),
    );
  }
  return figures;
}

async function sizeOf(browser: Browser, address: string, options: BrowserContextOptions): Promise<Size> {
  const context = await browser.newContext({ ...options, viewport: { width: WIDTH, height: 844 } });
  try {
    const page = await context.newPage();
    await page.addInitScript((key) => {
      localStorage.setItem(key, '{"analytics":false,"ads":false}');
    }, storageKeys.consent);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Network.enable');
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(address, { waitUntil: 'networkidle' });
    const kilobytes = bytes / 1e3;
    const megabytes = (await writtenBytes(browser)) / 1e6;
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const heap = (metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? 0) / 1e6;
    const nodes = await page.evaluate(() => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      let count = 0;
      while (walker.nextNode()) count++;
      return count;
    });
    return { nodes, kilobytes, heap, megabytes, height: await heightOf(page) };
  } finally {
    await context.close();
  }
}

/** Returns the height after a visit to the end, because sections far from the screen only have an estimate. */
const heightOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
      scrollTo({ top: y, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return document.documentElement.scrollHeight;
  });

/** Returns what the largest process of a page has written to memory, or NaN where the system does not say. */
async function writtenBytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => {
      try {
        const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8');
        return Number(/^Private_Dirty:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024;
      } catch {
        return Number.NaN;
      }
    })
    .filter((size) => !Number.isNaN(size));
  return sizes.length === 0 ? Number.NaN : Math.max(...sizes);
}
