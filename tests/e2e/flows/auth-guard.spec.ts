import { expect } from '@playwright/test';
import { demoPassword } from '#local/demo/logins.ts';
import { enter } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { env } from '../support/env.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';

const address = '/family-base?tab=passes#top';

test('a visitor is sent to the sign-in, returns to the same page, and signs out by the account menu', async ({
  page,
}) => {
  const { email, name } = await makeParent(['Kai']);
  await page.goto(env('SITE_URL') + address);
  await expect(page).toHaveURL(`${env('SITE_URL')}/auth?from=${encodeURIComponent(address)}`);
  await enter(page, email, demoPassword);
  await expect(page).toHaveURL(env('SITE_URL') + address);
  await page.getByLabel(`Account of ${name}`).click();
  await expect(page.getByRole('link', { name: 'Sign-in and security' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Sign-in and security' })).toBeHidden();
  await page.getByLabel(`Account of ${name}`).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${env('SITE_URL')}/`);
  await page.goto(env('SITE_URL') + address);
  await expect(page).toHaveURL(/\/auth\?from=/);
});

test('a member whose session is lost renews it in a dialog, and the screen behind it stays', async ({
  page,
}) => {
  const { email } = await makeParent(['Kai']);
  await page.goto(env('SITE_URL') + address);
  await enter(page, email, demoPassword);
  await expect(page).toHaveURL(env('SITE_URL') + address);
  await expect(page.getByRole('heading', { name: 'Your otters' })).toBeVisible();
  await page.evaluate(() => {
    document.querySelector('#main')?.setAttribute('data-stands', '');
    for (const key of Object.keys(localStorage))
      if (key.endsWith('-auth-token')) localStorage.removeItem(key);
    dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText(email);
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password').fill('not-the-password1');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Invalid credentials.');
  await dialog.getByLabel('Password').fill(demoPassword);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('#main[data-stands]')).toBeVisible();
  await expect(page).toHaveURL(env('SITE_URL') + address);
});

test('the guard is only a convenience: the database itself refuses another family’s data', async ({
  page,
}) => {
  const [own, other] = [await makeParent(['Kai']), await makeParent(['Nora'])];
  await page.goto(env('SITE_URL') + address);
  await enter(page, own.email, demoPassword);
  await expect(page).toHaveURL(env('SITE_URL') + address);
  const api = env('SUPABASE_URL');
  const ask = (path: string, body?: object) =>
    page.evaluate(
      async ([url, key, requestBody]) => {
        const name = Object.keys(localStorage).find((entry) => entry.endsWith('-auth-token')) ?? '';
        const { access_token: token } = JSON.parse(localStorage.getItem(name) ?? '{}') as {
          access_token: string;
        };
        const response = await fetch(url, {
          method: requestBody ? 'POST' : 'GET',
          headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(requestBody && { body: requestBody }),
        });
        return { status: response.status, body: (await response.json()) as unknown };
      },
      [api + path, env('SUPABASE_ANON_KEY'), body && JSON.stringify(body)] as const,
    );
  expect(await ask('/rest/v1/children?select=name')).toEqual({ status: 200, body: [{ name: 'Kai' }] });
  expect(await ask(`/rest/v1/children?select=name&family_id=eq.${other.familyId}`)).toEqual({
    status: 200,
    body: [],
  });
  expect(await ask('/rest/v1/user_roles?select=role')).toEqual({ status: 200, body: [{ role: 'customer' }] });
  expect((await ask('/rest/v1/rpc/get_todays_roster', {})).status).toBeGreaterThanOrEqual(400);
  expect(
    (await ask('/rest/v1/user_roles', { user_id: own.userId, role: 'admin' })).status,
  ).toBeGreaterThanOrEqual(400);
});
