// From navigation to the answer of a tap, as on a slow phone: medians of five, each in a new browser.
import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { storageKeys } from '#config/paths.ts';
import { browserFlags, findBrowser } from '../browser.ts';
import { type Figure, median, misses, print } from './figures.ts';
import { film, writeStrip } from './film.ts';
import { type Journey, journeys } from './journeys.ts';
import { withSite } from './site.ts';

const RUNS = 5;
/** "Slow 4G" as browsers' developer tools throttle it, on a processor a quarter as fast. */
const network = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const CPU_RATE = 4;
const phone = {
  ...{ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  ...{ locale: 'en-SG', timezoneId: 'Asia/Singapore' },
};
/** A browser that says it is none of a program, and a visit in which nothing else comes by itself. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Mobile Safari/537.36';
const calm = ({ consent, interrupted }: Pick<typeof storageKeys, 'consent' | 'interrupted'>) => {
  localStorage.setItem(consent, '{"analytics":false,"ads":false}');
  sessionStorage.setItem(interrupted, 'true');
};
/** How much of a film strip shows what comes after the answer. */
const AFTERWARDS_MS = 500;
/** Nobody waits longer. */
const LIMIT_MS = 60_000;

type Kept = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface Visit {
  answered: number;
  tapped: number;
  requests: number;
  scripts: number;
  scriptBytes: number;
  /** From the end of the last script that came before the answer to the answer, in milliseconds. */
  afterScripts: number;
}

/** Runs in the page, before anything of it does; leaves what happened, by the page's own clock, in `window.taps`. */
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
  const look = () => {
    // Nobody taps what was not painted yet.
    const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
    const [next] = waiting;
    const target = isPainted ? find(next ?? answer) : undefined;
    if (target && next !== undefined) {
      waiting.shift();
      visit.tapped ??= performance.now();
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
      target.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerType: 'touch' }));
      // As a finger does, which a program's click leaves out.
      target.focus({ preventScroll: true });
      target.click();
    } else if (target && accepts(target)) {
      visit.answered = performance.now();
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** A browser with what the earlier pages left in it, and nothing of theirs in its cache. */
async function visit(
  browser: Browser,
  site: string,
  journey: Journey,
  kept: Kept,
  strip?: string,
): Promise<Visit> {
  const context = await browser.newContext({
    ...{ ...phone, storageState: kept },
    ...(journey.fromTap && { userAgent }),
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await throttle(session);
    const filmed = strip === undefined ? null : await film(session);
    let requests = 0;
    page.on('request', () => requests++);
    if (journey.fromTap) await page.addInitScript(calm, storageKeys);
    await page.addInitScript(visitor, { taps: journey.taps, answer: journey.answer });
    await page.goto(site + journey.address, { waitUntil: 'commit' });
    const told = await page.waitForFunction(
      () => {
        const { tapped = 0, answered } = (window as unknown as { taps: Partial<Visit> }).taps;
        return answered !== undefined && { tapped, answered };
      },
      undefined,
      { timeout: LIMIT_MS, polling: 200 },
    );
    const times = (await told.jsonValue()) as Pick<Visit, 'tapped' | 'answered'>;
    if (filmed && strip !== undefined) {
      // The answer is painted a frame after it is there.
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
        ...{ size: encodedBodySize, start: startTime, end: responseEnd },
      })),
  );

/**
 * What a page fetches that nobody touches: all requests until it rests, and the scripts that it loads with. What
 * watches it (2 kB) is a request of the first, and comes after the second.
 */
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
    const name = (what: string) => `${address}, first load: ${what}`;
    return [
      { name: name('requests'), value: requests, unit: '', most: mostFetched.requests },
      { name: name('scripts'), value: scripts.length, unit: '', most: mostFetched.scripts },
      { name: name('scripts as they travel'), value: kb, unit: 'kB', most: mostFetched.scriptKb },
    ];
  } finally {
    await context.close();
  }
}

/** What the earlier pages leave in the browser. */
async function prepare(browser: Browser, site: string, { before }: Journey): Promise<Kept> {
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
 * The journeys to those pages, or all; prints what each took, and answers those that took too long. `films`: each is
 * made once more and filmed, which costs it a little time, so that is not counted.
 */
export async function benchTaps(only: readonly string[], films: boolean): Promise<Figure[]> {
  const executablePath = await findBrowser();
  return withSite(async ({ address: site, sql }) => {
    const browser = await chromium.launch({
      args: browserFlags,
      ...(executablePath ? { executablePath } : {}),
    });
    try {
      const figures: Figure[] = [];
      for (const journey of journeys) {
        if (only.length > 0 && !only.includes(journey.address)) continue;
        const visits: Visit[] = [];
        for (let run = 0; run < RUNS; run++) {
          const kept = await prepare(browser, site, journey);
          visits.push(await visit(browser, site, journey, kept));
          // A checkout holds its place: the next visitor wants it as well.
          await sql`update public.holds set expires_at = clock_timestamp() where expires_at > clock_timestamp()`;
        }
        figures.push(...figuresOf(journey, visits), ...(await firstLoad(browser, site, journey)));
        if (!films) continue;
        const name = journey.address.replace(/\W+/g, '-').replace(/^-$|^-/, '') || 'home';
        await visit(browser, site, journey, await prepare(browser, site, journey), name);
        await sql`update public.holds set expires_at = clock_timestamp() where expires_at > clock_timestamp()`;
      }
      console.log('From navigation to the answer of a tap, slow 4G, processor four times slower, medians');
      print(figures);
      return figures.filter(misses);
    } finally {
      await browser.close();
    }
  });
}

function figuresOf({ name, most, mostAfterScripts, fromTap }: Journey, visits: readonly Visit[]): Figure[] {
  const of = (key: keyof Visit) => Math.round(median(visits.map((one) => one[key])));
  const scripts = `${of('scripts')} scripts of ${(of('scriptBytes') / 1000).toFixed(1)} kB`;
  const note = `tapped at ${of('tapped')}; by then ${of('requests')} requests, ${scripts}`;
  const value = Math.round(median(visits.map((one) => one.answered - (fromTap ? one.tapped : 0))));
  const whole: Figure = { name, value, unit: 'ms', most, note };
  if (mostAfterScripts === undefined) return [whole];
  const after = { name: `${name}, after the last script had come`, value: of('afterScripts') };
  return [whole, { ...after, unit: 'ms', most: mostAfterScripts, note: '' }];
}
