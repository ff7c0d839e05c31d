import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { payButton } from '../support/booking.ts';
import {
  campWithRoom,
  changeBeforeLeaving,
  draftsAtCheckout,
  type OpenCamp,
  openCheckoutWithoutHold,
  packageNames,
} from '../support/camps.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

/**
 * A visitor chooses a package on the camps page, which is stored as a draft under both keys, and goes to the checkout
 * (spec 2 §2 to §5).
 */
const cardOf = (page: Page, { tier }: OpenCamp) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: packageNames[tier] }) });
const bookButton = (page: Page, camp: OpenCamp) => cardOf(page, camp).locator('[data-book]');

/** Opens the camps page and chooses this camp in its package. */
async function chooseCamp(page: Page, tier: OpenCamp['tier']): Promise<OpenCamp> {
  const camp = await campWithRoom(tier);
  await openCheckoutWithoutHold(page);
  await page.goto(`${env('SITE_URL')}/camps`);
  await page.locator(`a[href="#package-${camp.id}"]`).click();
  await expect(bookButton(page, camp)).toHaveText(/^Book /);
  return camp;
}

for (const tier of ['spark', 'ignite', 'epic'] as const)
  test(
    `a parent takes ${tier} to the checkout with all that it needs, under both keys`,
    { tag: '@once' },
    async ({ page }) => {
      const camp = await chooseCamp(page, tier);
      await bookButton(page, camp).click();
      const [one, other] = await draftsAtCheckout(page);
      expect(other).toEqual(one);
      const days = tier === 'spark' ? 3 : 5;
      expect(one).toEqual({
        passType: 'camp',
        campId: camp.id,
        campName: camp.name,
        packageType: tier,
        team: camp.team_type,
        packageName: packageNames[tier],
        price: camp.price_cents / 100,
        numberOfDays: days,
        startDate: camp.start_date,
        endDate: camp.start_date,
        location: camp.location,
        formattedStartDate: dayOf(camp.start_date, 0),
        formattedEndDate: dayOf(camp.start_date, days - 1),
        timeStart: '08:30',
        timeEnd: '17:00',
        description: `${days} Day ${packageNames[tier]}`,
        capacity: camp.capacity,
        currentEnrollments: camp.current_enrollments,
        spotsLeft: camp.capacity - camp.current_enrollments,
        offerId: `tier-${tier}`,
        minAge: 7,
        maxAge: tier === 'epic' ? 13 : 12,
        timestamp: expect.any(Number) as unknown,
      });
    },
  );

test('after a date is chosen the bar leads to the camps, not to a pass', async ({ page }) => {
  await chooseCamp(page, 'spark');
  const toPass = page.getByRole('link', { name: 'Get My Pass' });
  const toCamps = page.locator('.camps-bar').getByRole('link');
  // The link stays hidden until the questions.
  for (const screens of [0, 1, 4]) {
    await page.evaluate(
      (screenCount) => scrollBy({ top: screenCount * innerHeight, behavior: 'instant' }),
      screens,
    );
    await expect.poll(() => page.evaluate(() => scrollY > innerHeight)).toBe(true);
    await expect(toPass).toBeHidden();
    await expect(toCamps).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'BOOK NOW!' })).toBeHidden();
  }
});

test(
  'the button asks for a missing date, also by keyboard, and a parent can book by keyboard alone',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const camp = await campWithRoom('ignite');
    await openCheckoutWithoutHold(page);
    await page.goto(`${env('SITE_URL')}/camps#packages`);
    const button = bookButton(page, camp);
    await expect(button).toBeVisible();
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.press('Enter');
    const note = cardOf(page, camp).getByRole('alert');
    await expect(note).toHaveText('Please select a camp date first');
    await expectAccessible(page);
    const base = cardOf(page, camp).getByRole('radio', { name: camp.location });
    await base.focus();
    await base.press('Space');
    const date = cardOf(page, camp).locator(`input[value="${camp.id}"]`);
    await date.focus();
    await date.press('Space');
    await expect(note).toHaveCount(0);
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    await button.press('Enter');
    expect(await draftsAtCheckout(page)).toEqual([
      expect.objectContaining({ campId: camp.id }),
      expect.objectContaining({ campId: camp.id }),
    ]);
  },
);

test('EPIC offers no choice of base', { tag: '@once' }, async ({ page }) => {
  const camp = await chooseCamp(page, 'epic');
  await expect(cardOf(page, camp).getByRole('radio', { name: camp.location })).toHaveCount(0);
  await expect(cardOf(page, camp)).toContainText(camp.location);
});

