import { expect } from '@playwright/test';
import { paths } from '#config/paths.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { narrow, scrollTo, wide } from '../support/visitor.ts';

/** Every page that sells or informs, except invitations, missing pages and checkouts. */
const marketing = [
  paths.home,
  paths.about,
  paths.camps,
  paths.campsAlias,
  paths.campsNew,
  paths.campsEpic,
  paths.campsBook,
  paths.birthdays,
  paths.passes,
  paths.teamPasses,
  paths.tryOut,
  paths.tryOutForKids,
  paths.terms,
  paths.privacy,
  paths.termsOfService,
];
for (const path of marketing)
  test(`the bar at the bottom appears on ${path}`, { tag: '@once' }, async ({ page }) => {
    await page.goto(env('SITE_URL') + path, { waitUntil: 'domcontentloaded' });
    const pass = page
      .getByRole('complementary', { name: 'Book a class' })
      .getByRole('link', { name: 'Get My Pass' });
    await expect(pass).toBeHidden();
    // The bar appears below the booking on the home page, below the passes on two pages, and below the sessions on
    // one page. The sessions are loaded late, so its position is known only then.
    if (path === paths.tryOut || path === paths.tryOutForKids) {
      await page.locator('#next-sessions').scrollIntoViewIfNeeded();
      await expect(page.locator('.try-list').getByRole('listitem').first()).toBeVisible();
    }
    const end = await page
      .locator('.pass-cards, .team-cards, .try-list')
      .evaluateAll(([cards]) => (cards ? (scrollY + cards.getBoundingClientRect().bottom) / innerHeight : 0));
    await scrollTo(page, path === paths.home ? 6 : Math.max(1.1, end + 0.1));
    // The camps page always has its own bar, and no other.
    const pageBarLinks = page.locator('[data-bottom-bar]').getByRole('link');
    if (await pageBarLinks.count()) {
      for (const size of [narrow, wide]) {
        await page.setViewportSize(size);
        await scrollTo(page, 1.2);
        await expect(pageBarLinks).toBeInViewport();
        await expect(pass).toBeHidden();
      }
      return;
    }
    await expect(pass).toBeInViewport();
    await expect(pass).toHaveAttribute('href', '/#book-your-otter-experience');
  });
