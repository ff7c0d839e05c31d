import { expect, type Page } from '@playwright/test';
import { demoLogins } from '#local/demo/logins.ts';
import { paths, storageKeys } from '#config/paths.ts';
import { expectAccessible } from '../support/axe.ts';
import { published } from '../support/content.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';
import { scrollTo, shift } from '../support/visitor.ts';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) <= 768;
const bar = (page: Page) => page.getByRole('banner');
const links = [
  ['Fun-Start', '/try-out-otter-for-campers'],
  ['Camps', '/camps'],
  ['Birthdays', '/birthdays'],
  ['Sessions', '/#book-your-otter-experience'],
  ['About', '/about'],
  ['How It Works', '/'],
] as const;

test('the bar is transparent over the page and turns black with a smaller logo after 20 px', async ({
  page,
}) => {
  await page.goto(env('SITE_URL'));
  const ground = () => bar(page).evaluate((element) => getComputedStyle(element).backgroundColor);
  const logo = () =>
    bar(page)
      .getByRole('link', { name: 'home' })
      .boundingBox()
      .then((box) => box?.height ?? 0);
  const bottom = () => bar(page).evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  expect(await ground()).toBe('rgba(0, 0, 0, 0)');
  const before = await logo();
  const shiftBefore = await shift(page);
  await page.evaluate(() => window.scrollTo({ top: 20, behavior: 'instant' }));
  await expect(bar(page)).not.toHaveClass(/solid/);
  await page.evaluate(() => window.scrollTo({ top: 21, behavior: 'instant' }));
  await expect.poll(ground).toBe('rgb(16, 22, 20)');
  await expect.poll(logo).toBeLessThan(before * 0.95);
  await expect.poll(bottom).toBe(60);
  await expect(bar(page)).toBeInViewport();
  expect(await shift(page)).toBe(shiftBefore);
});

test('every link is there in its order, on a phone in the menu from the right', async ({ page }) => {
  await page.goto(env('SITE_URL'));
  let list = bar(page).getByRole('navigation', { name: 'Main' });
  if (isPhone(page)) {
    await bar(page).getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await expect
      .poll(() => menu.boundingBox().then((box) => Math.round((box?.x ?? 0) + (box?.width ?? 0))))
      .toBe(page.viewportSize()?.width);
    await expectAccessible(page);
    list = menu;
  }
  const shownLinks = await list
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent.trim(), link.getAttribute('href')]));
  // A wide bar has the sign-in beside its list.
  expect(shownLinks).toEqual(isPhone(page) ? [...links, ['Sign in', paths.auth]] : links);
  if (!isPhone(page)) return;
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar(page).getByRole('button', { name: 'Menu' })).toBeFocused();
});

test('WhatsApp Us opens a coach’s greeting with three reasons and the link to the group', async ({
  page,
}) => {
  await page.goto(env('SITE_URL'));
  if (isPhone(page)) await bar(page).getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'WhatsApp Us' }).filter({ visible: true }).first().click();
  const dialog = page.getByRole('dialog', { name: /Coach/ });
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  const join = dialog.getByRole('link', { name: 'Join the group' });
  await expect(join).toHaveAttribute('href', /^https:\/\/chat\.whatsapp\.com\//);
  await expect(join).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('WhatsApp Us links to the group if its text cannot be loaded', { tag: '@once' }, async ({ page }) => {
  await page.route('**/fragments/popups', (route) => route.abort());
  await page.route('https://chat.whatsapp.com/**', (route) => route.fulfill({ body: 'the group' }));
  await page.goto(env('SITE_URL'));
  if (isPhone(page)) await bar(page).getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'WhatsApp Us' }).filter({ visible: true }).first().click();
  await page.waitForURL('https://chat.whatsapp.com/**');
});

