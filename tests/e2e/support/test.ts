import { writeFile } from 'node:fs/promises';
import { type BrowserContext, expect, test as base, type TestInfo } from '@playwright/test';

/**
 * The clock that a test brings with it may throw as a page is left; so does a browser, of a fading between two pages
 * that it leaves out where the next page is asked for meanwhile.
 */
const isOfNobody = ({ message }: Error) =>
  message.endsWith("of undefined (reading 'controller')") ||
  /^Transition was (skipped|aborted)/.test(message);

/** What the windows showed as a test failed: the test's own report sees them only once they are left. */
async function keepPages(context: BrowserContext, info: TestInfo): Promise<void> {
  const shown = context.pages().map(async (page) => {
    const words = page.locator('body').ariaSnapshot({ timeout: 5_000 });
    return `${page.url()}\n${await words.catch(String)}`;
  });
  const file = info.outputPath('pages.txt');
  await writeFile(file, (await Promise.all(shown)).join('\n\n'));
  await info.attach('pages', { path: file });
}

/** What a page throws and nobody catches fails the test that opened it; `throws`: where that is what is looked at. */
export const test = base.extend<{ throws: boolean }>({
  throws: [false, { option: true }],
  context: async ({ context, throws }, use, info) => {
    const thrown: string[] = [];
    context.on('weberror', (one) => {
      const error = one.error();
      // What the browser itself throws has no stack.
      if (!isOfNobody(error)) thrown.push([one.page()?.url(), String(error), error.stack].join('\n'));
    });
    await use(context);
    if (info.status !== info.expectedStatus) await keepPages(context, info);
    if (!throws) expect(thrown).toEqual([]);
    // A window on its way somewhere would still be so in the next test, which uses it again.
    for (const page of context.pages())
      await expect(async () => void (await page.goto('about:blank'))).toPass({ timeout: 10_000 });
  },
});
