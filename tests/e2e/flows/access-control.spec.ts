import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { test } from '../support/test.ts';

const page = (theme: string) => `<!doctype html><html lang="en"><head><title>Otter</title>
  <style>body { background: #fff; color: #000 } [data-theme=${theme}] p { background: #222; color: #333 }</style></head>
  <body><main><h1>Otter</h1><p>Can you read this?</p></main></body></html>`;

/** The control of every other test's look at access: what one theme breaks is found. */
for (const theme of ['light', 'dark'])
  test(`words that cannot be read in the ${theme} theme are found`, async ({ page: tab }) => {
    await tab.setContent(page(theme));
    await expect(expectAccessible(tab)).rejects.toThrow('color-contrast');
  });

test('words that can be read in both are fine', async ({ page: tab }) => {
  await tab.setContent(page('none'));
  await expectAccessible(tab);
});
