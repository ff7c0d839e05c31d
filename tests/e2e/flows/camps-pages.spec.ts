import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { camps, campWithRoom, fullCamp, type OpenCamp, packageNames } from '../support/camps.ts';
import { published } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { crawlerUserAgent } from '../support/visitor.ts';

test.use({ userAgent: crawlerUserAgent });

interface StructuredData {
  '@type': string;
  startDate?: string;
  offers?: { price: string; availability: string };
  mainEntity?: { acceptedAnswer: { text: string } }[];
  itemListElement?: { item: string }[];
}

const open = (page: Page, path: string) => page.goto(env('SITE_URL') + path);
const packages = (page: Page) => page.locator('#packages');
const cardOf = (page: Page, { tier }: OpenCamp) =>
  packages(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: packageNames[tier] }) });

for (const path of ['/camps', '/holiday-camps-singapore-campers'])
  test(
    `${path} is the camps page, with one canonical address, accessible in both themes`,
    { tag: ['@wide', '@look'] },
    async ({ page }) => {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Real missions. One team. No screens.',
      );
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${env('SITE_URL')}/camps`);
      await expectAccessible(page);
    },
  );

test('the packages are there once they are opened', { tag: '@once' }, async ({ page }) => {
  await open(page, '/camps');
  await expect(packages(page)).toBeHidden();
  await page.getByRole('link', { name: 'Package Options' }).click();
  await expect(packages(page)).toBeInViewport();
  await expect(packages(page).getByRole('article')).toHaveCount(3);
  await expectAccessible(page);
});

test('a bar leads to dates, prices and questions from anywhere, and does not cover its target', async ({
  page,
}) => {
  await open(page, '/camps');
  const bar = page.getByRole('navigation', { name: 'On this page' });
  const places = { Questions: 'Parents ask, we answer.', Prices: 'Same river, three depths.' };
  for (const [name, heading] of Object.entries(places)) {
    await bar.getByRole('link', { name }).click();
    const place = page.getByRole('heading', { name: heading });
    await expect(place).toBeInViewport();
    const { y, height } = (await bar.boundingBox()) ?? { y: 0, height: 0 };
    await expect.poll(async () => (await place.boundingBox())?.y).toBeGreaterThan(y + height);
  }
  await bar.getByRole('link', { name: 'Dates' }).click();
  await expect(page.getByText('Upcoming camps', { exact: true })).toBeInViewport();
});

test('a phone folds the long lists, and a wide screen shows them open', async ({ page, isMobile }) => {
  await open(page, '/camps');
  for (const [label, inside] of [
    [/^\d+ more missions$/, 'MRT Navigator'],
    [/^The day, 8.30 am to 5.00 pm$/, 'Lunch, cooked by the team'],
  ] as const) {
    const text = page.getByText(inside);
    const sign = page.getByText(label);
    if (isMobile) {
      await expect(text).toBeHidden();
      await sign.click();
    } else await expect(sign).toBeHidden();
    await expect(text).toBeVisible();
  }
});

test(
  'a parent chooses a date of the strip in its package, and sees the saving',
  { tag: '@once' },
  async ({ page }) => {
    const camp = await campWithRoom('spark');
    await open(page, '/camps');
    await page.locator(`a[href="#package-${camp.id}"]`).click();
    const card = cardOf(page, camp);
    await expect(card.getByRole('radio', { name: camp.location })).toBeChecked();
    await expect(card.locator(`input[value="${camp.id}"]`)).toBeChecked();
    await expect(card.getByText('Early Bird Bonus Unlocked')).toBeVisible();
    const book = card.getByRole('button', { name: `Book Spark, S$${camp.price}` });
    await expect(book).toBeFocused();
    await expect(book).toBeInViewport();
    const occupancy = `${camp.current_enrollments} of ${camp.capacity} spots taken`;
    await expect(card.getByText(occupancy)).toBeVisible();
  },
);

test('another base clears the date, and the button needs a new one', { tag: '@once' }, async ({ page }) => {
  const camp = await campWithRoom('spark');
  await open(page, '/camps#packages');
  await page.locator(`a[href="#package-${camp.id}"]`).click();
  const card = cardOf(page, camp);
  await expect(card.getByRole('button', { name: /^Book Spark/ })).toBeEnabled();
  await card.getByRole('radio', { name: camp.base === 'bishan' ? 'East Coast' : 'Bishan' }).check();
  await expect(card.getByRole('radio', { checked: true })).toHaveCount(1);
  await expect(card.locator('[data-book]')).toBeDisabled();
  await expect(card.getByText('Early Bird Bonus Unlocked')).toBeHidden();
});

test('prices and spots are the current ones, not those of the build', { tag: '@once' }, async ({ page }) => {
  const camp = await campWithRoom('ignite');
  await page.route('**/rpc/get_camp_prices', async (route) => {
    const rows = (await (await route.fetch()).json()) as { camp_id: string }[];
    const json = rows.map((row) =>
      row.camp_id === camp.id
        ? { ...row, price_cents: 89_000, rung_id: 'listed', spots_left: 1, fill: 95 }
        : row,
    );
    await route.fulfill({ json });
  });
  await open(page, '/camps');
  await page.locator(`a[href="#package-${camp.id}"]`).click();
  const card = cardOf(page, camp);
  await expect(card.getByRole('button', { name: 'Book Ignite, S$890' })).toBeEnabled();
  await expect(card.getByText('Last one')).toBeVisible();
  await expect(card.getByText('Early Bird Bonus Unlocked')).toBeHidden();
});

test('a full camp offers its waitlist, and a chat as an alternative', { tag: '@once' }, async ({ page }) => {
  const full = await fullCamp();
  await open(page, '/camps');
  await page.locator(`a[href="#package-${full.id}"]`).click();
  const card = cardOf(page, full);
  await expect(card.locator(`input[value="${full.id}"]`)).toBeChecked();
  await expect(card.locator('[data-book]')).toBeHidden();
  const waitlist = card.getByRole('link', { name: 'Join the waitlist' });
  await expect(waitlist).toHaveAttribute('href', `/waitlist?camp=${full.id}`);
  const chat = await card.getByRole('link', { name: 'Ask on WhatsApp' }).getAttribute('href');
  expect(decodeURIComponent(chat ?? '')).toContain(`Is there a waitlist for ${packageNames[full.tier]}`);
  await expectAccessible(page);
});

test('a parent can page through the quotes of parents', { tag: '@once' }, async ({ page }) => {
  await open(page, '/camps');
  // The sections above must have their final height, so that nothing moves between press and release. They get it once
  // somebody uses the page.
  await page.mouse.move(100, 300);
  await expect(page.locator('main .section:not(.whole)')).toHaveCount(0);
  const quotes = page.getByRole('group', { name: 'After camp', exact: true });
  const cards = quotes.getByRole('listitem');
  await quotes.getByRole('button', { name: 'Previous' }).click();
  await expect(cards.last()).toBeInViewport();
  await quotes.getByRole('button', { name: 'Next' }).click();
  await expect(cards.first()).toBeInViewport();
});

test(
  'the page shows three questions first, with one answer open at a time',
  { tag: '@once' },
  async ({ page }) => {
    await open(page, '/camps');
    const faq = page.locator('#faq');
    const visibleQuestions = faq.locator('details').filter({ visible: true });
    await expect(visibleQuestions).toHaveCount(3);
    await faq.getByRole('button', { name: 'More Questions' }).click();
    await expect(visibleQuestions).toHaveCount(await faq.locator('details').count());
    await visibleQuestions.nth(0).locator('summary').click();
    await visibleQuestions.nth(1).locator('summary').click();
    await expect(faq.locator('details[open]')).toHaveCount(1);
    await faq.getByRole('button', { name: 'Show Less Questions' }).click();
    await expect(visibleQuestions).toHaveCount(3);
  },
);

test(
  'search engines can read each camp as an event with price and availability, and the questions and the breadcrumbs',
  { tag: '@once' },
  async ({ page }) => {
    await open(page, '/camps');
    const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
    const structuredData = blocks.flatMap(
      (text) => (JSON.parse(text) as { '@graph': StructuredData[] })['@graph'],
    );
    const entriesOf = (type: string) => structuredData.filter((entry) => entry['@type'] === type);
    // The page has the prices of its build. Since then other tests may have booked a rung or the last spot.
    const live = await camps();
    const tiers = await published<{ tier: string; price: number; rungs: { price: number }[] | null }[]>(
      '*[_type == "campTier"]{ tier, price, rungs }',
    );
    const pricesOf = (tier: string) =>
      tiers
        .filter((one) => one.tier === tier)
        .flatMap(({ price, rungs }) =>
          [price, ...(rungs ?? []).map((rung) => rung.price)].map((dollars) => dollars.toFixed(2)),
        );
    const events = entriesOf('Event');
    expect(events).toHaveLength(live.length);
    for (const [index, { offers }] of events.entries()) {
      expect(offers).toMatchObject({ '@type': 'Offer', priceCurrency: 'SGD' });
      expect(pricesOf(live[index]?.tier ?? '')).toContain(offers?.price);
      expect(offers?.availability).toMatch(/^https:\/\/schema\.org\/(InStock|SoldOut)$/);
    }
    expect(events.some(({ offers }) => offers?.availability.endsWith('InStock'))).toBe(true);
    expect(entriesOf('Event').map(({ startDate }) => startDate?.slice(0, 10))).toEqual(
      live.map(({ start_date }) => start_date),
    );
    const questions = await page.locator('#faq summary').allTextContents();
    const [faq] = entriesOf('FAQPage');
    expect(faq?.mainEntity).toHaveLength(questions.length);
    expect(faq?.mainEntity?.every(({ acceptedAnswer }) => acceptedAnswer.text.length > 20)).toBe(true);
    expect(entriesOf('BreadcrumbList')[0]?.itemListElement?.map(({ item }) => item)).toEqual([
      `${env('SITE_URL')}/`,
      `${env('SITE_URL')}/camps`,
    ]);
  },
);

test('each base reserves space for the number of viewers', { tag: '@once' }, async ({ page }) => {
  await open(page, '/camps');
  for (const place of ['Orchard Central', 'East Coast', 'Bishan'])
    await expect(page.locator(`viewer-count[data-place="${place}"]`)).toBeAttached();
});

test('the bar at the foot says where camps start, and leads to the packages', async ({ page }) => {
  await open(page, '/camps');
  const bar = page.getByRole('complementary', { name: 'Orchard · East Coast · Bishan' });
  await expect(bar).toBeInViewport();
  await expect(bar).toContainText('Drop-off or door-to-door transport');
  await bar.getByRole('link').click();
  await expect(packages(page)).toBeInViewport();
});

test.describe('EPIC', () => {
  test(
    'shows its five days, ten foundations and total, and is hidden from search engines',
    { tag: '@once' },
    async ({ page }) => {
      await open(page, '/camps/epic');
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      const book = page.getByRole('link', { name: 'Early Bird S$990 - Save S$300!' });
      await expect(book).toHaveAttribute('href', '/checkout?experience=overnight-camping-thu');
      for (const day of ['Day 1 (Monday)', 'Days 2-3', 'Day 4 (Thursday)', 'Day 5'])
        await expect(page.getByText(day, { exact: true })).toBeVisible();
      const foundations = await published<string[]>('*[_id == "epicPage"][0].foundations.items[].title');
      expect(foundations).toHaveLength(10);
      for (const title of foundations)
        await expect(page.getByRole('heading', { name: title })).toBeAttached();
      await expect(page.getByText('Piecing it together: S$1,500-S$2,300')).toBeAttached();
      await expectAccessible(page);
    },
  );

  test(
    'offers WhatsApp questions about overnight camping, at its top and at its foot',
    { tag: '@once' },
    async ({ page }) => {
      await open(page, '/camps/epic');
      const chats = page.getByRole('link', { name: 'Questions? WhatsApp Us' });
      await expect(chats).toHaveCount(2);
      for (const chat of await chats.all())
        expect(decodeURIComponent((await chat.getAttribute('href')) ?? '')).toMatch(
          /EPIC Camp.*overnight camping/,
        );
      await expect(page.getByRole('link', { name: 'Book Early Bird' })).toHaveAttribute(
        'href',
        /overnight-camping/,
      );
    },
  );
});
