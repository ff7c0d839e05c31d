import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { test } from '../support/test.ts';

const page = (theme: string) => `<!doctype html><html lang="en"><head><title>Otter</title>
  <style>body { background: #fff; color: #000 } [data-theme=${theme}] p { background: #222; color: #333 }</style></head>
  <body><main><h1>Otter</h1><p>Can you read this?</p></main></body></html>`;

/** Checks the accessibility check of all other tests, which must find a problem in either theme. */
for (const theme of ['light', 'dark'])
  test(`the check finds text with too little contrast in the ${theme} theme`, async ({ page: tab }) => {
    await tab.setContent(page(theme));
    await expect(expectAccessible(tab)).rejects.toThrow('color-contrast');
  });

test('the check accepts text with enough contrast in both themes', async ({ page: tab }) => {
  await tab.setContent(page('none'));
  await expectAccessible(tab);
});
