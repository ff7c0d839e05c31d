import { writeFile } from 'node:fs/promises';
import { type BrowserContext, expect, test as base, type TestInfo } from '@playwright/test';

/**
 * True for errors that no page causes: the test's clock may throw while a page closes, and the browser may skip a
 * transition.
 */
const isBrowserError = ({ message }: Error) =>
  message.endsWith("of undefined (reading 'controller')") ||
  /^Transition was (skipped|aborted)/.test(message);

/**
 * Saves what the windows showed when a test failed, because the test's own report comes only after they are closed.
 */
async function keepPages(context: BrowserContext, info: TestInfo): Promise<void> {
  const snapshots = context.pages().map(async (page) => {
    const words = page.locator('body').ariaSnapshot({ timeout: 5_000 });
    return `${page.url()}\n${await words.catch(String)}`;
  });
  const file = info.outputPath('pages.txt');
  await writeFile(file, (await Promise.all(snapshots)).join('\n\n'));
  await info.attach('pages', { path: file });
}

/** An uncaught error of a page fails the test that opened it. `throws` switches this off for tests of errors. */
export const test = base.extend<{ throws: boolean }>({
  throws: [false, { option: true }],
  context: async ({ context, throws }, use, info) => {
    const thrown: string[] = [];
    context.on('weberror', (one) => {
      const error = one.error();
      // Errors of the browser itself have no stack.
      if (!isBrowserError(error)) thrown.push([one.page()?.url(), String(error), error.stack].join('\n'));
    });
    await use(context);
    if (info.status !== info.expectedStatus) await keepPages(context, info);
    if (!throws) expect(thrown).toEqual([]);
    // A window that is loading would still load in the next test, which uses it again.
    for (const page of context.pages())
      await expect(async () => void (await page.goto('about:blank'))).toPass({ timeout: 10_000 });
  },
});
