/** When the browser translates a page, its forms still work, and names and numbers do not change. */
import { expect, type Page } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { demoLogins } from '#local/demo/logins.ts';
import { forgetSessions, makeSession } from '../support/after-sale.ts';
import { authPage, enter as signIn } from '../support/auth.ts';
import { hold } from '../support/backend.ts';
import {
  fillCheckout,
  fillChild,
  goToPayment,
  payButton,
  payText,
  sessionButton,
} from '../support/booking.ts';
import { childCard, closeCamps, makeSpark, openCampCheckout } from '../support/checkout.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { makeParent } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { translate, type Translator } from '../support/translate.ts';
import { answerConsent, markPopupsSeen, personUserAgent } from '../support/visitor.ts';
import { chooseTeam, ownSession } from '../support/weekend.ts';

const translators: Translator[] = ['replaces texts', 'adds before it removes texts', 'moves texts'];
const createdCamps: CampDraft[] = [];
// Crawlers would not load the scripts that load later.
test.use({ userAgent: personUserAgent });
test.beforeEach(async ({ page }) => {
  await answerConsent(page);
  await markPopupsSeen(page);
});
test.afterAll(async () => {
  await closeCamps(createdCamps);
  await forgetSessions();
});

const errorScreen = (page: Page) => page.getByText('Something went wrong');

for (const translator of translators)
  test.describe(`a translator that ${translator}`, { tag: '@once' }, () => {
    test('does not break a checkout with mistakes, a sibling and the payment', async ({ page }) => {
      const camp = await makeSpark(10);
      createdCamps.push(camp);
      const name = `Kai ${translator.split(' ')[0] ?? ''}`;
      await openCampCheckout(page, camp);
      await translate(page, translator);
      await fillCheckout(page, {
        name: 'Tan Li Hua',
        email: 'a@translated.test',
        phone: '81234567',
        child: name,
      });
      await page.getByLabel('E-mail').fill('');
      await payButton(page).click();
      await expect(page.getByRole('alert')).toContainText('Please fix one thing before you pay');
      await expect(
        page
          .getByText('Please fill in your e-mail address. We send the receipt there.')
          .filter({ visible: true }),
      ).not.toHaveCount(0);
      await page.getByLabel('E-mail').fill(`${name.replace(' ', '.')}@translated.test`.toLowerCase());
      await page.getByRole('button', { name: 'Add a child' }).click();
      await expect(childCard(page, 2)).toBeVisible();
      // The price is that of two children, not the translation of the old price.
      const two = camp.price * 2 - 50;
      await expect(
        page.getByRole('button', { name: payText(two.toLocaleString('en')) }).filter({ visible: true }),
      ).toBeEnabled();
      await childCard(page, 2)
        .getByRole('button', { name: /Remove/ })
        .click();
      await expect(childCard(page, 2)).toHaveCount(0);
      await expect(
        page.getByRole('button', { name: payText(camp.price) }).filter({ visible: true }),
      ).toBeEnabled();
      await expect(errorScreen(page)).toHaveCount(0);
      await goToPayment(page);
    });

    test('does not break a sign-in with a wrong and then the right password', async ({ page }) => {
      const [parent] = demoLogins;
      if (!parent) throw new Error('no demo parent');
      await page.goto(authPage('?account=1'));
      await expect(page.getByRole('heading', { name: 'Welcome back.' })).toBeVisible();
      await translate(page, translator);
      await signIn(page, parent.email, 'not-the-password1');
      await expect(page.getByRole('alert')).toHaveText(
        'Invalid credentials. Please check your email and password.',
      );
      await page.getByLabel('Password').fill(parent.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('heading', { name: `Hello, ${parent.name}` })).toBeVisible();
      await expect(errorScreen(page)).toHaveCount(0);
    });

    test('does not break a waitlist form with mistakes and a friend', async ({ page }) => {
      const session = await makeSession({ capacity: 1 });
      expect((await hold(session)).status).toBe(200);
      await page.goto(`${env('SITE_URL')}/waitlist?session=${session}`);
      await expect(page.getByLabel('Parent’s name')).toBeVisible();
      await translate(page, translator);
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await expect(page.getByRole('alert')).toContainText('Please fix');
      await page.getByRole('button', { name: 'Add a friend' }).click();
      await expect(page.getByLabel('Friend’s name')).toBeFocused();
      await page.getByLabel('Friend’s name').fill('Priya');
      await page.getByRole('button', { name: 'Remove Priya' }).click();
      await expect(page.getByLabel('Friend’s name')).toHaveCount(0);
      await page.getByLabel('Child’s name').fill('Zara');
      await page.getByLabel('Day').fill('1');
      await page.getByLabel('Month').fill('5');
      await page.getByLabel('Year').fill('2017');
      await page.getByLabel('Parent’s name').fill('Aisha Rahman');
      await page.getByLabel('E-mail').fill('aisha@translated.test');
      await page.getByLabel('WhatsApp number').fill('9876 5432');
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await expect(page.getByRole('heading', { name: 'Please confirm in your e-mail' })).toBeVisible();
      await expect(errorScreen(page)).toHaveCount(0);
    });

    test('does not break a child’s form with mistakes, and does not change the child’s name', async ({
      page,
    }) => {
      const parent = await makeParent([]);
      await enter(page, parent, '/family-base/child');
      await expect(page.getByRole('heading', { name: 'Add a child' })).toBeVisible();
      await translate(page, translator);
      await page.getByRole('button', { name: 'Add child' }).click();
      await expect(page.getByRole('alert')).toContainText('Please fix 2 things');
      await fillChild(
        page.locator('form').filter({ has: page.getByLabel('Child’s full name') }),
        'May Field',
        [1, 5, 2019],
      );
      await page.getByRole('button', { name: 'Add child' }).click();
      await expect(page.getByText('May Field has been added to your family')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'May Field' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 }).locator('font')).toHaveCount(0);
      await expect(errorScreen(page)).toHaveCount(0);
    });

    test('does not break the three questions of the home page', async ({ page }) => {
      const ownedSession = await ownSession('Black Otter', 2);
      await chooseTeam(page, 'Black Otter');
      await translate(page, translator);
      await sessionButton(page, ownedSession).click();
      await expect(page.getByText('Question 3 of 3')).toBeVisible();
      await page.getByRole('button', { name: /^Change.*Choose a session/ }).click();
      await expect(page.getByText('Question 2 of 3')).toBeVisible();
      await expect(errorScreen(page)).toHaveCount(0);
      await ownedSession.close();
    });
  });
