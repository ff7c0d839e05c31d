import { expect } from '@playwright/test';
import { badge, consoleErrors, publish, publishButton, signIn, stayLocal } from '#support/studio.ts';
import { closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { rebuilt } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

test('marketing finds a sentence of the checkout by its words and changes it, and the checkout shows it', async ({
  page,
  context,
}) => {
  test.setTimeout(300_000);
  await stayLocal(page);
  await signIn(page, env('PUBLIC_STUDIO_URL'));
  const errors = consoleErrors(page);
  await page.getByRole('link', { name: 'Find a sentence' }).click();
  await page.getByLabel('Paste a sentence as the page shows it.').fill('Do you have an account?');
  const found = page.getByRole('list', { name: 'Fields with this sentence' }).getByRole('listitem').first();
  await expect(found).toContainText('Screen texts → Checkout', { timeout: 60_000 });
  await found.getByRole('link').click();
  const sentence = page.getByRole('textbox', { name: 'Do you have an account?' });
  await expect(sentence).toBeFocused({ timeout: 60_000 });

  await test.step('Studio refuses beside the field what the site can’t fill in', async () => {
    await sentence.fill('Booked before, {name}?');
    await expect(page.getByText('The site can’t fill in {name} here.').first()).toBeVisible();
    await expect(publishButton(page)).toBeDisabled();
  });

  await sentence.fill('Booked with us before?');
  await publish(page);
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  const camp = await makeSpark(4);
  const checkout = await context.newPage();
  await openCampCheckout(checkout, camp);
  await expect(checkout.getByText('Booked with us before?')).toBeVisible();
  await closeCamps([camp]);

  // The original sentence is restored for the other tests.
  await page.getByRole('button', { name: 'Use our sentence' }).click();
  await publish(page);
  await expect(badge(page, 'Live')).toBeVisible(rebuilt);
  expect(errors).toEqual([]);
});
