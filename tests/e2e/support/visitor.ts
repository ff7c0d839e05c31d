import { expect, type Page } from '@playwright/test';
import { env } from './env.ts';

/** For a program that reads pages nothing opens by itself; for a person it does. */
export const crawler =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Safari/537.36 (compatible; flows-crawler)';
export const person =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0 Safari/537.36';

/** Opens a page whose clock stands still until the test moves it. */
export async function openWithClock(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-25T02:00:00Z') });
  await page.clock.pauseAt(new Date('2026-11-25T02:00:01Z'));
  await page.goto(env('SITE_URL') + path);
}

/** At once, as a finger or wheel does it, whatever the page's own scrolling is. */
export async function scrollTo(page: Page, viewports: number): Promise<void> {
  const top = await page.evaluate((share) => {
    const to = Math.round(innerHeight * share);
    window.scrollTo({ top: to, behavior: 'instant' });
    return to;
  }, viewports);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top);
}
