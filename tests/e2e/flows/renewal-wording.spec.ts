/** An offer that renews says so everywhere before it is bought (decisions "Renewals"). */
import { expect } from '@playwright/test';
import { payButton, sessionButton } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { chooseTeam, ownSession } from '../support/weekend.ts';

const renewalText = 'Renews every 4 weeks, S$167, stop any time';

test('the renewal is stated on the card, in the summary, beside Pay and in the consent', async ({ page }) => {
  const ownedSession = await ownSession('Black Otter', 2);
  await chooseTeam(page, 'Black Otter');
  await sessionButton(page, ownedSession).click();
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: /Flexi/ }) });
  await expect(card.getByText(renewalText)).toBeVisible();
  await expect(page.getByText('Paid once, nothing renews. Unused sessions end after 130 days')).toBeVisible();
  // No bar that leads to this page covers the cards.
  await expect(page.getByRole('link', { name: /Get My Pass|BOOK NOW!/ })).toHaveCount(0);
  await card.getByRole('button').click();
  await page.waitForURL('**/checkout/flexi');
  await expect(payButton(page)).toBeEnabled();
  await expect(page.locator('.checkout-pay:visible').getByText(renewalText)).toBeVisible();
  await expect(
    page.locator('.checkout-pay:visible').getByText('By card, on Stripe’s secure page'),
  ).toBeVisible();
  const agreed = 'My pass renews every 4 weeks for S$167 by card until I stop it.';
  await expect(page.getByRole('checkbox', { name: agreed })).toHaveCount(1);
  const toggle = page.getByRole('button', { expanded: false }).and(page.locator('.checkout-summary *'));
  if ((await toggle.count()) > 0) await toggle.first().click();
  await expect(
    page.getByRole('complementary', { name: 'Your order' }).getByText(renewalText).first(),
  ).toBeVisible();
  await ownedSession.close();
});

test('the renewal is stated on the page of passes', { tag: '@once' }, async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/passes`);
  await expect(page.locator('.pass-card').filter({ hasText: 'Flexi' }).getByText(renewalText)).toBeVisible();
});