test(
  'the cart waits for its event, shows the number of items, and opens the payment page in a new tab',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/terms-and-conditions`);
    const cart = bar(page).getByRole('button', { name: /^Cart/ });
    await expect(cart).toBeDisabled();
    await page.evaluate(() => dispatchEvent(new CustomEvent('cart-updated', { detail: 2 })));
    await expect(cart).toBeEnabled();
    await expect(cart).toHaveAccessibleName('Cart, 2 items');
    await expect(cart).toHaveText('2');

    await page.evaluate(
      (payUrl) =>
        localStorage.setItem(
          'otter_order',
          JSON.stringify({ payUrl, heldUntil: new Date(Date.now() + 60_000).toISOString() }),
        ),
      `${env('SITE_URL')}/about?pay`,
    );
    const payment = page.waitForEvent('popup');
    await cart.click();
    await expect(await payment).toHaveURL(/\/about\?pay$/);

    await page.evaluate(() =>
      localStorage.setItem(
        'otter_order',
        JSON.stringify({ payUrl: 'https://pay.test', heldUntil: '2020-01-01' }),
      ),
    );
    await cart.click();
    await page.waitForURL('**/checkout');
  },
);

test(
  'the theme follows the device until it is chosen, and then stays',
  { tag: '@once' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(env('SITE_URL'));
    const root = page.locator('html');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect(root).toHaveAttribute('data-theme', 'system');
    expect(await ground()).toBe('rgb(16, 22, 20)');
    await bar(page).getByRole('button', { name: 'Theme: system' }).click();
    await expect(root).toHaveAttribute('data-theme', 'light');
    await page.reload();
    await expect(root).toHaveAttribute('data-theme', 'light');
    expect(await ground()).toBe('rgb(255, 253, 248)');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  },
);

test('the bar at the bottom, the mascot and its invitation appear one after the other', async ({ page }) => {
  await page.goto(env('SITE_URL') + paths.about);
  const bottomBar = page.getByRole('complementary', { name: 'Book a class' });
  const mascot = page.getByRole('link', { name: 'BOOK NOW!' });
  const call = page.getByText('BOOK NOW!');
  await scrollTo(page, 0.75);
  await expect(mascot).toBeVisible({ visible: !isPhone(page) });
  await expect(bottomBar.getByRole('link', { name: 'Get My Pass' })).toBeHidden();
  await scrollTo(page, 1.1);
  await expect(bottomBar.getByRole('link', { name: 'Get My Pass' })).toBeVisible();
  await expect(call).toBeHidden();
  await scrollTo(page, 1.6);
  await expect(call).toBeVisible({ visible: !isPhone(page) });
  await bottomBar.getByRole('link', { name: 'Get My Pass' }).click();
  await expect(page).toHaveURL(/#book-your-otter-experience$/);
});

for (const path of [paths.passes, paths.teamPasses])
  test(`the bar at the bottom never covers the passes of ${path}, and appears after them`, async ({
    page,
  }) => {
    await page.goto(env('SITE_URL') + path);
    const toPass = page.getByRole('link', { name: 'Get My Pass' });
    const isFar = () => page.evaluate(() => scrollY > innerHeight);
    let looked = 0;
    for (const pass of await page.locator('.pass-card, .team-card').all())
      for (const block of ['start', 'end'] as const) {
        await pass.evaluate((card, block) => card.scrollIntoView({ block, behavior: 'instant' }), block);
        // Scroll listeners react within a frame.
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        if (await isFar()) looked++;
        await expect(toPass).toBeHidden();
      }
    if (isPhone(page)) expect(looked).toBeGreaterThan(0);
    await page.evaluate(() =>
      window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
    );
    await expect(toPass).toBeVisible();
  });

test('a parent can pay for a chosen camp from the bar of every page', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(([key, camp]) => localStorage.setItem(key, camp), [
    storageKeys.campChoice,
    JSON.stringify({ campId: 'chosen', timestamp: Date.now() }),
  ] as const);
  await page.route('**/checkout/camp', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>The checkout</title>' }),
  );
  await page.goto(`${env('SITE_URL')}/about`);
  const cart = bar(page).getByRole('button', { name: 'Cart, 1 item' });
  await expect(cart).toBeEnabled();
  await expect(cart).toHaveText('1');
  await cart.click();
  await expect(page).toHaveURL(/\/checkout\/camp$/);
});

// A marketer's shorter menu is tested with the rules (tests/rules/navigation).
for (const { role, email } of demoLogins.filter((login) => login.role !== 'marketer'))
  test(
    `the Admin menu offers what the role may open: ${role}, ${email}`,
    { tag: role === 'admin' ? [] : '@once' },
    async ({ page }) => {
      const roleResponse = page.waitForResponse('**/rpc/has_role');
      await enter(page, { email }, paths.home);
      await (await roleResponse).finished();
      const staff = role !== 'customer';
      if (isPhone(page)) {
        await bar(page).getByRole('button', { name: 'Menu' }).click();
        const menu = page.getByRole('dialog', { name: 'Menu' });
        for (const name of ['Management Dashboard', 'Family Dashboard', 'Image Repository'])
          await expect(menu.getByRole('link', { name })).toHaveCount(staff ? 1 : 0);
        return;
      }
      const admin = bar(page).getByText('Admin', { exact: true });
      await expect(admin).toHaveCount(staff ? 1 : 0);
      if (!staff) return;
      await admin.click();
      await expect(bar(page).getByRole('link', { name: 'Management Dashboard' })).toBeVisible();
      const database = bar(page).getByRole('link', { name: 'Database' });
      await expect(database).toHaveAttribute('href', /supabase\.com\/dashboard/);
      await expect(bar(page).getByRole('link', { name: 'Packages/Sales' })).toHaveAttribute(
        'href',
        paths.sales,
      );
      await expect(bar(page).locator('.staff-menu a').last()).toHaveText('Master Admin Access');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(bar(page).getByRole('link', { name: 'Management Dashboard' })).toBeHidden();
    },
  );

test('the footer names every base of the camps, each with its map', { tag: '@once' }, async ({ page }) => {
  const bases = await published<{ name: string; mapUrl: string }[]>(
    '*[_type == "base" && use == "camps"] | order(order asc){ name, mapUrl }',
  );
  expect(bases.length).toBeGreaterThanOrEqual(3);
  await page.goto(`${env('SITE_URL')}/terms-and-conditions`);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('heading', { name: 'Our bases' })).toBeVisible();
  for (const { name, mapUrl } of bases)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', mapUrl);
});

test('no roles are requested for a visitor', { tag: '@once' }, async ({ page }) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  await page.goto(env('SITE_URL'), { waitUntil: 'networkidle' });
  expect(requestedUrls.filter((url) => /has_role|staff\./.test(url))).toEqual([]);
});

test.describe('in a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('the footer leads to WhatsApp', { tag: '@once' }, async ({ page }) => {
    await page.goto(env('SITE_URL'));
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\d+/,
    );
  });
});
