/** Checks that the content of a page fits on the screen. */
import { expect, type Page } from '@playwright/test';

/** Returns texts that are cut off by the screen, or by an element that hides its overflow. */
const cutTexts = (page: Page, screen: number) =>
  page.evaluate((innerWidth) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cutOff: string[] = [];
    const range = document.createRange();
    const limitOf = (element: Element | null): number => {
      if (!element || element === document.body) return innerWidth;
      const { overflowX } = getComputedStyle(element);
      // Carousels and the table of passes can be scrolled, so nothing in them is cut off.
      if (overflowX === 'auto' || overflowX === 'scroll') return Infinity;
      const limit = limitOf(element.parentElement);
      return overflowX === 'visible' ? limit : Math.min(limit, element.getBoundingClientRect().right);
    };
    /** True for a text that only screen readers see, hidden like `.sr-only`. */
    const isHidden = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || isHidden(element.parentElement));
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('svg')) continue;
      if (isHidden(parent)) continue;
      range.selectNodeContents(text);
      const right = Math.max(0, ...Array.from(range.getClientRects(), (line) => line.right));
      if (right > limitOf(parent) + 1)
        cutOff.push(`${text.textContent?.trim().slice(0, 60) ?? ''}: ${right}`);
    }
    return cutOff;
  }, screen);

/** Expects that nothing needs horizontal scrolling, and that no text is cut off. */
export async function expectToFit(page: Page): Promise<void> {
  const screen = page.viewportSize()?.width ?? 0;
  // A phone zooms out to fit content that is too wide.
  await expect
    .poll(() => page.evaluate(() => [document.scrollingElement?.scrollWidth, innerWidth]))
    .toEqual([screen, screen]);
  await expect.poll(() => cutTexts(page, screen)).toEqual([]);
}

/** Expects that no bar or card covers a field of the form while it has the focus. */
export async function expectFieldsInSight(page: Page): Promise<void> {
  const fields = page.locator(
    'main :is(input, select, textarea):enabled:not([type="hidden"], .sr-only):visible',
  );
  for (const field of await fields.all()) {
    await field.focus();
    const over = () =>
      field.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const topElement = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
        const isOwn =
          topElement && (element.contains(topElement) || topElement.closest('label')?.contains(element));
        return isOwn
          ? null
          : `${element.outerHTML.slice(0, 120)}: ${topElement?.outerHTML.slice(0, 120) ?? 'outside of the screen'}`;
      });
    await expect.poll(over).toBeNull();
  }
}
