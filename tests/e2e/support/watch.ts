import { expect, type Page, type Request } from '@playwright/test';
import { env } from './env.ts';

/** Opens a page and waits for the watcher, which loads once the page is idle. */
export async function openAndRecord(page: Page, path: string): Promise<void> {
  await page.goto(env('SITE_URL') + path);
  await waitForWatcher(page);
}

export const waitForWatcher = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => Array.isArray(globalThis.reportQueue))).toBe(false);

export const fail = (page: Page, times: number, message = 'Something of ours broke'): Promise<void> =>
  page.evaluate(
    ([most, text]) => {
      for (let n = 0; n < most; n++)
        setTimeout(() => {
          throw new Error(text);
        });
    },
    [times, message] as const,
  );

export function callsOf(page: Page, ...names: string[]): Request[] {
  const calls: Request[] = [];
  page.on('request', (request) => {
    const isPost = request.method() === 'POST';
    if (isPost && names.some((name) => request.url().endsWith(`/functions/v1/${name}`))) calls.push(request);
  });
  return calls;
}

/** Simulates a hidden tab, which sends waiting reports without the delay of thirty seconds. */
export const hide = (page: Page, hidden = true): Promise<void> =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);
