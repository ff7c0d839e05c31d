import { expect, type Page } from '@playwright/test';
import { env } from './env.ts';

/** The two windows that pages are made for. */
export const narrow = { width: 360, height: 740 };
export const wide = { width: 1280, height: 800 };

/** For a program that reads pages nothing opens by itself; for a person it does. */
export const crawler =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Safari/537.36 (compatible; flows-crawler)';
export const person =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Safari/537.36';

/** Somebody who was asked already what they allow: that is not in the way of what else comes by itself. */
export async function hasAnswered(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('otter_consent', '{"analytics":false,"ads":false}'));
}

/** Somebody who has seen the popups of this visit: none lies over what a test is about. */
export async function hasSeenPopups(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const popup of ['welcome', 'gate', 'birthday-intro'])
      sessionStorage.setItem(`otter-${popup}-seen`, 'true');
  });
}

/** Opens a page whose clock stands still until the test moves it. */
export async function openWithClock(page: Page, path: string): Promise<void> {
  await hasAnswered(page);
  await page.clock.install({ time: new Date('2026-11-25T02:00:00Z') });
  await page.clock.pauseAt(new Date('2026-11-25T02:00:01Z'));
  await page.goto(env('SITE_URL') + path);
}

/**
 * At once, as a finger or wheel does it, whatever the page's own scrolling is; the page has heard of it then: several
 * in one frame would be one for it. Again where what comes in above has moved the page along.
 */
export async function scrollTo(page: Page, viewports: number): Promise<void> {
  const missed = (share: number) => {
    const to = Math.round(innerHeight * share);
    if (Math.round(scrollY) === to) return 0;
    return new Promise<number>((resolve) => {
      addEventListener('scroll', () => resolve(Math.round(scrollY) - to), { once: true });
      window.scrollTo({ top: to, behavior: 'instant' });
    });
  };
  await expect.poll(() => page.evaluate(missed, viewports)).toBe(0);
}

/** How far the page has moved by itself so far, as Cumulative Layout Shift counts it; a scroll is no excuse. */
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
