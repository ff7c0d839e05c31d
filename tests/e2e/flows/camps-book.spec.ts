import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { payButton } from '../support/booking.ts';
import {
  camps,
  campWithRoom,
  changeBeforeLeaving,
  draftsAtCheckout,
  fullCamp,
  type OpenCamp,
  openCheckoutWithoutHold,
  packageNames,
} from '../support/camps.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

/** A visitor goes from a week and a package to the checkout (spec 2 §2 "Booking page", "Booking Issue dialog", §8). */
const cardOf = (page: Page, tier: OpenCamp['tier']) =>
  page.getByRole('article', { name: packageNames[tier] });
const button = (page: Page, tier: OpenCamp['tier']) => cardOf(page, tier).locator('[data-choose]');
const chooseWeek = (page: Page, start: string) =>
  page.locator(`input[name="week"][value="${start}"]`).check();
const findLoading = (page: Page) => page.locator('[data-loading]');

async function open(page: Page, search = ''): Promise<void> {
  await openCheckoutWithoutHold(page);
  await page.goto(`${env('SITE_URL')}/camps/book${search}`);
}

/** Returns a week that has camps, but none in one of the packages. */
async function weekWithout(): Promise<{ start: string; tier: OpenCamp['tier'] }> {
  const all = await camps();
  for (const { start_date: start } of all)
    for (const tier of ['epic', 'ignite', 'spark'] as const)
      if (!all.some((camp) => camp.start_date === start && camp.tier === tier)) return { start, tier };
  throw new Error('Every package has a camp in every week');
}

test('a package asks for a week first if none is chosen', { tag: ['@once', '@look'] }, async ({ page }) => {
  await open(page);
  await expect(page.getByText('Please select a week to choose your camp package')).toBeVisible();
  await expect(page.getByText(/^First early bird S\$490 /)).toBeVisible();
  for (const tier of ['spark', 'ignite', 'epic'] as const)
    await expect(button(page, tier)).toHaveAttribute('aria-disabled', 'true');
  await expect(findLoading(page)).toBeHidden();
  await button(page, 'spark').press('Enter');
  const toast = page.getByRole('alert');
  await expect(toast).toContainText('Please select a week first');
  await expectAccessible(page);
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);
  await button(page, 'epic').press('Enter');
  await chooseWeek(page, (await campWithRoom('epic')).start_date);
  await expect(toast).toHaveCount(0);
});

for (const tier of ['spark', 'ignite', 'epic'] as const)
  test(
    `a parent takes ${tier} of a week to the checkout by keyboard, with the same draft under both keys`,
    { tag: '@once' },
    async ({ page }) => {
      const camp = await campWithRoom(tier);
      await open(page);
      const week = page.locator(`input[name="week"][value="${camp.start_date}"]`);
      await week.focus();
      await week.press('Space');
      await expect(cardOf(page, tier)).toContainText(camp.location);
      await expect(button(page, tier)).toHaveText(/^Book .*, S\$\d/);
      await button(page, tier).press('Enter');
      const [one, other] = await draftsAtCheckout(page);
      expect(other).toEqual(one);
      expect(one).toMatchObject({
        passType: 'camp',
        campId: camp.id,
        campName: camp.name,
        packageType: tier,
        price: camp.price_cents / 100,
        startDate: camp.start_date,
        endDate: camp.start_date,
        offerId: `tier-${tier}`,
        description: `${tier === 'spark' ? 3 : 5} Day ${packageNames[tier]}`,
        spotsLeft: camp.capacity - camp.current_enrollments,
      });
    },
  );

test(
  'a package without a camp in the week opens Booking Issue, which only Close and Escape close',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const { start, tier } = await weekWithout();
    await open(page);
    await chooseWeek(page, start);
    await button(page, tier).click();
    const dialog = page.getByRole('dialog', { name: 'Booking Issue' });
    await expect(dialog).toContainText(`${packageNames[tier]} not available for selected date.`);
    await expect(dialog).toContainText(
      'Please try refreshing the page. If the problem persists, our team is here to help!',
    );
    const chat = await dialog.getByRole('link', { name: 'Get Help on WhatsApp' }).getAttribute('href');
    expect(decodeURIComponent(chat ?? '')).toMatch(
      new RegExp(`^https://wa\\.me/\\d+\\?text=.*${packageNames[tier]}`),
    );
    await expectAccessible(page);
    await page.mouse.click(4, 4);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button(page, tier)).toBeFocused();
    await expect(cardOf(page, tier).getByRole('alert')).toHaveText(
      `${packageNames[tier]} not available for selected week. Please try refreshing or contact support.`,
    );
    await button(page, tier).press('Enter');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await button(page, tier).press('Enter');
    await Promise.all([
      page.waitForEvent('load'),
      dialog.getByRole('button', { name: 'Refresh Page' }).click(),
    ]);
    await expect(dialog).toBeHidden();
  },
);

