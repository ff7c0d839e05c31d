// Times from navigation to the response to a tap on a slow phone: medians of five runs, each in a new browser.
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import type postgres from 'postgres';
import { storageKeys } from '#config/paths.ts';
import { browserFlags, findBrowser } from '../browser.ts';
import { type Figure, median, isMissed, print } from './figures.ts';
import { film, writeStrip } from './film.ts';
import { benchInteractions } from './interactions.ts';
import { type Journey, journeys } from './journeys.ts';
import { benchPageSizes } from './page-sizes.ts';
import { withSite } from './site.ts';

const RUNS = 5;
/** "Slow 4G" as in browsers' developer tools, on a processor that is four times slower. */
const network = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const CPU_RATE = 4;
const phone = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  locale: 'en-SG',
  timezoneId: 'Asia/Singapore',
};
/** The browser must look like a person's, because the site treats automated browsers differently. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Mobile Safari/537.36';
const calm = ({ consent, interrupted }: Pick<typeof storageKeys, 'consent' | 'interrupted'>) => {
  localStorage.setItem(consent, '{"analytics":false,"ads":false}');
  sessionStorage.setItem(interrupted, 'true');
};
const AFTERWARDS_MS = 500;
const LIMIT_MS = 60_000;

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Visit {
  answered: number;
  tapped: number;
  requests: number;
  scripts: number;
  scriptBytes: number;
  /** Milliseconds from the end of the last script before the response to the response. */
  afterScripts: number;
}

/** Runs in the page before its own scripts. Records what happened in `window.taps`, by the page's own clock. */
function visitor({ taps, answer }: Pick<Journey, 'taps' | 'answer'>): void {
  const visit: { tapped?: number; answered?: number } = {};
  Object.assign(window, { taps: visit });
  const waiting = [...taps];
  const find = (css: string) =>
    [...document.querySelectorAll<HTMLElement>(css)].find(
      (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0,
    );
  const accepts = (one: HTMLElement) => {
    if (!(one instanceof HTMLInputElement)) return true;
    if (one.value !== '') return true;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(one, 'a');
    one.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'a', inputType: 'insertText' }));
    return false;
  };
  const proceed = () => {
    // A person cannot tap what has not been painted.
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
    const [next] = waiting;
    const target = isPainted ? find(next ?? answer) : undefined;
    if (target && next !== undefined) {
      waiting.shift();
      visit.tapped ??= performance.now();
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
      target.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'touch' }));
      // A finger also moves the focus, which a scripted click does not.
      target.focus({ preventScroll: true });
      target.click();
    } else if (target && accepts(target)) {
      visit.answered = performance.now();
      return;
    }
    requestAnimationFrame(proceed);
  };
  requestAnimationFrame(proceed);
}

/** Makes one visit in a new browser with an empty cache and the storage that earlier pages left. */
async function visit(
  browser: Browser,
  site: string,
  journey: Journey,
  storageState: StorageState,
  strip?: string,
): Promise<Visit> {
  const context = await browser.newContext({
    ...phone,
    storageState,
    ...(journey.fromTap && { userAgent }),
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    if (journey.isWarm) {
      await page.goto(site + journey.address, { waitUntil: 'networkidle' });
      await page
        .locator(journey.taps[0] ?? journey.answer)
        .first()
        .waitFor();
      // The deletion waits until the page with the open database is left.
      await page.evaluate((name) => {
        if (name !== undefined) indexedDB.deleteDatabase(name);
      }, journey.forgetsDatabase);
    }
    await throttle(session);
    const filmed = strip === undefined ? null : await film(session);
    let requests = 0;
    page.on('request', () => requests++);
    if (journey.fromTap) await page.addInitScript(calm, storageKeys);
    await page.addInitScript(visitor, { taps: journey.taps, answer: journey.answer });
    await page.goto(site + journey.address, { waitUntil: 'commit' });
    const measured = await page.waitForFunction(
      () => {
        const { tapped = 0, answered } = (window as unknown as { taps: Partial<Visit> }).taps;
        return answered !== undefined && { tapped, answered };
      },
      undefined,
      { timeout: LIMIT_MS, polling: 200 },
    );
    const times = (await measured.jsonValue()) as Pick<Visit, 'tapped' | 'answered'>;
    if (filmed && strip !== undefined) {
      // The film continues for a moment, because the response is painted a frame after it is in the page.
      await page.waitForTimeout(AFTERWARDS_MS);
      const frames = await filmed(times.answered + AFTERWARDS_MS);
      console.log(await writeStrip(browser, strip, frames, { ...times }));
    }
    const scripts = await scriptsOf(page);
    const scriptBytes = scripts.reduce((sum, { size }) => sum + size, 0);
    const ends = scripts.map(({ end }) => end).filter((end) => end <= times.answered);
    const afterScripts = times.answered - Math.max(0, ...ends);
    return { ...times, requests, scripts: scripts.length, scriptBytes, afterScripts };
  } finally {
    await context.close();
  }
}

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'))
      .map(({ encodedBodySize, startTime, responseEnd }) => ({
        size: encodedBodySize,
        start: startTime,
        end: responseEnd,
      })),
  );

