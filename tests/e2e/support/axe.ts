/** Checks the accessibility of a page with axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { default as Axe } from 'axe-core';
import { test } from './test.ts';
import { narrow, wide } from './visitor.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** These rules depend on the theme. The other rules do not check colours. */
const colours = ['color-contrast', 'link-in-text-block'];
/** These rules compare several elements of a page, so they need the whole page. */
const wholePage =
  /^(accesskeys|bypass|document-title|duplicate-|frame-title-unique|heading-order|html-|landmark-|meta-|page-has-|region$|skip-link)/;

/**
 * Fails on any WCAG 2.2 A or AA violation in both themes. A test tagged `@look` checks one width in the other theme
 * too.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // During a change of theme, colours have no meaningful contrast, so transitions are switched off.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // An island that has not loaded yet cannot be checked.
  await expect(page.locator('h1').first()).toBeAttached();
  await waitForLayout(page);
  // Axe runs in the page, which has no foreign frames. Axe's own driver would send its source with every call.
  if (!(await page.evaluate(() => 'axe' in window))) await load(page);
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  const found = [...(await violations(page, 'light')), ...(await violations(page, 'dark', colours))];
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), before);
  expect(found).toEqual([]);
  if (test.info().tags.includes('@look')) await expectOtherWidth(page);
}

async function expectOtherWidth(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('A window without a size');
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  await page.setViewportSize(size.width < 768 ? wide : narrow);
  await waitForLayout(page);
  const found = await violations(page, theme);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize(size);
  await waitForLayout(page);
  expect({ found, over: Math.max(over, 0) }).toEqual({ found: [], over: 0 });
}

/** Loads axe by the browser's protocol, because Playwright would first parse its half a megabyte. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: source });
  await session.detach();
}

/** Elements without a violation: hashes of their markup by address, width, theme and rules. */
const passed = new Map<string, Set<string>>();

/**
 * Axe takes half of a browser test's time. To save time, passed checks are not reported, and an element that has passed
 * on the same page in the same state is skipped. Rules that need the whole page still check it.
 */
async function violations(page: Page, theme: string, only?: string[]): Promise<object[]> {
  const where = [new URL(page.url()).pathname, page.viewportSize()?.width, theme, only].join();
  const knownDigests = passed.get(where) ?? new Set<string>();
  const { found, parts } = await page.evaluate(check, {
    theme,
    standards,
    only: only ?? null,
    wholePage: wholePage.source,
    known: [...knownDigests],
  });
  if (found.length === 0) passed.set(where, new Set([...knownDigests, ...parts]));
  return found;
}

/**
 * Runs in the page. A bar may cover half of a control, which then seems too small. So a control counts as too small
 * only if it is also too small in the middle of the screen.
 */
async function check(ask: {
  theme: string;
  standards: string[];
  only: string[] | null;
  wholePage: string;
  known: string[];
}) {
  document.documentElement.dataset['theme'] = ask.theme;
  const { axe } = window as unknown as { axe: typeof Axe };
  const knownDigests = new Set(ask.known);
  const skipped: Element[] = [];
  const parts: string[] = [];
  for (const part of document.querySelectorAll('body, body *')) {
    if (part.querySelectorAll('*').length < 10 || skipped.some((other) => other.contains(part))) continue;
    const digest = await digestOf(part);
    if (knownDigests.has(digest)) skipped.push(part);
    else parts.push(digest);
  }
  if (skipped[0] === document.body) return { found: [], parts };
  const needsAll = new RegExp(ask.wholePage);
  const all = axe.getRules().map(({ ruleId }) => ruleId);
  const run = async (which: (rule: string) => boolean, exclude: Element[]) => {
    const otherRules = all.filter((rule) => !which(rule)).map((rule) => [rule, { enabled: false }] as const);
    const { violations } = await axe.run(exclude.length > 0 ? { exclude } : document, {
      ...(ask.only
        ? { runOnly: { type: 'rule', values: ask.only } }
        : { runOnly: ask.standards, rules: Object.fromEntries(otherRules) }),
      resultTypes: ['violations'],
    });
    return violations;
  };
  const violations =
    skipped.length === 0 || ask.only
      ? await run(() => true, skipped)
      : [
          ...(await run((rule) => needsAll.test(rule), [])),
          ...(await run((rule) => !needsAll.test(rule), skipped)),
        ];
  for (const violation of violations.filter(({ id }) => id === 'target-size')) {
    const { nodes } = violation;
    violation.nodes = [];
    for (const node of nodes) if (await isSmall(String(node.target[0]))) violation.nodes.push(node);
  }
  const found = violations
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => ({
      theme: ask.theme,
      id,
      nodes: nodes.map(
        ({ html, any: [failed] }) =>
          `${html.slice(0, 160)} ${failed?.message ?? ''} ${failed?.relatedNodes?.map(({ html }) => html.slice(0, 80)).join() ?? ''}`,
      ),
    }));
  return { found, parts };

  /** Hashes the element with its surroundings and with states that change colours without changing the markup. */
  async function digestOf(part: Element) {
    const changes = ':checked, :disabled, :focus, :invalid, :placeholder-shown';
    const state = [...part.querySelectorAll('*')].flatMap((one, index) =>
      one.matches(changes) ? index : [],
    );
    const around: string[] = [];
    for (let one = part.parentElement; one; one = one.parentElement)
      around.push((one.cloneNode(false) as Element).outerHTML);
    const text = [...around, part.outerHTML, state.join()].join('\n');
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
    return bytes.slice(0, 12).join();
  }

  async function isSmall(selector: string) {
    const [x, y] = [scrollX, scrollY];
    document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const secondResult = await axe.run(selector, { runOnly: ['target-size'], resultTypes: ['violations'] });
    scrollTo({ left: x, top: y, behavior: 'instant' });
    return secondResult.violations.length > 0;
  }
}

/**
 * Waits for fonts, and until nothing scrolls and the page keeps its height. A bar that moves over a control makes it
 * small for a moment, and axe compares a text with the background at the place where the text was before the page
 * moved.
 */
const waitForLayout = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    // Sections far from the screen are laid out one by one while the browser is idle, which would move the page.
    for (const part of document.querySelectorAll<HTMLElement>('main *'))
      if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible';
    const layout = () => `${scrollY} ${document.documentElement.scrollHeight}`;
    for (let [last, unchangedFrames] = [layout(), 0]; unchangedFrames < 5;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      unchangedFrames = layout() === last ? unchangedFrames + 1 : 0;
      last = layout();
    }
  });
