/**
 * A visitor who has not answered the consent question reads every public page from top to bottom, with all its
 * floating elements switched on (decisions "Interruptions").
 */
import { expect, type Page } from '@playwright/test';
import { pageList } from '#config/pages.ts';
import { paths, storageKeys } from '#config/paths.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { personUserAgent } from '../support/visitor.ts';

test.use({ userAgent: personUserAgent });

const pages = pageList.filter(
  ({ access, path }) => ['public', 'link'].includes(access) && path !== paths.popups,
);
/** Floating elements may cover at most this share of the screen. */
const MAX_COVERED_SHARE = 0.2;

const bookings = ['Flexi', 'Term', 'Spark Camp', 'Ignite Camp'].map((title, index) => ({
  title,
  class_type: 'Red',
  location: 'Somerset',
  minutes_ago: 8 + index,
}));

/**
 * Returns what is wrong with the floating elements: a phone shows several of them, or they cover too much of the screen
 * or a choice.
 */
const faults = (page: Page) =>
  page.evaluate((largestShare) => {
    const isPhone = innerWidth <= 768;
    // A dialog covers all floating elements.
    if (document.querySelector('dialog[open]')) return [];
    const visibleParts = [
      '.sticky-bar',
      '.camps-bar',
      '.launcher-button',
      '.consent-card:not(.at-end)',
      '.proof-card',
      '.teaser',
      '.health-badge',
      '.mascot-button',
    ].flatMap((name) => {
      const element = document.querySelector(name);
      if (!element?.checkVisibility({ visibilityProperty: true })) return [];
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const box = {
        left: Math.max(0, left),
        right: Math.min(innerWidth, right),
        top: Math.max(0, top),
        bottom: Math.min(innerHeight, bottom),
      };
      return box.right > box.left && box.bottom > box.top ? [{ name, box }] : [];
    });
    const overlaps = (a: (typeof visibleParts)[number]['box'], b: DOMRect | typeof a) =>
      a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
    const isBar = (name: string) => name.endsWith('-bar');
    const bar = visibleParts.find(({ name }) => isBar(name))?.box;
    // On a phone the chat button is in the bar, and the teaser is part of the button.
    const isDocked = ({ name, box }: (typeof visibleParts)[number]) =>
      name === '.teaser' || (bar && name === '.launcher-button' && box.top >= bar.top);
    const floating = visibleParts.filter((part) => !isDocked(part));
    const coveredPixels = floating.reduce(
      (sum, { box }) => sum + (box.right - box.left) * (box.bottom - box.top),
      0,
    );
    const choices = [...document.querySelectorAll('main :is(form, [data-keep-clear])')].flatMap((part) => [
      ...part.querySelectorAll('button, input:not([type=hidden]), select, textarea, .button'),
    ]);
    return [
      ...(isPhone && floating.length > 1 ? [`at once: ${floating.map(({ name }) => name).join(', ')}`] : []),
      ...(coveredPixels > largestShare * innerWidth * innerHeight
        ? [`${Math.round(coveredPixels)} px²: too much`]
        : []),
      ...floating.flatMap(({ name, box }) =>
        isBar(name) || name === '.mascot-button'
          ? []
          : choices
              .filter((choice) => choice.checkVisibility() && overlaps(box, choice.getBoundingClientRect()))
              .map(
                (choice) =>
                  `${name} at ${Math.round(box.left)}, ${Math.round(box.top)} over ${choice.outerHTML.slice(0, 80)} to ${Math.round(choice.getBoundingClientRect().right)}`,
              ),
      ),
    ];
  }, MAX_COVERED_SHARE);

for (const { path } of pages)
  test(`only one thing at a time is shown beside the navigation of ${path}`, async ({ page }) => {
    await page.addInitScript((key) => localStorage.setItem(key, 'true'), storageKeys.consentDue);
    await page.route('**/rpc/get_recent_bookings', (route) => route.fulfill({ json: bookings }));
    await page.clock.install({ time: new Date('2026-11-25T02:00:00Z') });
    await page.clock.pauseAt(new Date('2026-11-25T02:00:01Z'));
    await page.goto(env('SITE_URL') + path);
    for (const ms of [700, 900, 2_000, 7_000, 9_000]) {
      await page.clock.runFor(ms);
      await expect.poll(() => faults(page), `after ${ms} ms more`).toEqual([]);
      await page.keyboard.press('Escape');
    }
    const faultsBelow: string[] = [];
    for (let isAtEnd = false; !isAtEnd;) {
      isAtEnd = await page.evaluate(() => {
        scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
        return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      });
      await page.clock.runFor(1_500);
      // Changes after a scroll are drawn in the next frames.
      await expect
        .poll(() => faults(page), { timeout: 2_000 })
        .toEqual([])
        .catch(async () =>
          faultsBelow.push(`${await page.evaluate(() => scrollY)} px: ${(await faults(page)).join('; ')}`),
        );
    }
    expect(faultsBelow).toEqual([]);
  });
