import { expect } from '@playwright/test';
import {
  badge,
  consoleErrors,
  createIn,
  field,
  fill,
  openActions,
  openList,
  publish,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { rebuilt, sitePage } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test.setTimeout(300_000);

test('a page is made from nothing, published at its address, and copied to another', async ({ page }) => {
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);
  await openList(page, 'Pages', 'Pages from blocks');
  await createIn(page, 'Page');
  await fill(page, 'title', 'Open house');
  // An address of the site is refused beside its field.
  await fill(page, 'address', '/camps');
  await expect(field(page, 'address').getByTestId('input-validation-icon-error')).toBeVisible();
  await fill(page, 'address', '/open-house');
  await expect(field(page, 'address').getByTestId('input-validation-icon-error')).toHaveCount(0);

  await field(page, 'blocks').getByTestId('add-multiple-object-button').click();
  await page.getByText('First screen', { exact: true }).last().click();
  const dialog = page.getByTestId('nested-object-dialog').or(page.getByTestId('edit-portal-dialog'));
  await dialog.locator('[data-testid$=".heading"] input').first().fill('Come and see us skate.');
  await dialog.getByRole('button', { name: /close/i }).first().click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole('tab', { name: 'Search and sharing' }).click();
  await field(page, 'seo').getByText('Search engines and sharing').first().click();
  await fill(page, 'seo.title', 'Open house at Somerset');
  await fill(
    page,
    'seo.description',
    'One Saturday morning on the ramps: boards, helmets and coaches are there.',
  );
  await publish(page);
  await expect.poll(() => sitePage('/open-house'), rebuilt).toContain('Come and see us skate.');
  expect(await sitePage('/sitemap.xml')).toContain('/open-house</loc>');
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);

  const actions = await openActions(page);
  await actions.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('tab', { name: 'Blocks' }).click();
  await expect(field(page, 'address').locator('input')).toHaveValue('/open-house-copy', { timeout: 60_000 });
  expect(errors).toEqual([]);
});
