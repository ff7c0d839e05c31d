import { expect } from '@playwright/test';
import { discardDraft, fill, openActions, signIn, stayLocal } from '#support/studio.ts';
import { published } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

// The site's server behind the preview starts with the first request for a page.
test.setTimeout(300_000);
const slow = { timeout: 120_000 };

test('Studio shows a draft, opens a text’s field, and shares the page by a link that ends', async ({
  page,
  browser,
}) => {
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const heading = await published<string>('*[_id == "aboutPage"][0].story.heading');
  const drafted = 'A heading of today';
  await page.goto(`${env('PUBLIC_STUDIO_URL')}/presentation?preview=/about`);
  const headingIn = (name: string) => page.frameLocator('iframe').getByRole('heading', { name });
  await expect(headingIn(heading)).toBeVisible(slow);
  await expect(async () => {
    // The overlay over a text appears when the pointer reaches it.
    await page.mouse.move(0, 0);
    await headingIn(heading).click({ timeout: 5_000 });
    await expect(page.getByTestId('field-story.heading')).toBeInViewport({ timeout: 5_000 });
  }).toPass(slow);
  await fill(page, 'story.heading', drafted);
  await expect(headingIn(drafted)).toBeVisible(slow);
  expect(await published('*[_id == "aboutPage"][0].story.heading')).toBe(heading);

  await (await openActions(page)).getByRole('menuitem', { name: 'Share a preview' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('As on (Singapore time)').fill('2027-03-01T09:00');
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Copy this link now' }).inputValue();
  const colleague = await browser.newContext();
  const colleaguePage = await colleague.newPage();
  await colleaguePage.goto(link);
  await expect(colleaguePage.getByRole('heading', { name: drafted })).toBeVisible(slow);
  await expect(colleaguePage.getByText('Preview: Mon 1 Mar')).toBeVisible();
  expect((await colleaguePage.goto(new URL('/camps', link).href))?.status()).toBe(403);
  await dialog.getByRole('button', { name: 'End link' }).click();
  await expect.poll(async () => (await colleaguePage.goto(new URL('/about', link).href))?.status()).toBe(401);
  await colleague.close();

  await page.keyboard.press('Escape');
  await discardDraft(page);
});
