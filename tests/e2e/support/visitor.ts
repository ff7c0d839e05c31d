/** Window sizes, user agents and stored answers of a visitor. */
import { expect, type Page } from '@playwright/test';
import { env } from './env.ts';

/** The two window sizes that pages are designed for. */
export const narrow = { width: 360, height: 740 };
export const wide = { width: 1280, height: 800 };

/** Popups open by themselves for a person, but never for a crawler. */
export const crawlerUserAgent =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Safari/537.36 (compatible; flows-crawler)';
export const personUserAgent =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Safari/537.36';

/** Makes a visitor who has answered the consent question, so that it does not cover other popups. */
export async function answerConsent(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('otter_consent', '{"analytics":false,"ads":false}'));
}

/** Makes a visitor who has seen this visit's popups, so that none covers what a test checks. */
export async function markPopupsSeen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const popup of ['welcome', 'gate', 'birthday-intro'])
      sessionStorage.setItem(`otter-${popup}-seen`, 'true');
  });
}

/** Opens a page whose clock stands still until the test moves it. */
export async function openWithClock(page: Page, path: string): Promise<void> {
  await answerConsent(page);
  await page.clock.install({ time: new Date('2026-11-25T02:00:00Z') });
  await page.clock.pauseAt(new Date('2026-11-25T02:00:01Z'));
  await page.goto(env('SITE_URL') + path);
}

/** Scrolls at once and waits until the page has noticed, because several scrolls in a frame would count as one. */
export async function scrollTo(page: Page, viewports: number): Promise<void> {
  const scrollMiss = (share: number) => {
    const to = Math.round(innerHeight * share);
    if (Math.round(scrollY) === to) return 0;
    return new Promise<number>((resolve) => {
      addEventListener('scroll', () => resolve(Math.round(scrollY) - to), { once: true });
      window.scrollTo({ top: to, behavior: 'instant' });
    });
  };
  await expect.poll(() => page.evaluate(scrollMiss, viewports)).toBe(0);
}

/** Returns the Cumulative Layout Shift of the page, including shifts after a scroll. */
export const shift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput))
              sum += Number(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );
