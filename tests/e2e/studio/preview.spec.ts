import { expect, type FrameLocator } from '@playwright/test';
import { fill, openList, signIn, stayLocal } from '#support/studio.ts';
import { published } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

// The site's server behind the preview starts with the first page that somebody looks at.
test.setTimeout(300_000);
const slow = { timeout: 120_000 };

test('Studio shows drafts, and a click on a text opens its field', async ({ page, browser }) => {
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const heading = await published<string>('*[_id == "aboutPage"][0].story.heading');
  await page.goto(`${env('PUBLIC_STUDIO_URL')}/presentation?preview=/about`);
  const preview: FrameLocator = page.frameLocator('iframe');
  const shown = (name: string) => preview.getByRole('heading', { name });
  await expect(shown(heading)).toBeVisible(slow);
  await expect(async () => {
    // The overlay over a text appears when the pointer reaches it.
    await page.mouse.move(0, 0);
    await shown(heading).click({ timeout: 5_000 });
    await expect(page.getByTestId('field-story.heading')).toBeVisible({ timeout: 5_000 });
  }).toPass(slow);

  await fill(page, 'story.heading', 'A heading of today');
  await expect(shown('A heading of today')).toBeVisible(slow);
  expect(await published('*[_id == "aboutPage"][0].story.heading')).toBe(heading);
});
