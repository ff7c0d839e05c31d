/**
 * Tests the frame of staff screens: who sees which menu, what is around a screen, where a sign-in leads, and the
 * search.
 */
import { expect, type Page } from '@playwright/test';
import { demoLogins, demoPassword } from '#local/demo/logins.ts';
import { authPage, enter as signIn } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { signInThrough, enter } from '../support/family.ts';
import { env } from '../support/env.ts';
import { makeParent } from '../support/parents.ts';
import { classToday, openRosterEntry } from '../support/staff.ts';
import { test } from '../support/test.ts';

const admin = { email: 'admin@otter.test' };
const coach = { email: 'coach@otter.test' };
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1000;

test('an admin has every screen in the menu, the role in the bar, and nothing of the shop', async ({
  page,
}) => {
  await enter(page, admin, '/management');
  const menu = page.getByRole('navigation', { name: 'Management' });
  await expect(menu.getByRole('link', { name: 'Today' })).toBeVisible();
  if (isPhone(page)) await menu.getByRole('button', { name: 'More' }).click();
  for (const name of ['Roster', 'Orders', 'Desk', 'Schedule', 'Families', 'Waitlists', 'Leads', 'Messages'])
    await expect(menu.getByRole('link', { name, exact: name === 'Desk' })).toBeVisible();
  for (const name of ['Reports', 'Parties', 'System', 'Kitchen', 'Tasks', 'Vouchers', 'Coaches'])
    await expect(menu.getByRole('link', { name, exact: name === 'Reports' })).toBeVisible();
  // Only business admins may open it.
  await expect(menu.getByRole('link', { name: 'Payouts' })).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Cart/ })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

  await page.locator('summary', { hasText: /^Account of/ }).click();
  await expect(page.locator('.staff-bar .panel')).toContainText('Admin');
  await expect(page.getByRole('link', { name: 'The site' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('link', { name: 'Family Base' })).toHaveAttribute('href', '/family-base');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  await expectAccessible(page);
});

test('the menu shows nothing before the role is known, and moves nothing when the role arrives', async ({
  page,
}) => {
  await signInThrough(page, admin);
  let answer = (): void => undefined;
  const requested = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/user_roles*', async (route) => {
    await requested;
    await route.continue();
  });
  await page.goto(`${env('SITE_URL')}/management`);
  const menu = page.getByRole('navigation', { name: 'Management' });
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await expect(menu.getByRole('link')).toHaveCount(0);
  const before = await page.locator('.staff-main').boundingBox();
  answer();
  await expect(menu.getByRole('link', { name: 'Today' })).toBeVisible();
  const after = await page.locator('.staff-main').boundingBox();
  expect([after?.x, after?.y, after?.width]).toEqual([before?.x, before?.y, before?.width]);
});

test('a parent sees no entry of the menu before being sent home', { tag: '@once' }, async ({ page }) => {
  const parent = await makeParent(['Kai']);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const check = () => {
        if (document.querySelector('.staff-nav a')?.checkVisibility()) sessionStorage.setItem('seen', 'menu');
        requestAnimationFrame(check);
      };
      check();
    });
  });
  await enter(page, parent, '/management');
  await expect(page).toHaveURL(`${env('SITE_URL')}/`);
  expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBeNull();
});

test('the frame is not printed', { tag: '@once' }, async ({ page }) => {
  await enter(page, coach, '/management/roster');
  await expect(page.getByRole('navigation', { name: 'Management' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.staff-nav')).toBeHidden();
  await expect(page.locator('.staff-bar')).toBeHidden();
});

for (const [role, path, menu] of [
  ['coach', '/management/roster', ['Roster', 'My week', 'Growth', 'Tasks', 'Desk', 'Pictures']],
  ['admin', '/management', null],
] as const)
  test(
    `a demo ${role} who signs in sees ${path}, or the page that asked`,
    { tag: '@once' },
    async ({ page }) => {
      const login = demoLogins.find((one) => one.role === role && !one.secondStep);
      await page.goto(authPage());
      await signIn(page, login?.email ?? '', demoPassword);
      await expect(page).toHaveURL(env('SITE_URL') + path);
      if (menu)
        await expect(page.getByRole('navigation', { name: 'Management' }).getByRole('link')).toHaveText(menu);
      await page.locator('summary', { hasText: /^Account of/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
      await page.goto(`${env('SITE_URL')}/image-repository`);
      await expect(page).toHaveURL(/\/auth\?from=/);
      await signIn(page, login?.email ?? '', demoPassword);
      await expect(page).toHaveURL(`${env('SITE_URL')}/image-repository`);
    },
  );

test(
  'Ctrl+K finds a child and Enter opens the family, all by keyboard',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const name = `Quillon ${project.name}`;
    const parent = await makeParent([name]);
    await enter(page, admin, '/management/reports');
    await expect(
      page.getByRole('navigation', { name: 'Management' }).getByRole('link', { name: 'Today' }),
    ).toBeVisible();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    const field = dialog.getByRole('combobox', { name: 'Search everything' });
    await expect(field).toBeFocused();
    await field.fill('report');
    await expect(dialog.getByRole('option', { name: 'Screen Reports' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await field.fill(name);
    await expect(dialog.getByRole('option').first()).toContainText(name);
    await expect(dialog.getByRole('status')).toContainText('results');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    // Each row is followed by its actions, which the arrow to the right opens.
    await expect(dialog.getByRole('option').nth(2)).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', 'staff-row-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field.fill(name);
    await expect(dialog.getByRole('option').first()).toContainText(name);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(
      `${env('SITE_URL')}/management/families?family=${parent.familyId}#child-${parent.children[name] ?? ''}`,
    );
    await expect(page.getByRole('region', { name: 'Children' })).toContainText(name);
  },
);

test(
  'a coach finds the children of their own classes today, and no family or order',
  { tag: '@once' },
  async ({ page }) => {
    const parent = await makeParent(['Brielle Ownclass', 'Brielle Elsewhere']);
    const place = await classToday(parent, 'Brielle Ownclass');
    await enter(page, coach, '/management/roster');
    await openRosterEntry(page, place);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('combobox').fill('brielle');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await expect(dialog.getByRole('option')).toContainText('Brielle Ownclass');
    await dialog.getByRole('combobox').fill(parent.email);
    await expect(dialog.getByText(/^Nothing found/)).toBeVisible();
    await expectAccessible(page);
  },
);
