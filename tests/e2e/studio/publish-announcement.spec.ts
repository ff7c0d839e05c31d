import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { eventually } from '../support/backend.ts';
import { changeContent, patchContent, rebuilt, sitePage } from '../support/content.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';
import { personUserAgent, scrollTo, shift } from '../support/visitor.ts';

const campaign = {
  _id: 'campaign-december',
  _type: 'campaignPopup',
  name: 'December',
  heading: 'Two camps are left in December.',
  button: { _type: 'popupOption', label: 'See the camps', action: 'link', href: '/camps' },
  dismissLabel: 'Not now',
  showing: { _type: 'showing', until: '2099-01-01T00:00:00+08:00' },
  pages: ['teamPasses'],
  audience: 'everyone',
  frequency: 'once',
};

/** Changes the settings and the campaign like Studio, and waits for the rebuilt site. */
async function announce(isShown: boolean): Promise<void> {
  await changeContent(isShown ? { createOrReplace: campaign } : { delete: { id: campaign._id } });
  const set = {
    announcement: {
      _type: 'announcement',
      shown: isShown,
      text: 'Camps for December are open, and there is more to say of them than fits one line of a phone.',
      link: { _type: 'link', label: 'See the dates', href: '/camps' },
    },
  };
  await patchContent('siteSettings', set);
  const isThere = async () => (await sitePage('/about')).includes('Camps for December are open');
  await eventually('the site is built anew', isThere, (isVisible) => isVisible === isShown, rebuilt.timeout);
}

const bar = (page: Page) => page.getByRole('complementary', { name: 'Announcement' });
const bounds = (page: Page) =>
  page.getByRole('banner').evaluate((header) => {
    const { top, bottom } = header.getBoundingClientRect();
    return { top, bottom: Math.round(bottom) };
  });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await announce(true);
});
test.afterAll(async () => {
  test.setTimeout(180_000);
  await announce(false);
  expect(await sitePage('/about')).not.toContain('class="announcement');
  expect(await sitePage('/team-passes')).not.toContain('campaign-popup');
});

for (const width of [360, 1280])
  test(`an announcement is above the bar, ${width} wide, and does not move the page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${env('SITE_URL')}/about`);
    await expect(bar(page)).toBeInViewport();
    const height = await bar(page).evaluate((element) => element.getBoundingClientRect().height);
    expect((await bounds(page)).top).toBeCloseTo(height, 0);
    await expectAccessible(page);
    const before = await shift(page);
    expect(before).toBeLessThan(0.001);
    await scrollTo(page, 1);
    await expect.poll(() => bounds(page).then(({ bottom }) => bottom)).toBe(60);
    await expect(bar(page)).not.toBeInViewport();
    expect(await shift(page)).toBe(before);
  });

/** Writes the page in pieces, as from a slow connection, and lets the browser paint in between. */
const readInPieces = (page: Page) =>
  page.evaluate(async () => {
    const html = await (await fetch(location.href)).text();
    const waitForPaint = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const begin = html.indexOf('<aside class="announcement');
    const end = html.indexOf('</aside>', begin);
    const offsets = [...html.slice(begin, end).matchAll(/(?=<)|(?<=>)/g)].map(({ index }) => begin + index);
    document.open();
    let from = 0;
    for (const offset of [...new Set([...offsets, end, html.length])]) {
      // `document.write` is the only way to give a browser half a page, as a slow connection does.
      // oxlint-disable-next-line typescript/no-deprecated
      document.write(html.slice(from, offset));
      from = offset;
      await waitForPaint();
    }
    document.close();
    return offsets.length;
  });

for (const width of [360, 1280])
  test(`an announcement that appears during loading does not move the page, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`${env('SITE_URL')}/about`);
    const before = await shift(page);
    expect(await readInPieces(page)).toBeGreaterThan(6);
    await expect(bar(page)).toBeInViewport();
    expect((await shift(page)) - before).toBeLessThan(0.001);
  });

test('an announcement that is closed with the keyboard stays closed in this browser session, and only there', async ({
  page,
  browser,
}) => {
  await page.goto(`${env('SITE_URL')}/about`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('link', { name: 'See the dates' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('button', { name: 'Close the announcement' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link', { name: 'home' })).toBeFocused();
  expect((await bounds(page)).top).toBe(0);

  await page.goto(`${env('SITE_URL')}/passes`);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  expect(await shift(page)).toBeLessThan(0.001);

  const other = await browser.newPage();
  await other.goto(`${env('SITE_URL')}/passes`);
  await expect(bar(other)).toBeVisible();
  await other.close();
});

test.describe('in a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the announcement can be read, and has no button without a function', async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/about`);
    await expect(bar(page).getByRole('link', { name: 'See the dates' })).toBeVisible();
    await expect(bar(page).getByRole('button')).toHaveCount(0);
    await expect(bar(page)).toBeInViewport();
  });
});

test.describe('for a visitor who is not a crawler', () => {
  test.use({ userAgent: personUserAgent });
  test('a campaign popup opens on its page, moves nothing, and stays closed once it was closed by keyboard', async ({
    page,
  }) => {
    expect(await sitePage('/about')).not.toContain('campaign-popup');
    await page.clock.install();
    const openLate = async () => {
      await page.goto(`${env('SITE_URL')}/team-passes`);
      await expect(page.getByRole('main')).toBeVisible();
      await page.clock.runFor(10_000);
    };
    await page.setViewportSize({ width: 390, height: 844 });
    await openLate();
    const dialog = page.getByRole('dialog', { name: campaign.heading });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'See the camps' })).toHaveAttribute('href', '/camps');
    await expectAccessible(page);
    expect(await shift(page)).toBeLessThan(0.001);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await openLate();
    await expect(dialog).toHaveCount(0);
  });
});
