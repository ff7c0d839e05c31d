import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { default as Axe, RunOptions } from 'axe-core';
import { test } from './test.ts';
import { narrow, wide } from './visitor.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can break; the other rules do not look at colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * Fails on any WCAG 2.2 A or AA violation, in both themes. What a test tagged `@look` does at one width is looked at in
 * the other too.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way from one theme to the other has no contrast that means anything: where motion was shown, it
  // ends here.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // An island that is not there yet has nothing to look at.
  await expect(page.locator('h1').first()).toBeAttached();
  await scrollRests(page);
  // There are no frames of others, so the page asks axe itself: its own driver brings the source with each question.
  if (!(await page.evaluate(() => 'axe' in window))) await load(page);
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  const found = [
    ...(await violations(page, 'light', { runOnly: standards })),
    ...(await violations(page, 'dark', { runOnly: { type: 'rule', values: colours } })),
  ];
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), before);
  expect(found).toEqual([]);
  if (test.info().tags.includes('@look')) await expectOtherWidth(page);
}

async function expectOtherWidth(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('A window without a size');
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  await page.setViewportSize(size.width < 768 ? wide : narrow);
  await scrollRests(page);
  const found = await violations(page, theme, { runOnly: standards });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize(size);
  await scrollRests(page);
  expect({ found, over: Math.max(over, 0) }).toEqual({ found: [], over: 0 });
}

/** By the browser's own protocol: half a megabyte is not parsed here first, to see what it may be. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: source });
  await session.detach();
}

/**
 * What axe finds in a theme: only that is worked out in full, what is fine costs most of the time. A control that a bar
 * half covers, as a page lies just now, is small only where it is so in the middle of the screen too.
 */
const violations = (page: Page, theme: string, options: RunOptions) =>
  page.evaluate(
    async ({ theme, options }) => {
      document.documentElement.dataset['theme'] = theme;
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] });
      const isSmall = async (selector: string) => {
        const [x, y] = [scrollX, scrollY];
        document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const again = await axe.run(selector, { runOnly: ['target-size'], resultTypes: ['violations'] });
        scrollTo({ left: x, top: y, behavior: 'instant' });
        return again.violations.length > 0;
      };
      for (const violation of violations.filter(({ id }) => id === 'target-size')) {
        const { nodes } = violation;
        violation.nodes = [];
        for (const node of nodes) if (await isSmall(String(node.target[0]))) violation.nodes.push(node);
      }
      return violations
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, nodes }) => ({
          theme,
          id,
          nodes: nodes.map((node) => node.html.slice(0, 160)),
        }));
    },
    { theme, options },
  );

/** Waits for the end of a scroll under way: a bar that glides over a control makes it small for a moment. */
const scrollRests = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let [last, still] = [scrollY, 0];
        const look = () => {
          still = scrollY === last ? still + 1 : 0;
          last = scrollY;
          if (still >= 5) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
