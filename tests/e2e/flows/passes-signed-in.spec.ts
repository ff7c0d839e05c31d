import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { eventually, sql } from '../support/backend.ts';
import { fillChild, fillConfidence, goToPayment } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { makeParent, type ParentAccount, signIn, completeDetails } from '../support/parents.ts';
import { test } from '../support/test.ts';

const dialog = (page: Page, pass = 'Flexi') => page.getByRole('dialog', { name: `Get ${pass}` });
const continueButton = (page: Page) => dialog(page).getByRole('button', { name: 'Continue to checkout' });

async function ask(page: Page, button = 'Get Flexi'): Promise<void> {
  await page.getByRole('link', { name: button }).first().click();
  await expect(dialog(page)).toBeVisible();
}

/** Presses Continue and returns the new tab. */
async function openCheckout(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup');
  await continueButton(page).click();
  return popup;
}

/** After Continue, the new tab closes again, and the dialog says why. */
async function expectRefused(page: Page, text: string): Promise<void> {
  const tab = await openCheckout(page);
  await expect(dialog(page).getByRole('alert')).toContainText(text);
  await expect.poll(() => tab.isClosed()).toBe(true);
  await expect(continueButton(page)).not.toHaveAttribute('aria-busy');
}

const pay = async (tab: Page) => {
  await tab.getByRole('button', { name: /^Pay S\$/ }).click();
  await tab.waitForURL('**/payment-success?**');
};
const passesOf = ({ familyId }: ParentAccount) =>
  eventually(
    'a pass',
    () => sql()`select c.name, p.offer_id as offer from passes p join children c on c.id = p.child_id
      where c.family_id = ${familyId}`,
    (rows) => rows.length > 0,
  );

test(
  'the booking remembers a visitor’s pass while a team and a session are chosen',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/passes`);
    await page.getByRole('link', { name: 'Get Flexi' }).click();
    await expect(page).toHaveURL(`${env('SITE_URL')}/?pass=flexi#book-your-otter-experience`);
    await page.locator('button[data-team="red"]').click();
    await page.locator('.booking-session:not(:disabled)').first().click();
    const first = page.getByRole('article').first();
    await expect(first.getByText('Selected')).toBeVisible();
    await first.getByRole('button', { name: 'Get Flexi' }).click();
    await expect(page).toHaveURL(`${env('SITE_URL')}/checkout/flexi`);
  },
);

test('the booking remembers the team of a visitor’s team pass, too', { tag: '@once' }, async ({ page }) => {
  await page.goto(`${env('SITE_URL')}/team-passes`);
  await page.locator('#team-red').getByRole('link', { name: /Term/ }).first().click();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await page.locator('.booking-session:not(:disabled)').first().click();
  await expect(page.getByRole('article').first().getByText('Selected')).toBeVisible();
});

test(
  'a parent chooses the child, pays in a new tab, and has the pass, but cannot buy a second one',
  { tag: '@wide' },
  async ({ page }) => {
    const parent = await makeParent(['Kai Tan', 'Lina Tan']);
    await completeDetails(parent);
    await signIn(page, parent, '/passes');
    await ask(page);
    await expect(dialog(page).getByRole('radio')).toHaveCount(2);
    // With several children none is preselected: the parent must choose before anything opens.
    await expect(dialog(page).getByRole('radio', { checked: true })).toHaveCount(0);
    await dialog(page).getByRole('radio', { name: 'Lina Tan' }).check();
    await expectAccessible(page);

    const tab = await openCheckout(page);
    await tab.waitForURL(`${env('STRIPE_API_URL')}/**`);
    await expect(dialog(page)).toBeHidden();
    // In a background tab the browser draws only one frame per second.
    await page.bringToFront();
    await expect(page.getByRole('status').filter({ hasText: 'Checkout opened in new tab' })).toBeVisible();
    await expectAccessible(page);
    await tab.bringToFront();
    await pay(tab);
    await expect(tab.getByText('Lina Tan').first()).toBeVisible();
    expect(await passesOf(parent)).toEqual([{ name: 'Lina Tan', offer: 'pass-flexi' }]);

    await page.bringToFront();
    await ask(page);
    await dialog(page).getByRole('radio', { name: 'Lina Tan' }).check();
    await expectRefused(page, 'You already have this pass type');
    await expectAccessible(page);
    await dialog(page).getByRole('radio', { name: 'Kai Tan' }).check();
    await (await openCheckout(page)).waitForURL(`${env('STRIPE_API_URL')}/**`);
  },
);

test(
  'on a phone the payment opens in the same tab, and Back returns to the passes',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai Tan']);
    await completeDetails(parent);
    await signIn(page, parent, '/passes');
    await ask(page);
    await continueButton(page).click();
    await page.waitForURL(`${env('STRIPE_API_URL')}/**`);
    expect(page.context().pages()).toHaveLength(1);
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Get Flexi' }).first()).toBeVisible();
  },
);

