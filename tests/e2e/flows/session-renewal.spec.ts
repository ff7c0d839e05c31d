import { expect } from '@playwright/test';
import { demoPassword } from '#local/demo/logins.ts';
import { authPage, enter } from '../support/auth.ts';
import { env } from '../support/env.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { answerConsent, markPopupsSeen, personUserAgent } from '../support/visitor.ts';
import { hide } from '../support/watch.ts';

test.use({ userAgent: personUserAgent });
test.beforeEach(async ({ page }) => {
  await answerConsent(page);
  await markPopupsSeen(page);
});

test(
  'a session is renewed when the tab of a public page becomes visible',
  { tag: '@once' },
  async ({ page }) => {
    const { email } = await makeParent(['Kai']);
    await page.goto(authPage('?from=%2Fabout'));
    await enter(page, email, demoPassword);
    await expect(page).toHaveURL(`${env('SITE_URL')}/about`);
    // The page requests the roles only after it listens to changes of the session.
    const roles = page.waitForRequest(/\/rpc\/has_role$/);
    await page.reload();
    await roles;
    const end = () =>
      page.evaluate(() => {
        const { expires_at } = JSON.parse(localStorage.getItem('otter-auth-token') ?? '{}') as {
          expires_at: number;
        };
        return expires_at - Date.now() / 1000;
      });
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('otter-auth-token') ?? '{}') as object;
      const expires_at = Math.floor(Date.now() / 1000) + 60;
      localStorage.setItem('otter-auth-token', JSON.stringify({ ...session, expires_at }));
    });
    expect(await end()).toBeLessThan(61);
    await hide(page);
    await hide(page, false);
    await expect.poll(end).toBeGreaterThan(600);
  },
);
