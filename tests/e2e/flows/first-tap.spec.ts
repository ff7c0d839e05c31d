/** Pages send requests before their scripts have loaded, and remember, show and answer earlier taps. */
import { expect, type Page } from '@playwright/test';
import { sql } from '../support/backend.ts';
import { choosePass, sessionButton } from '../support/booking.ts';
import { closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { beSignedIn } from '../support/families.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { chooseTeam, ownSession } from '../support/weekend.ts';

const AVAILABILITY = '**/rpc/get_session_availability_with_enrollments';

/** Opens a page whose scripts are still loading. */
async function openEarly(page: Page, path = '') {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(env('SITE_URL') + path, { waitUntil: 'commit' });
  return { arrive: () => resolve(undefined), team: page.locator('button[data-team="black"]') };
}

test('a tap on a team before any script has run requests its sessions at once, and shows them', async ({
  page,
}) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  const { arrive, team } = await openEarly(page);
  const answer = page.waitForResponse(AVAILABILITY);
  await team.click();
  await expect(team).toHaveAttribute('aria-pressed', 'true');
  await answer;
  // The scripts of the booking are loading as well.
  await expect.poll(() => requestedUrls.some((url) => /\/hydrate\.[^/]+\.js$/.test(url))).toBe(true);
  arrive();
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await expect(page.locator('.booking-session').first()).toBeVisible();
  expect(
    requestedUrls.filter((url) => url.endsWith('/get_session_availability_with_enrollments')),
  ).toHaveLength(1);
});

test('a tap on a date before any script has run chooses it as soon as possible, with its button in view', async ({
  page,
}) => {
  const { arrive } = await openEarly(page, '/camps');
  const date = page.locator('date-strip li a:not(.full)').nth(1);
  const id = (await date.getAttribute('href'))?.slice('#package-'.length) ?? '';
  await date.click();
  arrive();
  const card = page.locator('[data-tier]', { has: page.locator(`input[value="${id}"]`) });
  await expect(card.locator(`input[value="${id}"]`)).toBeChecked();
  await expect(card.locator('[data-book]')).toBeInViewport({ ratio: 1 });
  // The button stays in view while the sections above get their height, which begins with the next movement.
  await page.waitForLoadState();
  await page.mouse.move(100, 300);
  await expect(page.locator('main .section:not(.whole)')).toHaveCount(0);
  await expect(card.locator('[data-book]')).toBeInViewport({ ratio: 1 });
});

test('if that early request fails, the booking makes its own', { tag: '@once' }, async ({ page }) => {
  await page.route(AVAILABILITY, (route) => route.abort(), { times: 1 });
  const { arrive, team } = await openEarly(page);
  const failed = page.waitForEvent('requestfailed');
  await team.click();
  await failed;
  arrive();
  await expect(page.locator('.booking-session').first()).toBeVisible();
});

test('the spot of a cart is held once, before any script has run', { tag: '@once' }, async ({ page }) => {
  const session = await ownSession('Red Otter', 1);
  await chooseTeam(page, 'Red Otter');
  await sessionButton(page, session).click();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const holdResponse = page.waitForResponse('**/rpc/hold_order');
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.route('**/_astro/Checkout.*.js', async (route) => {
    await promise;
    await route.continue();
  });
  await choosePass(page, 'Term');
  await holdResponse;
  resolve(undefined);
  await expect(page.getByLabel('E-mail')).toBeEnabled();
  expect(requestedUrls.filter((url) => /\/rpc\/(hold|get)_order$/.test(url))).toHaveLength(1);
  const orders = await sql()`
    select o.status from orders o join order_lines l on l.order_id = o.id where l.session_id = ${session.id}`;
  expect(orders.map(({ status }) => String(status))).toEqual(['held']);
});

test('a checkout in progress is requested once, before any script has run', async ({ page }) => {
  const camp = await makeSpark(3);
  await openCampCheckout(page, camp);
  await expect(page.getByLabel('E-mail')).toBeVisible();
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  const order = page.waitForResponse('**/rpc/get_order');
  const texts = page.waitForResponse('**/consent_texts?*');
  await page.reload({ waitUntil: 'commit' });
  await Promise.all([order, texts]);
  // The scripts of the form are loading as well.
  await expect.poll(() => requestedUrls.some((url) => /\/Order\.[^/]+\.js$/.test(url))).toBe(true);
  resolve(undefined);
  await expect(page.getByLabel('E-mail')).toBeEnabled();
  for (const call of ['/rpc/get_order', '/consent_texts?'])
    expect(requestedUrls.filter((url) => url.includes(call))).toHaveLength(1);
  await closeCamps([camp]);
});

test('a pass that a parent presses before any script has run opens its dialog, not a visitor’s page', async ({
  page,
}) => {
  await beSignedIn(page, await makeParent(['Kai Early']));
  const { arrive } = await openEarly(page, '/passes');
  const button = page.getByRole('link', { name: 'Get Flexi' }).first();
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  arrive();
  const dialog = page.getByRole('dialog', { name: 'Get Flexi' });
  await expect(dialog.getByRole('radio', { name: 'Kai Early' })).toBeChecked();
  await expect(page).toHaveURL(/\/passes$/);
});

test('the menu opens before any script has run, and the same tap is not repeated afterwards', async ({
  page,
}) => {
  const { arrive } = await openEarly(page);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close' }).click();
  await expect(menu).toBeHidden();
  arrive();
  await expect
    .poll(() => page.evaluate(() => customElements.get('site-navigation') !== undefined))
    .toBe(true);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close' }).click();
  await expect(menu).toBeHidden();
});
