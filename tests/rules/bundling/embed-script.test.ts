import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundleInline } from '#build/inline-scripts.ts';
import { budget } from '#config/budget.ts';
import { SITE } from '#features/embed/elements.ts';

it('the script on partners’ sites is small, has a place for our address, and stores nothing', async () => {
  const { text } = await bundleInline('src/features/embed/elements.inline.ts');
  expect(brotliCompressSync(text).length).toBeLessThanOrEqual(budget.embedScript);
  expect(text).toContain(SITE);
  expect(text).not.toMatch(/localStorage|sessionStorage|cookie|innerHTML|srcdoc|eval|fetch/);
});
