import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { demoPassword } from '#local/demo/logins.ts';
import { root } from '#local/environment.ts';
import { openOtherDevice } from '../support/auth.ts';
import { expectAccessible } from '../support/axe.ts';
import { startTestStack, type TestStack, testPorts } from '../support/stack.ts';
import { test } from '../support/test.ts';

// This stack's settings switch on accounts of other providers and phones. The API simulates the providers.
const dir = path.join(root, '.local', 'providers-test');
const parent = 'parent@otter.test';
let stack: TestStack;
let site = '';
test.beforeAll(async () => {
  test.setTimeout(300_000);
  await rm(dir, { recursive: true, force: true });
  stack = await startTestStack({
    ...testPorts(10_700),
    LOCAL_DIR: dir,
    MAINTENANCE_SECONDS: '3600',
    TEST_STUDIO: '0',
    AUTH_PROVIDERS: 'google,apple',
    // Google returns an ID token, and Apple returns a code.
    PUBLIC_GOOGLE_CLIENT_ID: 'otter.apps.test',
    AUTH_SMS: '1',
    PUBLIC_PHONE_FACTOR: '1',
    AUTH_SSO: 'school.test',
    MAIL_EVERY_SECONDS: '0',
  });
  site = stack.environment['SITE_URL'] ?? '';
});
test.afterAll(async () => {
  await stack.stop();
  await rm(dir, { recursive: true, force: true });
});

const begin = (page: Page, provider: string) =>
  page.getByRole('button', { name: `Continue with ${provider}` }).click();
async function choose(page: Page, email: string, name = '') {
  await page.getByLabel('Address of the account').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Answers for the provider without a browser. Returns the address to which the service sends the visitor back. */
async function answerOf(providerPage: string, email: string): Promise<string> {
  const body = new FormData();
  const state = new URL(providerPage).searchParams.get('state') ?? '';
  for (const [name, value] of Object.entries({ state, email, verified: 'on', answer: 'continue' }))
    body.set(name, value);
  const chosen = await fetch(providerPage, { method: 'POST', body, redirect: 'manual' });
  const callback = new URL(chosen.headers.get('location') ?? '', providerPage);
  const answer = await fetch(callback, { redirect: 'manual' });
  return answer.headers.get('location') ?? '';
}

/** Does the same as `answerOf` for Google, which sends the visitor to our site itself. */
async function readIdToken(googlePage: string, email: string): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ email, verified: 'on', answer: 'continue' }))
    body.set(name, value);
  const chosen = await fetch(googlePage, { method: 'POST', body, redirect: 'manual' });
  return chosen.headers.get('location') ?? '';
}

