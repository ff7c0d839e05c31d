import { expect } from '@playwright/test';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

/** Each button of the camps page that promises camps shows dates to choose from after one tap. */
const bookingLinks = [
  ['.camps-hero a', 0, 'Spark Camp'],
  ['.camps-hero a', 1, 'Ignite Camp'],
  ['.camp-call a', 0, 'Spark Camp'],
  ['.camps-bar a', 0, 'Spark Camp'],
  ['.camps-dusk a', 0, 'Spark Camp'],
  ['.camp-options a', 0, 'Spark Camp'],
] as const;

for (const [place, at, camp] of bookingLinks)
  test(
    `one tap on ${place}, number ${at + 1}, shows the dates of ${camp}`,
    { tag: '@once' },
    async ({ page }) => {
      await page.goto(`${env('SITE_URL')}/camps`);
      const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: camp }) });
      await expect(card).toBeHidden();
      await page.locator(place).nth(at).click();
      await expect(card.getByRole('heading', { name: camp })).toBeInViewport();
      await expect(card.getByRole('radio').first()).toBeVisible();
    },
  );
