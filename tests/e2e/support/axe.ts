import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { default as Axe, RunOptions } from 'axe-core';
import { test } from './test.ts';
import { narrow, wide } from './visitor.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules that depend on a theme; the other rules do not check colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/**
 * Fails on any WCAG 2.2 A or AA violation, in both themes. A test tagged `@look` checks its one width in the other
 * theme too.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour during the change of theme has no meaningful contrast, so transitions are switched off.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // An island that is not there yet cannot be checked.
  await expect(page.locator('h1').first()).toBeAttached();
  await waitForScrollEnd(page);
  // The page has no foreign frames, so it runs axe itself: axe's own driver would send its source with every call.
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
  await waitForScrollEnd(page);
  const found = await violations(page, theme, { runOnly: standards });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize(size);
  await waitForScrollEnd(page);
  expect({ found, over: Math.max(over, 0) }).toEqual({ found: [], over: 0 });
}

/** Uses the browser's protocol, which does not parse half a megabyte here first. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: source });
  await session.detach();
}

/**
 * The violations in a theme; passes are not worked out, because they cost most of the time. A control half covered by a
 * bar counts as too small only if it is also too small in the middle of the screen.
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

/** Waits for the end of a scroll: a bar that moves over a control makes it small for a moment. */
const waitForScrollEnd = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let [last, unchangedFrames] = [scrollY, 0];
        const look = () => {
          unchangedFrames = scrollY === last ? unchangedFrames + 1 : 0;
          last = scrollY;
          if (unchangedFrames >= 5) resolve();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
