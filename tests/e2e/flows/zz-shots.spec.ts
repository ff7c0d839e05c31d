import { test } from '@playwright/test';
import { enter } from '../support/family.ts';
test('shots', async ({ page }, { project }) => {
  test.setTimeout(180000);
  const screens = (process.env['SHOTS'] ?? '').split(',');
  await enter(page, { email: 'admin@otter.test' }, '/management');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((t) => localStorage.setItem('theme', t), theme);
    for (const [at, screen] of screens.entries()) {
      await page.goto(new URL(screen, page.url()).href);
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `/tmp/shots/${at}-${project.name}-${theme}.png`, fullPage: true });
      const link = page.locator('.staff-table tbody a').first();
      if (await link.count()) {
        await link.click();
        await page.waitForTimeout(1500);
        for (const s of await page.locator('dialog[open] summary').all()) { await s.click().catch(() => undefined); break; }
        await page.waitForTimeout(800);
        await page.screenshot({ path: `/tmp/shots/${at}-${project.name}-${theme}-open.png` });
        await page.locator('dialog[open]').evaluate((d) => d.scrollTo(0, 700));
        await page.waitForTimeout(300);
        await page.screenshot({ path: `/tmp/shots/${at}-${project.name}-${theme}-open2.png` });
      }
    }
  }
});
