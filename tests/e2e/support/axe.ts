import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can break; the other rules do not look at colours. */
const colours = ['color-contrast', 'link-in-text-block'];

/** Fails on any WCAG 2.2 A or AA violation, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way from one theme to the other has no contrast that means anything: where motion was shown, it
  // ends here.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await scrollRests(page);
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? '');
  // There are no frames of others: the mode that opens a page of its own for the results is not needed.
  const axe = () => new AxeBuilder({ page }).setLegacyMode();
  for (const [theme, builder] of [
    ['light', axe().withTags(standards)],
    ['dark', axe().withRules(colours)],
  ] as const) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
    const { violations } = await builder.analyze();
    expect(
      violations.map(({ id, nodes }) => ({ theme, id, nodes: nodes.map((node) => node.html.slice(0, 160)) })),
    ).toEqual([]);
  }
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), before);
}

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
