/** Tests the first page of the management, and who may open it (spec 1 §2 and §6). */
import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { demoLogins, demoPassword } from '#local/demo/logins.ts';
import { expectAccessible } from '../support/axe.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { classToday, reportHealth } from '../support/staff.ts';
import { test } from '../support/test.ts';

const admin = { email: 'admin@otter.test' };

test(
  'an admin sees the day, and what a coach must know is shown on request, which is logged',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const name = `Odette of ${project.name}`;
    const parent = await makeParent([name]);
    await classToday(parent, name);
    await reportHealth(parent, name, 'Peanut: EpiPen in the blue pocket');
    await enter(page, admin, '/management');
    const row = page.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('8 yrs · Level 1');
    await expect(row).toContainText('First time');
    await expect(row).not.toContainText('Peanut');
    await expect(page.getByRole('heading', { name: 'New leads' })).toBeVisible();
    await expectAccessible(page);

    const readLog = () => sql()`
    select u.email from public.access_log a join auth.users u on u.id = a.user_id
    where a.child_id = ${parent.children[name] ?? ''} and a.access_type = 'today'`;
    expect(await readLog()).toHaveLength(0);
    await page.getByRole('button', { name: 'Read all health notes' }).click();
    await expect(row).toContainText('Allergy: Peanut: EpiPen in the blue pocket');
    expect([...(await readLog())]).toEqual([admin]);
    await expectAccessible(page);

    // Admin view hides management figures when others look at the screen. It changes no rights.
    await page.getByRole('switch', { name: 'Admin view' }).click();
    await expect(page.getByRole('heading', { name: 'New leads' })).toBeHidden();
    await page.reload();
    await expect(row).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Admin view' })).not.toBeChecked();
    await expect(page.getByRole('heading', { name: 'New leads' })).toBeHidden();
    await expectAccessible(page);
  },
);

test(
  'a business admin may open the page, and a coach and a parent are sent home',
  { tag: '@once' },
  async ({ page }) => {
    await enter(page, { email: 'business@otter.test' }, '/management');
    await expect(page.getByRole('switch', { name: 'Admin view' })).toBeVisible();
    for (const email of ['coach@otter.test', 'parent@otter.test']) {
      await enter(page, { email }, '/management');
      await expect(page).toHaveURL(`${env('SITE_URL')}/`);
    }
  },
);

test(
  'an admin is told that the day could not be loaded, and can load it again',
  { tag: '@once' },
  async ({ page }) => {
    await page.route(/\/rpc\/get_management_today$/, (route) => route.abort());
    await enter(page, admin, '/management');
    await expect(page.getByText('The day did not load.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(/\/rpc\/get_management_today$/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'System', exact: true })).toBeVisible();
  },
);

test(
  'Master Admin Access refuses and logs a wrong password, and accepts the right one',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    await page.goto(`${env('SITE_URL')}/auth?staff=1`);
    const dialog = page.getByRole('dialog', { name: 'Master Admin Access' });
    const button = dialog.getByRole('button', { name: 'Access Management Dashboard' });
    await expect(button).toBeDisabled();
    await expect(dialog).toContainText('All access attempts are logged.');
    await dialog.getByLabel('E-mail').fill(admin.email);
    await dialog.getByLabel('Password').fill('not-the-password1');
    await button.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Invalid credentials. Please check your email and password.',
    );
    await expectAccessible(page);
    await dialog.getByLabel('Password').fill(demoPassword);
    await button.click();
    await expect(page).toHaveURL(`${env('SITE_URL')}/management`);
    await expect(page.getByRole('switch', { name: 'Admin view' })).toBeVisible();
    const loggedAccess = await sql()<{ access_type: string }[]>`
    select access_type from public.access_log where accessed_table = 'management' order by id desc limit 3`;
    expect(loggedAccess.map(({ access_type }) => access_type)).toEqual([
      'sign_in_granted',
      'sign_in_requested',
      'sign_in_requested',
    ]);
  },
);

test(
  'Master Admin Access of a role with a second step leads to Management, and the log says so',
  { tag: '@once' },
  async ({ page }) => {
    const login = demoLogins.find(({ role }) => role === 'business_admin');
    await page.goto(`${env('SITE_URL')}/auth?staff=1`);
    const dialog = page.getByRole('dialog', { name: 'Master Admin Access' });
    await dialog.getByLabel('E-mail').fill(login?.email ?? '');
    await dialog.getByLabel('Password').fill(demoPassword);
    await dialog.getByRole('button', { name: 'Access Management Dashboard' }).click();
    await expect(dialog).toBeHidden();
    const code = new TOTP({ secret: Secret.fromBase32(login?.secondStep ?? '') }).generate();
    await page.getByLabel('Code from the app').fill(code);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(`${env('SITE_URL')}/management`);
    const [last] = await sql()<{ access_type: string }[]>`
    select access_type from public.access_log where accessed_table = 'management' order by id desc limit 1`;
    expect(last?.access_type).toBe('sign_in_granted');
  },
);
