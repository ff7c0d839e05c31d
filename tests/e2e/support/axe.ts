import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Fails on any WCAG 2.2 A or AA violation, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way from one theme to the other has no contrast that means anything.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect(
      violations.map(({ id, nodes }) => ({ theme, id, nodes: nodes.map((node) => node.html.slice(0, 160)) })),
    ).toEqual([]);
  }
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), before);
  await page.emulateMedia({ reducedMotion: null });
}
