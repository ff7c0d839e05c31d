import { test } from '@playwright/test';
import { enter } from '../support/family.ts';
import { sql } from '../support/backend.ts';
const out = '/tmp/rep-shots';
test('shots', async ({ page }, { project }) => {
  test.setTimeout(180_000);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await enter(page, { email: 'admin@otter.test' }, '/management/messages');
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `${out}/list-${project.name}-${scheme}.png`, fullPage: true });
    await page.goto(page.url().split('?')[0] + '?message=new');
    await page.waitForTimeout(2000);
    await page.getByLabel('Families').selectOption('active_pass');
    await page.getByRole('radio', { name: /News and offers/ }).check();
    await page.getByRole('textbox', { name: 'Subject' }).fill('A new term begins in January');
    await page.getByRole('textbox', { name: 'Text' }).fill('Places for the new term open on Monday.\n\nWho has a pass books first: Family Base has the days.\nSee you at the park.');
    await page.waitForTimeout(4000);
    await page.screenshot({ path: `${out}/write-${project.name}-${scheme}.png`, fullPage: true });
    await page.goto(page.url().replace(/management.*/, 'stop-news#aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'));
    await page.waitForTimeout(1000);
    await page.screenshot({ path: `${out}/stop-${project.name}-${scheme}.png` });
  }
  const [row] = await sql()`select id from messages order by created_at desc limit 1`;
  if (row) {
    await page.goto(page.url().replace(/stop-news.*/, `management/messages?message=${row['id']}`));
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `${out}/told-${project.name}.png`, fullPage: true });
  }
});
