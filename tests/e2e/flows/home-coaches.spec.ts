import { expect, type Page } from '@playwright/test';
import { test } from '../support/test.ts';
import { crawlerUserAgent, openWithClock } from '../support/visitor.ts';

test.use({ userAgent: crawlerUserAgent, contextOptions: { reducedMotion: 'no-preference' } });

const coaches = (page: Page) => page.getByRole('group', { name: 'The coaches', exact: true });
const track = (page: Page) => page.getByRole('group', { name: 'The coaches, list' });

/** Opens the page with a stopped clock and the coaches in view, and counts each turn of the carousel. */
async function watchCoaches(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const scroll = Reflect.get(Element.prototype, 'scrollTo') as (...to: unknown[]) => void;
    Reflect.set(Element.prototype, 'scrollTo', function (this: Element, ...to: unknown[]) {
      const { dataset } = document.documentElement;
      if (this.matches('[data-track]')) dataset['turns'] = String(Number(dataset['turns'] ?? 0) + 1);
      Reflect.apply(scroll, this, to);
    });
  });
  await openWithClock(page, '/');
  await showCoaches(page);
  return () => page.evaluate(() => Number(document.documentElement.dataset['turns'] ?? 0));
}

async function showCoaches(page: Page): Promise<void> {
  await track(page).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await expect(track(page)).toBeInViewport({ ratio: 0.6 });
  await expect(page.locator('turning-carousel:defined')).toBeAttached();
  await waitUntilObserved(page);
}

/** Returns how many cards the track has moved past. */
const cardsPast = (element: HTMLElement) => {
  const [first, second] = element.querySelectorAll('li');
  const step = (second?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0);
  return Number((element.scrollLeft / step).toFixed(1));
};

/** Waits until the page knows which elements are in view. */
const waitUntilObserved = (page: Page) =>
  track(page).evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(element);
      }),
  );

test('the coaches turn every four seconds, and start again after the last', async ({ page }) => {
  const shownCoaches = await watchCoaches(page);
  await page.clock.runFor(3_900);
  expect(await shownCoaches()).toBe(0);
  await page.clock.runFor(200);
  expect(await shownCoaches()).toBe(1);
  await expect.poll(() => track(page).evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await track(page).evaluate((element) => {
    element.scrollTo({ left: element.scrollWidth, behavior: 'instant' });
  });
  await expect(coaches(page).getByRole('heading', { name: 'Coach Nadia' })).toBeInViewport();
  await page.clock.runFor(4_000);
  await expect.poll(() => track(page).evaluate((element) => element.scrollLeft)).toBe(0);
});

test('the coaches stop under the pointer, and continue when it leaves', async ({ page }) => {
  const shownCoaches = await watchCoaches(page);
  await track(page).hover();
  await page.clock.runFor(9_000);
  expect(await shownCoaches()).toBe(0);
  await page.mouse.move(0, 0);
  await page.clock.runFor(4_100);
  expect(await shownCoaches()).toBe(1);
});

test('the coaches stop while the focus is in them, and respond to their buttons', async ({ page }) => {
  const shownCoaches = await watchCoaches(page);
  const next = coaches(page).getByRole('button', { name: 'Next coach' });
  await next.focus();
  await page.clock.runFor(9_000);
  expect(await shownCoaches()).toBe(0);
  await next.press('Enter');
  expect(await shownCoaches()).toBe(1);
  // The track has stopped at the second coach.
  await expect.poll(() => track(page).evaluate(cardsPast)).toBe(1);
  await coaches(page).getByRole('button', { name: 'Previous coach' }).press('Enter');
  await expect.poll(() => track(page).evaluate((element) => element.scrollLeft)).toBe(0);
});

test('the coaches stop when the button is pressed, until it is pressed again', async ({ page }) => {
  const shownCoaches = await watchCoaches(page);
  const pause = coaches(page).getByRole('button', { name: 'Pause the coaches' });
  await pause.focus();
  await pause.press('Enter');
  await expect(pause).toHaveAttribute('aria-pressed', 'true');
  await pause.blur();
  await page.clock.runFor(9_000);
  expect(await shownCoaches()).toBe(0);
  await pause.press('Enter');
  await pause.blur();
  await page.clock.runFor(4_100);
  expect(await shownCoaches()).toBe(1);
});

test('the coaches stop while they are out of view', async ({ page }) => {
  const shownCoaches = await watchCoaches(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(track(page)).not.toBeInViewport();
  await waitUntilObserved(page);
  await page.clock.runFor(9_000);
  expect(await shownCoaches()).toBe(0);
});

test.describe('for a visitor who prefers reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the coaches do not move, and there is no button to stop them', async ({ page }) => {
    const shownCoaches = await watchCoaches(page);
    await page.clock.runFor(9_000);
    expect(await shownCoaches()).toBe(0);
    await expect(coaches(page).getByRole('button', { name: 'Pause the coaches' })).toBeHidden();
    await coaches(page).getByRole('button', { name: 'Next coach' }).click();
    expect(await shownCoaches()).toBe(1);
  });
});
