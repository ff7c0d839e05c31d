import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { testKeys } from '#local/api/auth/captcha/siteverify.ts';
import { demoPassword } from '#local/demo/logins.ts';
import { root } from '#local/environment.ts';
import { startTestStack, type TestStack, testPorts } from '../support/stack.ts';
import { test } from '../support/test.ts';

// This stack's sign-in needs a captcha. Cloudflare's script is faked, and its tokens go to the simulated auth
// service.
const dir = path.join(root, '.local', 'captcha-test');
const parent = 'parent@otter.test';
let stack: TestStack;
let site = '';
test.beforeAll(async () => {
  test.setTimeout(300_000);
  await rm(dir, { recursive: true, force: true });
  stack = await startTestStack({
    ...testPorts(10_500),
    LOCAL_DIR: dir,
    MAINTENANCE_SECONDS: '3600',
    TEST_STUDIO: '0',
    PUBLIC_TURNSTILE_SITE_KEY: testKeys.site,
    TURNSTILE_SECRET_KEY: testKeys.alwaysPasses,
  });
  site = stack.environment['SITE_URL'] ?? '';
});
test.afterAll(async () => {
  await stack.stop();
  await rm(dir, { recursive: true, force: true });
});

/** The faked script's widgets return this token. With null the script cannot be loaded. */
async function playTurnstile(page: Page, token: string | null) {
  const requestedUrls: string[] = [];
  await page.route('https://challenges.cloudflare.com/**', async (route) => {
    requestedUrls.push(route.request().url());
    if (token === null) return route.abort();
    await route.fulfill({
      contentType: 'text/javascript',
      body: `window.turnstile = {
        render(place, { sitekey, callback }) {
          place.textContent = 'Widget of ' + sitekey;
          window.solveWidget = () => callback(${JSON.stringify(token)}.replace('RANDOM', crypto.randomUUID()));
          return 'widget';
        },
        remove() { document.querySelectorAll('[data-captcha]').forEach((place) => place.replaceChildren()); },
      };`,
    });
  });
  return requestedUrls;
}
async function solveTurnstile(page: Page) {
  await expect(page.getByText(`Widget of ${testKeys.site}`)).toBeVisible();
  await page.evaluate(() => (window as unknown as { solveWidget: () => void }).solveWidget());
}
const signIn = async (page: Page, secret: string) => {
  await page.getByLabel('E-mail').fill(parent);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

test('the widget is loaded with the first form that is sent, and each call has its own token', async ({
  page,
}) => {
  const requestedUrls = await playTurnstile(page, 'once.RANDOM');
  await page.goto(`${site}/auth`);
  await page.getByLabel('E-mail').fill(parent);
  expect(requestedUrls).toEqual([]);
  await signIn(page, 'not the password');
  await solveTurnstile(page);
  await expect(page.getByRole('alert')).toContainText('Invalid credentials.');
  await expect(page.getByText('Widget of')).toHaveCount(0);
  await signIn(page, demoPassword);
  await solveTurnstile(page);
  await expect(page).not.toHaveURL(/\/auth/);
  expect(requestedUrls).toHaveLength(1);
});

test('a sign-up, a sign-in link and a forgotten password each send a token', async ({ page }) => {
  await playTurnstile(page, 'once.RANDOM');
  for (const [show, button] of [
    ['sign-up', 'Create my account'],
    ['link', 'Send me the link'],
    ['forgotten', 'Send the link'],
  ] as const) {
    await page.goto(`${site}/auth?show=${show}`);
    await page.getByLabel('E-mail').fill(`captcha.${show}@families.test`);
    await page.getByRole('button', { name: button }).click();
    await solveTurnstile(page);
    await expect(page.getByRole('heading', { name: 'Check your e-mail.' })).toBeVisible();
  }
});

test('a refused token and a blocked script are each explained in a sentence', async ({ page }) => {
  await playTurnstile(page, 'invented');
  await page.goto(`${site}/auth`);
  await signIn(page, demoPassword);
  await solveTurnstile(page);
  const sentence = 'We could not check that you are a person. Please try again.';
  await expect(page.getByRole('alert')).toContainText(sentence);
  await page.unroute('https://challenges.cloudflare.com/**');
  await playTurnstile(page, null);
  await page.goto(`${site}/auth`);
  await signIn(page, demoPassword);
  await expect(page.getByRole('alert')).toContainText(sentence);
  // A failed sign-in keeps the typed text.
  await expect(page.getByLabel('E-mail')).toHaveValue(parent);
});

test('the page’s policy allows Cloudflare’s script and frame, and nothing more', async ({ page }) => {
  await page.goto(`${site}/auth`);
  const policy = await page.locator('meta[http-equiv="content-security-policy"]').getAttribute('content');
  const rules = new Map(
    (policy ?? '').split(';').map((rule) => rule.trim().split(/ (.*)/s, 2) as [string, string]),
  );
  expect(rules.get('frame-src')).toBe('https://challenges.cloudflare.com');
  expect(rules.get('script-src')).toContain("'self' https://challenges.cloudflare.com");
  expect(rules.get('connect-src')).not.toContain('cloudflare');
});