test('a camp that has gone off sale opens Booking Issue', { tag: '@once' }, async ({ page }) => {
  const camp = await campWithRoom('ignite');
  await open(page);
  await chooseWeek(page, camp.start_date);
  await page.route('**/rest/v1/camps?*', (route) => route.fulfill({ json: [] }));
  await button(page, 'ignite').click();
  await expect(page.getByRole('dialog', { name: 'Booking Issue' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('selected_camp_data'))).toBeNull();
});

test(
  'a camp that has become full says so in its place, with its waitlist',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await campWithRoom('ignite');
    await open(page);
    await chooseWeek(page, camp.start_date);
    await changeBeforeLeaving(page, { current_enrollments: camp.capacity });
    await button(page, 'ignite').click();
    await expect(cardOf(page, 'ignite').getByRole('alert')).toContainText('has just filled up');
    await expect(cardOf(page, 'ignite').getByRole('link', { name: 'Join the waitlist' })).toBeVisible();
    await expectAccessible(page);
  },
);

test('the parent has to choose the base if two camps fit', { tag: '@once' }, async ({ page }) => {
  const all = await camps();
  const pair = all.filter((camp) =>
    all.some(
      (other) =>
        other.id !== camp.id &&
        other.tier === camp.tier &&
        other.start_date === camp.start_date &&
        camp.current_enrollments < camp.capacity,
    ),
  );
  const [camp] = pair;
  if (!camp) throw new Error('The demo has two camps of a package in one week');
  await open(page);
  await chooseWeek(page, camp.start_date);
  await button(page, camp.tier).click();
  const card = cardOf(page, camp.tier);
  await expect(card.getByRole('alert')).toHaveText('Which base is closer to you?');
  await expect(card.getByRole('radio').first()).toBeFocused();
  await card.getByRole('radio', { name: camp.location }).check();
  await button(page, camp.tier).click();
  expect((await draftsAtCheckout(page))[0]).toMatchObject({ campId: camp.id, location: camp.location });
});

test('a full camp offers its waitlist, and a chat as an alternative', { tag: '@once' }, async ({ page }) => {
  const full = await fullCamp();
  await open(page, `?camp=${full.id}`);
  const card = cardOf(page, full.tier);
  await expect(card.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute(
    'href',
    `/waitlist?camp=${full.id}`,
  );
  await expect(card.getByRole('link', { name: 'Ask on WhatsApp' })).toBeVisible();
  await expect(page.getByText('Selected', { exact: true }).filter({ visible: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('a camp chosen on another page is chosen here', { tag: '@once' }, async ({ page }) => {
  const camp = await campWithRoom('spark');
  await open(page, `?camp=${camp.id}`);
  await expect(page.locator(`input[name="week"][value="${camp.start_date}"]`)).toBeChecked();
  await expect(cardOf(page, 'spark').getByText('Selected', { exact: true })).toBeVisible();
  await expect(page.getByText('Selected', { exact: true }).filter({ visible: true })).toHaveCount(1);
  const book = cardOf(page, 'spark').getByRole('button', { name: /^Book/ });
  await expect(book).toBeFocused();
  await expect(book).toBeInViewport();
});

test(
  'a spinner is shown while the camps load; if they cannot be loaded, a toast says so, and it is logged',
  { tag: '@once' },
  async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let requestCount = 0;
    await page.route('**/rpc/get_camp_prices', async (route) => {
      requestCount += 1;
      await promise;
      await route.abort();
    });
    await open(page);
    await expect(findLoading(page)).toBeVisible();
    await expectAccessible(page);
    resolve(undefined);
    // The error is queued for the page's watcher, which crawlers do not load (recovery.spec.ts).
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(globalThis.reportQueue)))
      .toContain('Error loading camps');
    await expect(page.getByRole('alert')).toContainText('Error loading camps');
    await expect(findLoading(page)).toBeHidden();
    expect(requestCount).toBe(2);
    await expectAccessible(page);
  },
);

test('if the storage is full, the address contains the camp', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const camp = await campWithRoom('epic');
  await open(page);
  await chooseWeek(page, camp.start_date);
  await button(page, 'epic').click();
  await page.waitForURL(`**/checkout?type=camp&camp=${camp.id}`);
  await expect(payButton(page)).toBeEnabled();
});

test.describe('in a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every camp can be read, and booked by chat', { tag: '@once' }, async ({ page }) => {
    const all = await camps();
    await page.goto(`${env('SITE_URL')}/camps/book`);
    await expect(page.locator('noscript a[href*="wa.me"]')).toHaveCount(all.length);
    await page.goto(`${env('SITE_URL')}/camps`);
    await expect(page.locator('#packages')).toBeVisible();
    // The fallback page has its styles too.
    await expect(page.locator('#packages [data-tier="spark"]')).toHaveCSS('display', 'flex');
  });
});