test('a parent signs in with Google and comes back to the page that sent them', async ({ page }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto(`${site}/family-base/child`);
  await expect(page.getByRole('button', { name: 'Continue with Apple' })).toBeVisible();
  await expectAccessible(page);
  await begin(page, 'Google');
  // Our own client asks Google, so Google's page names our site, and Google does not learn which page the visitor
  // wanted.
  const request = new URL(page.url()).searchParams;
  expect(request.get('redirect_uri')).toBe(`${site}/auth`);
  expect(request.toString()).not.toContain('family-base');
  // A parent who has a password signs in with the same verified address, and gets the same account.
  await choose(page, parent);
  await expect(page).toHaveURL(`${site}/family-base/child`);
  expect(addresses.join('\n')).not.toMatch(/access_token|refresh_token|provider_token/);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toMatch(/provider_token|id_token/);

  // The account page lists both sign-ins, adds a third, and removes it. The e-mail address stays.
  await page.goto(`${site}/auth?account=1`);
  const section = page.getByRole('form', { name: 'Ways to sign in' });
  await expect(section.getByRole('listitem')).toHaveCount(2);
  await section.getByRole('button', { name: 'Add Apple' }).click();
  await choose(page, 'hidden.relay@apple.test');
  await expect(section.getByRole('listitem')).toHaveText([/^E-mail/, /^Google/, /^Apple hidden/]);
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Remove Apple' }).click();
  await expect(section.getByText('You will no longer be able to sign in with Apple.')).toBeVisible();
  await section.getByRole('button', { name: 'Yes, remove sign-in' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(2);
  await expect(section.getByRole('button', { name: 'Remove E-mail' })).toHaveCount(0);
});

test('the sign-up with a provider creates an account, and its only sign-in method cannot be removed', async ({
  page,
}) => {
  await page.goto(`${site}/auth?show=sign-up`);
  await begin(page, 'Apple');
  await choose(page, 'new.family@apple.test', 'Mei Lin');
  await expect(page).toHaveURL(`${site}/`);
  await page.goto(`${site}/auth?account=1`);
  await expect(page.getByRole('heading', { name: 'Hello, Mei Lin' })).toBeVisible();
  const section = page.getByRole('form', { name: 'Ways to sign in' });
  await expect(section.getByRole('listitem')).toHaveText([/^Apple/]);
  await expect(section.getByText('This is your only way to sign in')).toBeVisible();
  await expect(section.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  // A sign-in that another account has is refused with a message.
  await section.getByRole('button', { name: 'Add Google' }).click();
  await choose(page, parent);
  await expect(section.getByRole('alert')).toHaveText('Another account already uses that sign-in.');
});

test('a failure at the provider is explained on the screen that the visitor left', async ({
  page,
  browser,
}) => {
  await page.goto(`${site}/auth?show=sign-up`);
  await begin(page, 'Google');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account.' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    'You cancelled that sign-in. Please choose another way, or try again.',
  );
  await expect(page).toHaveURL(`${site}/auth?show=sign-up`);

  await begin(page, 'Google');
  await page.getByLabel('The provider has verified the address').uncheck();
  // Another person has an account with this address, which nobody can join by typing it.
  await choose(page, 'coach@otter.test');
  await expect(page.getByRole('alert')).toContainText('has not confirmed your e-mail address');
  await page.goto(`${site}/auth`);
  await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();

  // The ID token of one browser works neither in another browser nor a second time.
  await begin(page, 'Google');
  const answer = await readIdToken(page.url(), 'thief@google.test');
  const { page: stranger, context: otherDevice } = await openOtherDevice(browser);
  await stranger.goto(answer);
  await expect(stranger.getByRole('alert')).toHaveText(
    'That sign-in was started in another browser or tab. Please start again here.',
  );
  await expect(stranger).toHaveURL(`${site}/auth`);
  await otherDevice.close();
  await page.goto(answer);
  await expect(page).toHaveURL(`${site}/`);
  await page.goto(answer);
  await expect(page.getByRole('alert')).toContainText('Please start again here.');
  await expect(page).toHaveURL(`${site}/auth`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site}/auth`);

  // The code of one browser works neither in another browser nor a second time.
  await begin(page, 'Apple');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  const returnUrl = await answerOf(page.url(), 'thief@apple.test');
  const { page: other, context } = await openOtherDevice(browser);
  await other.goto(returnUrl);
  await expect(other.getByRole('alert')).toHaveText(
    'That sign-in was started in another browser or tab. Please start again here.',
  );
  await expect(other).toHaveURL(`${site}/auth`);
  await context.close();
  await page.goto(returnUrl);
  await expect(page).toHaveURL(`${site}/`);
  await page.goto(returnUrl);
  await expect(page.getByRole('alert')).toContainText('Please start again here.');
  await expect(page).toHaveURL(`${site}/auth`);
});

test('a password still works beside the provider', async ({ page }) => {
  await page.goto(`${site}/auth`);
  await page.getByLabel('E-mail').fill(parent);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${site}/family-base`);
});

/** Waits for the newest of `count` text messages to a number, and types its code. */
async function typeTextCode(page: Page, phone: string, count: number, action = 'Continue') {
  const url = `${stack.environment['RESEND_BASE_URL'] ?? ''}/_test/emails?to=${phone}@text-message.test`;
  const texts = async () => ((await (await fetch(url)).json()) as { data: { text: string }[] }).data;
  await expect.poll(async () => (await texts()).length).toBe(count);
  const code = /\d{6}/.exec((await texts())[0]?.text ?? '')?.[0] ?? '';
  const field = page.getByLabel('Code from the text message');
  await expect(field).toBeFocused();
  await field.fill(code);
  await page.getByRole('button', { name: action }).click();
}

test('a code by text message creates an account, and signs in to it again', async ({ page }) => {
  const phone = '6591112222';
  const code = page.getByLabel('Code from the text message');
  await page.goto(`${site}/auth?show=sign-up`);
  await page.getByRole('link', { name: 'Text me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account by phone.' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await expect(page.getByText('Please type a mobile number with all its digits.')).toBeVisible();
  await page.getByLabel('Your name').fill('Aisha Rahman');
  await page.getByLabel('Mobile number').fill('9111 2222');
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await expect(code).toHaveAccessibleDescription('Check your messages. We sent a code to +6591112222.');
  await typeTextCode(page, phone, 1);
  await expect(page.getByRole('heading', { name: 'Hello, Aisha Rahman' })).toBeVisible();
  // Confirmations go by e-mail, so the account is asked for an address.
  await expect(page.getByText('Please add your e-mail address.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();

  await page.getByRole('link', { name: 'Text me a code' }).click();
  await page.getByLabel('Mobile number').fill('9111 2222');
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('That code is wrong or has expired.')).toBeVisible();
  await typeTextCode(page, phone, 2);
  await expect(page.getByRole('heading', { name: 'Hello, Aisha Rahman' })).toBeVisible();
});

test('a parent adds a phone number as second step, needs it at each sign-in, and removes it again', async ({
  page,
}) => {
  const [email, phone] = ['parent2@otter.test', '6591113333'];
  const enter = async () => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto(`${site}/auth?account=1`);
  await enter();
  const step = page.getByRole('form', { name: 'Two-step sign-in' });
  await step.getByRole('button', { name: 'Use text messages' }).click();
  await step.getByRole('button', { name: 'Text me a code' }).click();
  await expect(step.getByText('Please type a mobile number with all its digits.')).toBeVisible();
  await step.getByLabel('Mobile number').fill('9111 3333');
  await expectAccessible(page);
  await step.getByRole('button', { name: 'Text me a code' }).click();
  await step.getByLabel('Code from the text message').fill('000000');
  await step.getByRole('button', { name: 'Turn on' }).click();
  await expect(step.getByText('That code is wrong or has expired.')).toBeVisible();
  await typeTextCode(page, phone, 1, 'Turn on');
  await expect(step.getByText('Two-step sign-in is on.')).toBeVisible();
  await expect(step.getByRole('listitem')).toHaveText(/^Number ending in 3333/);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();

  await page.goto(`${site}/auth?from=%2Fabout`);
  await enter();
  await expect(page.getByRole('heading', { name: 'One more step.' })).toBeFocused();
  await expect(page.getByText('Number ending in 3333')).toBeVisible();
  await expectAccessible(page);
  // No message is sent before the button press.
  await expect(page.getByLabel('Code from the text message')).toHaveCount(0);
  await page.getByRole('button', { name: 'Text me a code' }).click();
  await typeTextCode(page, phone, 2);
  await expect(page).toHaveURL(`${site}/about`);

  await page.goto(`${site}/auth?account=1`);
  await step.getByRole('button', { name: 'Remove Number ending in 3333' }).click();
  await step.getByRole('button', { name: 'Yes, remove device' }).click();
  await expect(step.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});

test('a member of an organisation signs in at its own page, and comes back to the requested page', async ({
  page,
}) => {
  await page.goto(`${site}/auth?from=%2Fabout`);
  await page.getByRole('link', { name: 'Continue with your organisation' }).click();
  await expect(page.getByRole('heading', { name: 'Your organisation.' })).toBeFocused();
  await expectAccessible(page);
  const address = page.getByLabel('Work e-mail');
  const go = () => page.getByRole('button', { name: 'Continue', exact: true }).click();
  await address.fill('teacher@');
  await go();
  await expect(page.getByText('Please type your work address')).toBeVisible();
  await address.fill('teacher@elsewhere.test');
  await go();
  await expect(page.getByRole('alert')).toContainText('No organisation with that address signs in here.');
  await address.fill('teacher@school.test');
  await go();
  await choose(page, 'teacher@school.test', 'Farah Aziz');
  await expect(page).toHaveURL(`${site}/about`);
  await page.goto(`${site}/auth?account=1`);
  await expect(page.getByRole('heading', { name: 'Hello, Farah Aziz' })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Ways to sign in' }).getByRole('listitem')).toHaveText([
    /^Your organisation/,
  ]);
});
