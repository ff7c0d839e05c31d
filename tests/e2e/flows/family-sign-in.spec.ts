/** If the database requires a recent sign-in, the page asks for it in a dialog and then continues. */
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { demoPassword } from '#local/demo/logins.ts';
import { authPage, openAccount, password } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { joinFamily, openParents } from '../support/families.ts';
import { makeParent, type ParentAccount } from '../support/parents.ts';
import { test } from '../support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const firstParent = async ({ familyId }: ParentAccount) => {
  const [row] = await sql()<
    { id: string }[]
  >`select primary_parent_id as id from families where id = ${familyId}`;
  return row?.id;
};

async function token(grant: string, body: object): Promise<{ refresh_token: string }> {
  const answer = await fetch(`${env('SUPABASE_URL')}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: env('SUPABASE_ANON_KEY'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { refresh_token: string };
}

/** Signs in as if yesterday. Renewing the token does not count as a sign-in. */
async function beSignedInSinceYesterday(page: Page, { email, userId }: ParentAccount): Promise<void> {
  const { refresh_token } = await token('password', { email, password: demoPassword });
  await sql()`
    update auth.mfa_amr_claims set created_at = now() - interval '1 day', updated_at = now() - interval '1 day'
    where session_id in (select id from auth.sessions where user_id = ${userId})`;
  await sql()`update auth.sessions set created_at = now() - interval '1 day' where user_id = ${userId}`;
  const session = await token('refresh_token', { refresh_token });
  await page.addInitScript((text) => {
    if (sessionStorage.getItem('test-signed-in') !== null) return;
    sessionStorage.setItem('test-signed-in', '1');
    localStorage.setItem('otter-auth-token', text);
  }, JSON.stringify(session));
}

test('@once handing over asks yesterday’s session to sign in again in a dialog, and either parent can stop it', async ({
  page,
}) => {
  const parent = await makeParent(['Kai']);
  const other = await makeParent([]);
  await joinFamily(parent, other);
  await beSignedInSinceYesterday(page, parent);
  await openParents(page);
  const ask = async () => {
    await page.getByRole('button', { name: 'Make them the first parent' }).click();
    await page
      .getByRole('button', { name: /^Make .+ first parent$/ })
      .last()
      .click();
  };
  await ask();
  await expect(dialog(page)).toContainText('please sign in again');
  await expectAccessible(page);
  // A parent who cancels stays on the page, and nothing has happened.
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('To do this, please sign in again.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Make .+ first parent$/ })
    .last()
    .click();
  await dialog(page).getByLabel('Password').fill(demoPassword);
  await dialog(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/will become the first parent on .+ We have e-mailed you both/)).toBeVisible();
  expect(await firstParent(parent)).toBe(parent.userId);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop handover' }).click();
  await expect(page.getByText('Handover stopped. Nothing has changed')).toBeVisible();

  await ask();
  await expect(page.getByRole('button', { name: 'Stop handover' })).toBeVisible();
  await sql()`update families set handover_at = now() where id = ${parent.familyId}`;
  await runChores();
  expect(await firstParent(parent)).toBe(other.userId);
});

test('@once yesterday’s session has to sign in before it gets a calendar address or changes a password', async ({
  page,
}) => {
  const parent = await makeParent(['Kai']);
  await beSignedInSinceYesterday(page, parent);
  await page.goto(`${env('SITE_URL')}/family-base/privacy`);
  const calendar = page.getByRole('region', { name: 'Your week in your own calendar' });
  await calendar.getByRole('button', { name: 'Create link' }).click();
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await expect(calendar.getByText('To do this, please sign in again.')).toBeVisible();
  expect(await sql()`select from family_calendars where family_id = ${parent.familyId}`).toHaveLength(0);

  await page.goto(authPage('?account=1'));
  const form = page.getByRole('form', { name: 'Password' });
  await form.getByLabel('New password').fill(password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL(/again=1/);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await form.getByLabel('New password').fill(password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('Your password has been changed.')).toBeVisible();
});

test('@once a parent who signs in on the sign-in page, and not in the dialog, comes back to the deletion', async ({
  page,
}) => {
  const parent = await makeParent(['Kai']);
  await beSignedInSinceYesterday(page, parent);
  const address = `${env('SITE_URL')}/family-base/privacy`;
  await page.goto(address);
  const erase = page.getByRole('region', { name: 'Delete your family' });
  const ask = async () => {
    await erase.getByRole('button', { name: 'Delete your family…' }).click();
    await erase.getByLabel('Type DELETE to continue').fill('delete');
    await erase.getByRole('button', { name: 'Delete permanently' }).click();
  };
  await ask();
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await erase.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${address}#erase`);
  await ask();
  await expect(page.getByRole('heading', { name: 'Your data has been deleted' })).toBeVisible();
});

test('@once the second factor and an ended session are handled in a dialog over the family’s page', async ({
  page,
}) => {
  const parent = await makeParent(['Kai']);
  await openAccount(page, parent.email, demoPassword);
  const step = page.getByRole('form', { name: 'Two-step sign-in' });
  await step.getByRole('button', { name: 'Set up an app' }).click();
  const secret = (await step.locator('code').innerText()).replaceAll(' ', '');
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  let ahead = 0;
  const code = () => totp.generate({ timestamp: Date.now() + ahead++ * 30_000 });
  await step.getByLabel('Code from the app').fill(code());
  await step.getByRole('button', { name: 'Turn on' }).click();
  await expect(step.getByText('Two-step sign-in is on.')).toBeVisible();

  // Another device signs out everywhere while this page is open.
  await openParents(page);
  await page.getByRole('button', { name: 'Your mobile' }).click();
  await page.getByLabel('Mobile', { exact: true }).fill('9123 4567');
  await sql()`delete from auth.sessions where user_id = ${parent.userId}`;
  await page.locator('#reach').getByRole('button', { name: 'Save' }).click();
  await dialog(page).getByLabel('Password').fill(demoPassword);
  await dialog(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'One more step.' })).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel('Code from the app').fill(code());
  await dialog(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('#reach')).toContainText('Saved.');
  const [row] = await sql()`select phone from profiles where id = ${parent.userId}`;
  expect(row).toEqual({ phone: '+6591234567' });
});
