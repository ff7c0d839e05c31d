import { expect } from '@playwright/test';
import {
  badge,
  consoleErrors,
  createIn,
  field,
  fill,
  openList,
  publish,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { expectAccessible } from '../support/axe.ts';
import { rebuilt } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { shift } from '../support/visitor.ts';

test('a campaign page is made of blocks from nothing, and parents read it', async ({ page, browser }) => {
  test.setTimeout(240_000);
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);
  await openList(page, 'Pages', 'Pages from blocks');
  await createIn(page, 'Page');
  await fill(page, 'title', 'June holidays');
  await fill(page, 'address', '/june-holidays');
  const addBlock = async (name: string) => {
    await field(page, 'blocks').getByRole('button', { name: 'Add item...' }).click();
    await page
      .getByRole('menuitem', { name })
      .or(page.getByRole('button', { name, exact: true }))
      .click();
  };
  const dialog = page.getByRole('dialog');
  await addBlock('First screen');
  await dialog
    .getByTestId(/heading$/)
    .getByRole('textbox')
    .fill('Five days outside in June.');
  await page.keyboard.press('Escape');
  await addBlock('Camps');
  await page.keyboard.press('Escape');
  await page.getByTestId('group-tab-search').click();
  await fill(page, 'seo.title', 'June holiday camps');
  await fill(page, 'seo.description', 'Camps in the June holidays for children from four to fourteen.');
  await publish(page);
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  expect(errors).toEqual([]);

  const parent = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await parent.goto(`${env('SITE_URL')}/june-holidays`);
  await expect(parent.getByRole('heading', { level: 1 })).toHaveText('Five days outside in June.');
  await expectAccessible(parent);
  expect(await shift(parent)).toBeLessThan(0.001);
  await parent.close();
});
