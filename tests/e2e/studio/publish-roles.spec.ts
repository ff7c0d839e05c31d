import { expect } from '@playwright/test';
import {
  consoleErrors,
  discardDraft,
  field,
  fill,
  openActions,
  openDocument,
  openList,
  publishButton,
  signIn,
  stayLocal,
} from '#support/studio.ts';
import { published } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test.setTimeout(150_000);
test.beforeEach(({ page }) => stayLocal(page));

test('a document that exists once can be published, and cannot be copied, deleted or created again', async ({
  page,
}) => {
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);
  for (const [group, title] of [
    ['Settings', 'Site settings'],
    ['Pages', 'Home'],
  ] as const) {
    await openList(page, group, title);
    await expect(publishButton(page)).toBeVisible();
    // With nothing to discard, the only entry in the menu is sharing a page.
    if (group === 'Settings') await expect(page.getByTestId('action-menu-button')).toBeHidden();
    else await expect((await openActions(page)).getByRole('menuitem')).toHaveText(/Share a preview/);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create new document' }).click();
  for (const type of ['testimonial', 'campaignPopup'])
    await expect(page.getByTestId(`create-new-${type}`)).toBeVisible();
  for (const type of ['siteSettings', 'homePage', 'quiz', 'team', 'legalPage', 'popup'])
    await expect(page.getByTestId(`create-new-${type}`)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test('a camp tier on sale is taken off sale, and cannot be deleted', async ({ page }) => {
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const name = await published<string>('*[_type == "campTier" && tier == "ignite"][0].name');
  await openDocument(page, ['Camps and prices', 'Camp tiers'], name);
  const menu = await openActions(page);
  await expect(menu.getByRole('menuitem', { name: 'Take off sale' })).toBeEnabled();
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
});

test('an editor writes drafts and asks for their review, and can neither publish nor delete', async ({
  page,
}) => {
  await signIn(page, env('PUBLIC_STUDIO_URL'), 'Local editor');
  const errors = consoleErrors(page);
  const words = 'One hour on the board, told in other words.';
  const before = await published<string>('*[_id == "pass-tryout"][0].description');
  await openDocument(page, 'Passes', 'Try-Out');
  await page.getByTestId('group-tab-card').click();
  await fill(page, 'description', words);
  await expect(page.getByRole('button', { name: /^Local editor Edited/ })).toBeVisible();
  await expect(publishButton(page)).toHaveCount(0);
  expect(await published('*[_id == "pass-tryout"][0].description')).toBe(before);

  const menu = await openActions(page);
  // An editor cannot delete what families can see.
  for (const missingItem of ['Publish', 'Unpublish', 'Delete'])
    await expect(menu.getByRole('menuitem', { name: missingItem })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ask for review' }).click();
  await expect(page.getByRole('button', { name: 'Review requested' })).toBeDisabled();
  const requestsQuery = '*[_type == "reviewRequest"]{ documentId, requestedBy }';
  // A request is a draft, which visitors cannot read.
  expect(await published(requestsQuery)).toEqual([]);
  await discardDraft(page);
  await expect(page.getByRole('button', { name: 'Ask for review' })).toBeDisabled();
  await expect(field(page, 'description').getByRole('textbox')).toHaveValue(before);
  expect(errors).toEqual([]);
});