test(
  'our checkout asks for what the account lacks, for this child of the family',
  { tag: '@wide' },
  async ({ page }) => {
    const parent = await makeParent(['Kai Tan', 'Lina Tan']);
    await signIn(page, parent, '/team-passes');
    await ask(page, 'Get Flexi');
    await dialog(page).getByRole('radio', { name: 'Lina Tan' }).check();
    const tab = await openCheckout(page);
    await expect(tab.getByLabel('Child’s full name')).toHaveValue('Lina Tan');
    for (const [part, value] of [
      ['Day', '14'],
      ['Month', '03'],
      ['Year', '2018'],
    ] as const)
      await expect(tab.getByLabel(part, { exact: true })).toHaveValue(value);
    await expectAccessible(tab);
    await tab.getByLabel('Parent’s full name').fill(parent.name);
    await tab.getByLabel('E-mail').fill(parent.email);
    await tab.getByLabel('Mobile (WhatsApp)').fill('9123 4567');
    await tab.getByRole('checkbox', { name: /terms/ }).check();
    await tab.getByRole('checkbox', { name: /take part/ }).check();
    await fillConfidence(tab, parent);
    await goToPayment(tab);
    await pay(tab);
    expect(await passesOf(parent)).toEqual([{ name: 'Lina Tan', offer: 'pass-flexi' }]);
    const children = await sql()`select name from children where family_id = ${parent.familyId} order by 1`;
    expect(children.map(({ name }) => String(name))).toEqual(['Kai Tan', 'Lina Tan']);
  },
);

test('a parent enters a child who is not known yet in the checkout', { tag: '@once' }, async ({ page }) => {
  const parent = await makeParent([]);
  await signIn(page, parent, '/passes');
  await ask(page);
  await expect(dialog(page)).toContainText('There is no child in your family yet.');
  await expectAccessible(page);
  await dialog(page).getByRole('link', { name: 'Continue to checkout' }).click();
  await expect(page).toHaveURL(/\/checkout\/flexi\?offer=pass-flexi/);
  await expect(page.getByLabel('Child’s full name')).toHaveValue('');
  await fillChild(page.getByRole('group', { name: 'Child 1', exact: true }), 'Noa Tan', [14, 3, 2018]);
  await page.getByLabel('Parent’s full name').fill(parent.name);
  await page.getByLabel('E-mail').fill(parent.email);
  await page.getByLabel('Mobile (WhatsApp)').fill('9123 4567');
  await page.getByRole('checkbox', { name: /terms/ }).check();
  await page.getByRole('checkbox', { name: /take part/ }).check();
  await fillConfidence(page, parent);
  await goToPayment(page);
  await pay(page);
  expect(await passesOf(parent)).toEqual([{ name: 'Noa Tan', offer: 'pass-flexi' }]);
});

test(
  'a parent is told of a failure, the tab closes, and a second click creates no second checkout',
  { tag: '@wide' },
  async ({ page }) => {
    const parent = await makeParent(['Kai Tan']);
    await completeDetails(parent);
    await signIn(page, parent, '/passes');
    await ask(page);
    const validate = '**/functions/v1/validate-pass-eligibility';
    const create = '**/functions/v1/create-pass-checkout';
    await page.route(validate, (route) => route.abort());
    await expectRefused(page, 'Failed to validate eligibility');
    await page.unroute(validate);
    await page.route(create, (route) => route.fulfill({ status: 500, json: {} }));
    await expectRefused(page, 'Failed to create checkout session');
    await page.unroute(create);
    await page.route(create, (route) => route.fulfill({ json: {} }));
    await expectRefused(page, 'No checkout URL received');
    await page.unroute(create);

    let checkoutCount = 0;
    const gate = Promise.withResolvers<undefined>();
    await page.route(create, async (route) => {
      checkoutCount++;
      await gate.promise;
      await route.continue();
    });
    const tab = await openCheckout(page);
    await expect(continueButton(page)).toHaveAttribute('aria-busy', 'true');
    await continueButton(page).click({ force: true });
    gate.resolve(undefined);
    await tab.waitForURL(`${env('STRIPE_API_URL')}/**`);
    await expect(dialog(page)).toBeHidden();
    expect(checkoutCount).toBe(1);
    expect(page.context().pages()).toHaveLength(2);
  },
);

test(
  'a parent whose session has ended is sent to the sign-in and comes back',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Kai Tan']);
    await signIn(page, parent, '/passes');
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
      const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(
        key,
        JSON.stringify({ ...session, access_token: 'ended', refresh_token: 'ended', expires_at: 1 }),
      );
    });
    await ask(page);
    await expect(dialog(page)).toContainText('Please sign in again');
    await expectAccessible(page);
    await dialog(page).getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${env('SITE_URL')}/auth?from=%2Fpasses`);
    await expect(page.getByLabel('Password')).toBeVisible();
  },
);