test(
  'a camp that has become full says so in its place, with its waitlist',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await chooseCamp(page, 'spark');
    await changeBeforeLeaving(page, { current_enrollments: camp.capacity });
    await bookButton(page, camp).click();
    await expect(cardOf(page, camp).getByRole('alert')).toContainText('has just filled up');
    await expect(cardOf(page, camp).getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute(
      'href',
      `/waitlist?camp=${camp.id}`,
    );
    await expect(page).toHaveURL(/\/camps#package(s|-[\da-f-]+)$/);
    expect(await page.evaluate(() => localStorage.getItem('selected_camp_data'))).toBeNull();
    await expectAccessible(page);
  },
);

test('a changed price is shown before the checkout', { tag: '@once' }, async ({ page }) => {
  const camp = await chooseCamp(page, 'spark');
  await changeBeforeLeaving(page, { price_cents: 59_000 });
  await bookButton(page, camp).click();
  await expect(cardOf(page, camp).getByRole('alert')).toContainText('now costs S$590');
  await expect(bookButton(page, camp)).toHaveText('Book Spark, S$590');
  await bookButton(page, camp).click();
  expect(await draftsAtCheckout(page)).toEqual([
    expect.objectContaining({ price: 590 }),
    expect.objectContaining({ price: 590 }),
  ]);
});

test('a camp that has gone off sale asks for another date', { tag: '@once' }, async ({ page }) => {
  const camp = await chooseCamp(page, 'spark');
  await page.route('**/rest/v1/camps?*', (route) => route.fulfill({ json: [] }));
  await bookButton(page, camp).click();
  await expect(cardOf(page, camp).getByRole('alert')).toHaveText(
    'Spark Camp was not found for this date. Please try a different date.',
  );
  await expect(bookButton(page, camp)).toHaveAttribute('aria-disabled', 'true');
});

test(
  'without a connection the button says so, and works once the connection is back',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await chooseCamp(page, 'spark');
    await page.route('**/rest/v1/camps?*', (route) => route.abort());
    await bookButton(page, camp).click();
    await expect(cardOf(page, camp).getByRole('alert')).toHaveText(
      'Failed to navigate to checkout. Please try again.',
    );
    await page.unroute('**/rest/v1/camps?*');
    await bookButton(page, camp).click();
    expect(await draftsAtCheckout(page)).toHaveLength(2);
  },
);

for (const [what, breakStorage] of [
  [
    'blocked',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      }),
  ],
  [
    'full',
    () =>
      (Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      }),
  ],
] as const)
  test(
    `the address contains the camp where the browser’s storage is ${what}`,
    { tag: '@once' },
    async ({ page }) => {
      await page.addInitScript(breakStorage);
      const camp = await chooseCamp(page, 'spark');
      await bookButton(page, camp).click();
      await page.waitForURL(`**/checkout?type=camp&camp=${camp.id}`);
      await expect(payButton(page)).toBeEnabled();
    },
  );

test(
  'the page itself reacts to a chosen date, before anything is loaded',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await campWithRoom('spark');
    await page.route('**/_astro/*live-packages*.js', () => undefined);
    await page.goto(`${env('SITE_URL')}/camps`);
    await page.locator(`a[href="#package-${camp.id}"]`).click();
    await expect(cardOf(page, camp).getByRole('status')).toContainText(/save S\$\d/i);
    await expect(bookButton(page, camp)).toHaveText(/^Book .*S\$\d/);
    // Another base has other dates.
    await cardOf(page, camp).locator('input[name="base"]:not(:checked)').first().check();
    await expect(cardOf(page, camp).locator(`label:has([value="${camp.id}"])`)).toBeHidden();
    await expect(cardOf(page, camp).getByRole('status')).toBeHidden();
  },
);

test(
  'if the script cannot be loaded, the choice is passed on to the booking page',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await campWithRoom('spark');
    await page.route('**/_astro/*live-packages*.js', (route) => route.abort());
    await page.goto(`${env('SITE_URL')}/camps`);
    await page.locator(`a[href="#package-${camp.id}"]`).click();
    await bookButton(page, camp).click();
    await page.waitForURL(`**/camps/book?base=${camp.base}&camp=${camp.id}`);
    await expect(page.locator(`input[name="week"][value="${camp.start_date}"]`)).toBeChecked();
  },
);

/** Returns a date such as "Mon 7 Dec 2026", this many days later. */
function dayOf(start: string, later: number): string {
  const at = new Date(`${start}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + later);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(at);
  return `${part({ weekday: 'short' })} ${part({ day: 'numeric' })} ${part({ month: 'short' }).slice(0, 3)} ${part({ year: 'numeric' })}`;
}
