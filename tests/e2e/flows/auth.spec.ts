import { expect } from '@playwright/test';
import { demoLogins } from '#local/demo/logins.ts';
import { authPage, enter } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { test } from '../support/test.ts';

const names = {
  customer: 'Parent',
  coach: 'Coach',
  marketer: 'Marketer',
  admin: 'Admin',
  business_admin: 'Business admin',
} as const;

// A marketer signs in like a coach, and starts at the promotion codes (management-promotions.spec.ts).
for (const login of demoLogins.filter(({ role }) => role !== 'marketer'))
  test(
    `the demo ${login.role} ${login.name} signs in, has the role, and signs out`,
    { tag: '@once' },
    async ({ page }) => {
      await page.goto(authPage('?account=1'));
      await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();
      // The form is the same for all roles, so it is checked once.
      if (login === demoLogins[0]) await expectAccessible(page);
      await enter(page, login.email, 'not-the-password1');
      await expect(page.getByRole('alert')).toHaveText(
        'Invalid credentials. Please check your email and password.',
      );
      await expect(page.getByLabel('E-mail')).toHaveValue(login.email);

      await page.getByLabel('Password').fill(login.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      if (login.secondStep) {
        // The demo shows its codes here, because it has no authenticator app.
        const codes = await fetch(`${env('RESEND_BASE_URL')}/second-step`);
        const code = /<strong>(\d{6})<\/strong>/.exec(await codes.text())?.[1] ?? '';
        await page.getByLabel('Code from the app').fill(code);
        await page.getByRole('button', { name: 'Continue' }).click();
      }
      await expect(page.getByRole('heading', { name: `Hello, ${login.name}` })).toBeVisible();
      const roles = page.getByRole('list', { name: 'Roles' });
      await expect(roles).toContainText(names[login.role]);
      await expect(roles.locator('[aria-current]')).toHaveText(names[login.role]);
      await expect(page.getByRole('link', { name: 'Open Studio' })).toHaveCount(
        login.role === 'customer' || login.role === 'coach' ? 0 : 1,
      );
      await expect(page.getByRole('link', { name: 'Today’s roster' })).toHaveCount(
        login.role === 'coach' ? 1 : 0,
      );
      await expectAccessible(page);

      await page.reload();
      await expect(page.getByRole('heading', { name: `Hello, ${login.name}` })).toBeVisible();
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    },
  );

test(
  'a signed-in visitor is redirected, and a parent without a target goes to Family Base',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const [parent] = demoLogins;
    if (!parent) throw new Error('no demo parent');
    await page.goto(authPage('?from=%2Fabout%3Fa%3D1%23team'));
    await enter(page, parent.email, parent.password);
    await expect(page).toHaveURL(`${env('SITE_URL')}/about?a=1#team`);
    await page.goto(authPage('?from=%2Fpasses'));
    await expect(page).toHaveURL(`${env('SITE_URL')}/passes`);
    // The sign-in page is not in the browser's history.
    await page.goBack();
    await expect(page).toHaveURL(/\/about/);
    await page.goto(authPage('?from=https%3A%2F%2Fevil.test'));
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  },
);

test(
  'the form names what is missing, can show the password, and keeps its target between its screens',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await page.goto(authPage('?from=%2Fabout'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'You must provide either an email or phone number and a password.',
    );
    await page.getByLabel('E-mail').fill('mei@');
    await page.getByLabel('Password').fill('secret');
    await page.getByRole('button', { name: /^Show/ }).click();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { name: 'New password.' })).toBeFocused();
    await expect(page).toHaveURL(authPage('?from=%2Fabout&show=forgotten'));
    await expect(page.getByLabel('E-mail')).toHaveValue('mei@');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await expect(page.getByText('Please check your e-mail address. It needs an @')).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { name: 'Create an account.' })).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'no other provider is shown or loaded if the settings switch none on',
  { tag: '@once' },
  async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    for (const query of ['', '?show=sign-up']) {
      const settings = page.waitForResponse(/\/auth\/v1\/settings$/);
      await page.goto(authPage(query));
      expect(await (await settings).json()).toMatchObject({ external: { google: false, phone: false } });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
    }
    expect(loaded.filter((url) => /Providers|Identities/.test(url))).toEqual([]);
  },
);