/** The monitoring script (2 kB) counts as a request, but loads too late to count as a script. */
async function firstLoad(
  browser: Browser,
  site: string,
  { address, mostFetched }: Journey,
): Promise<Figure[]> {
  if (!mostFetched) return [];
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    let requests = 0;
    page.on('request', () => requests++);
    await page.goto(site + address, { waitUntil: 'networkidle' });
    const loaded = await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration ?? 0);
    const scripts = (await scriptsOf(page)).filter(({ start }) => start <= loaded);
    const kb = Math.round(scripts.reduce((sum, { size }) => sum + size, 0) / 100) / 10;
    const name = (measure: string) => `${address}, first load: ${measure}`;
    return [
      { name: name('requests'), value: requests, unit: '', most: mostFetched.requests },
      { name: name('scripts'), value: scripts.length, unit: '', most: mostFetched.scripts },
      { name: name('scripts as they travel'), value: kb, unit: 'kB', most: mostFetched.scriptKb },
    ];
  } finally {
    await context.close();
  }
}

async function prepare(browser: Browser, site: string, { before }: Journey): Promise<StorageState> {
  const context = await browser.newContext(phone);
  try {
    if (!before) return await context.storageState();
    const page = await context.newPage();
    await page.goto(site + before.address);
    for (const [css, text] of before.types ?? []) await page.locator(css).first().fill(text);
    for (const css of before.presses) await page.locator(css).first().click();
    await page.waitForURL(before.leadsTo);
    if (before.forgets) {
      await page.locator(before.forgets.after).first().waitFor();
      await page.evaluate((keys) => {
        for (const key of keys) localStorage.removeItem(key);
      }, before.forgets.keys);
    }
    return await context.storageState();
  } finally {
    await context.close();
  }
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
}

/**
 * A checkout holds its spot, which the next visitor needs too. All visitors have the same address,
 * which may hold only some spots within an hour, so the address is removed from the orders.
 */
async function forgetVisitor(sql: postgres.Sql): Promise<void> {
  await sql`update public.holds set expires_at = clock_timestamp() where expires_at > clock_timestamp()`;
  await sql`update public.orders set network_hash = null where network_hash is not null`;
}

/** Returns the journeys that took too long. Filming slows a run down, so a filmed run is added. */
export async function benchTaps(only: readonly string[], films: boolean): Promise<Figure[]> {
  const executablePath = await findBrowser();
  return withSite(async ({ address: site, sql }) => {
    const launch = { args: browserFlags, ...(executablePath ? { executablePath } : {}) };
    const browser = await chromium.launch(launch);
    try {
      const figures: Figure[] = [];
      await forgetVisitor(sql);
      for (const journey of journeys) {
        if (only.length > 0 && !only.includes(journey.address)) continue;
        const visits: Visit[] = [];
        for (let run = 0; run < RUNS; run++) {
          const storageState = await prepare(browser, site, journey);
          visits.push(await visit(browser, site, journey, storageState));
          await forgetVisitor(sql);
        }
        figures.push(...figuresOf(journey, visits), ...(await firstLoad(browser, site, journey)));
        if (!films) continue;
        const name = journey.address.replace(/\W+/g, '-').replace(/^-$|^-/, '') || 'home';
        await visit(browser, site, journey, await prepare(browser, site, journey), name);
        await forgetVisitor(sql);
      }
      console.log('From navigation to the answer of a tap, slow 4G, processor four times slower, medians');
      print(figures);
      const sizes = await benchPageSizes(launch, site, only, phone);
      print(sizes);
      const cartOf = (journey: Journey) => prepare(browser, site, journey);
      const interactions = await benchInteractions(browser, site, only, phone, cartOf);
      print(interactions);
      return [...figures, ...sizes, ...interactions].filter(isMissed);
    } finally {
      await browser.close();
    }
  });
}

function figuresOf({ name, most, mostAfterScripts, fromTap }: Journey, visits: readonly Visit[]): Figure[] {
  const medianOf = (key: keyof Visit) => Math.round(median(visits.map((one) => one[key])));
  const scripts = `${medianOf('scripts')} scripts of ${(medianOf('scriptBytes') / 1000).toFixed(1)} kB`;
  const note = `tapped at ${medianOf('tapped')}; by then ${medianOf('requests')} requests, ${scripts}`;
  const value = Math.round(median(visits.map((one) => one.answered - (fromTap ? one.tapped : 0))));
  const wholeVisit: Figure = { name, value, unit: 'ms', most, note };
  if (mostAfterScripts === undefined) return [wholeVisit];
  const after = { name: `${name}, after the last script had come`, value: medianOf('afterScripts') };
  return [wholeVisit, { ...after, unit: 'ms', most: mostAfterScripts, note: '' }];
}
