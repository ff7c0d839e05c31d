import { expect, type Page } from '@playwright/test';
import { addDays, today, weekdayOf } from '#domain/dates.ts';
import { expectAccessible } from '../support/axe.ts';
import { runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { mailTo } from '../support/mails.ts';
import { test } from '../support/test.ts';

const open = (page: Page) => page.goto(`${env('SITE_URL')}/birthdays`);
const form = (page: Page) => page.getByRole('form', { name: 'Ask for a date' });
const send = (page: Page) => form(page).getByRole('button', { name: 'Ask for this date' });

async function fillIn(page: Page, email: string): Promise<void> {
  const fields = form(page);
  await fields.getByLabel('Your name').fill('Mei Tan');
  await fields.getByLabel('WhatsApp number').fill('9123 4567');
  await fields.getByLabel('E-mail').fill(email);
  await fields.getByLabel('How old will the birthday child be?').fill('8');
  await fields.getByLabel('Which date would you like?').fill(addDays(today(), 40));
  await fields.getByLabel(/Which time of day/).selectOption('Morning');
  await fields.getByLabel('How many children, about?').fill('12');
  await fields.getByLabel(/What should we know/).fill('A shy guest.');
}

const emailOf = (title: string) =>
  `enquiry-${title.replace(/\W/g, '')}-${test.info().project.name}@families.test`.toLowerCase();

test(
  'a parent sends one enquiry from a package, and sees the thank-you',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const email = emailOf('sent');
    await open(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ask for Camp Party' }).click();
    await expect(form(page)).toBeInViewport();
    await expect(form(page).getByRole('radio', { name: 'Camp Party' })).toBeChecked();
    await fillIn(page, email);
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'We are on it.' })).toBeVisible();
    await expect(form(page)).toBeHidden();

    const enquiries =
      await sql()`select e.offer_id, e.guests, e.child_age, e.message from birthday_enquiries e
    join leads l on l.id = e.lead_id where l.email = ${email}`;
    expect(enquiries).toEqual([
      {
        offer_id: 'birthday-camp',
        guests: 12,
        child_age: 8,
        message: 'Which time of day? Morning\nA shy guest.',
      },
    ]);

    await runChores();
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Your birthday enquiry has arrived');
    expect(mail.text).toContain('Camp Party');
    expect(mail.text).not.toContain('A shy guest.');

    await page.reload();
    await expect(form(page).getByLabel('Your name')).toHaveValue('');
  },
);

test(
  'an unusual age, day or size gets a hint, and the enquiry is sent all the same',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    const email = emailOf('unusual');
    await open(page);
    await form(page).getByText('Skate Party').click();
    await fillIn(page, email);
    // The name of a field and “optional” must be separate words.
    await expect(
      form(page).getByRole('combobox', { name: 'Which time of day? optional', exact: true }),
    ).toBeVisible();
    const hintOf = (label: string) =>
      form(page)
        .locator('.field')
        .filter({ has: page.getByLabel(label) })
        .getByRole('status');
    await expect(hintOf('How old will')).toBeEmpty();
    await form(page).getByLabel('How old will').fill('4');
    await expect(hintOf('How old will')).toHaveText(/^A Skate Party is for ages 5 to 12\./);
    await form(page).getByLabel('How many children').fill('60');
    await expect(hintOf('How many children')).toHaveText(/^A Skate Party is planned for 10 children/);
    const tuesday = [38, 39, 40, 41, 42, 43, 44]
      .map((days) => addDays(today(), days))
      .find((date) => weekdayOf(date) === 'Tuesday');
    await form(page)
      .getByLabel('Which date')
      .fill(tuesday ?? '');
    await expect(hintOf('Which date')).toHaveText(/^Parties are usually on Saturdays and Sundays\./);
    await expectAccessible(page);
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'We are on it.' })).toBeVisible();
  },
);

test(
  'each missing answer is named beside its field, and in a summary that links to it',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await open(page);
    await form(page).getByLabel('E-mail').fill('mei@');
    await send(page).click();
    const summary = page.getByRole('alert').filter({ hasText: 'Please fix' });
    await expect(summary).toBeFocused();
    const email = form(page).getByLabel('E-mail');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toHaveAccessibleDescription(/Please check the @ and the ending/);
    await expectAccessible(page);

    await summary.getByRole('link', { name: /^Your name/ }).click();
    await expect(form(page).getByLabel('Your name')).toBeFocused();
    await email.fill('mei@example.com');
    await expect(email).not.toHaveAttribute('aria-invalid');
  },
);

test(
  'a parent chooses the country of a number, and the form points out a likely typing error in the address',
  { tag: '@once' },
  async ({ page }) => {
    const email = `enquiry-abroad-${test.info().project.name}@gmail.com`;
    await open(page);
    await form(page).getByText('Skate Party').click();
    await fillIn(page, email.replace('gmail.com', 'gmial.con'));
    await form(page).getByRole('button', { name: email }).click();
    await expect(form(page).getByLabel('E-mail')).toHaveValue(email);
    const country = form(page).getByRole('combobox', { name: 'Country code' });
    await country.selectOption({ label: 'Malaysia +60' });
    await form(page).getByLabel('WhatsApp number').fill('12-345 6789');
    await expect(form(page).getByLabel('WhatsApp number')).toHaveValue('+60 12-345 6789');
    await expectAccessible(page);
    await send(page).click();
    await expect(page.getByRole('heading', { name: 'We are on it.' })).toBeVisible();
    const leads = await sql()`select email, phone_number as phone from leads where email = ${email}`;
    expect(leads).toEqual([{ email, phone: '+60123456789' }]);
  },
);

test('the input stays after a failure and after a reload', { tag: '@once' }, async ({ page }) => {
  await open(page);
  await page.route('**/rpc/enquire_birthday', (route) => route.abort());
  await form(page).getByText('Skate Party').click();
  await fillIn(page, emailOf('failed'));
  await send(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Your answers did not reach us' })).toBeVisible();
  await expect(form(page).getByLabel('Your name')).toHaveValue('Mei Tan');

  await page.reload();
  await expect(form(page).getByLabel('Your name')).toHaveValue('Mei Tan');
  await expect(form(page).getByRole('radio', { name: 'Skate Party' })).toBeChecked();
  await page.unroute('**/rpc/enquire_birthday');
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'We are on it.' })).toBeVisible();
});

test(
  'a day in the past is refused, beside the field and in the summary',
  { tag: '@once' },
  async ({ page }) => {
    await open(page);
    await form(page).getByText('Please advise us').click();
    await fillIn(page, emailOf('over'));
    const date = form(page).getByLabel('Which date would you like?');
    await date.fill('2020-01-01');
    await send(page).click();
    await expect(date).toHaveAccessibleDescription(
      /That day has passed. Please choose tomorrow or a later day./,
    );
    await expect(
      page.getByRole('link', { name: 'Which date would you like: That day has passed.' }),
    ).toBeVisible();
  },
);

test(
  'in a browser whose clock is years behind, the database refuses the day beside its field',
  { tag: '@once' },
  async ({ page }) => {
    await page.clock.setFixedTime(new Date('2019-06-01T10:00:00Z'));
    await open(page);
    await form(page).getByText('Please advise us').click();
    await fillIn(page, emailOf('refused'));
    const date = form(page).getByLabel('Which date would you like?');
    await date.fill('2020-01-01');
    await send(page).click();
    await expect(date).toHaveAttribute('aria-invalid', 'true');
    await expect(date).toHaveAccessibleDescription(/Please choose tomorrow or a later day./);
  },
);

test(
  'the page shows three questions, then all, with one answer open at a time',
  { tag: '@once' },
  async ({ page }) => {
    await open(page);
    const openQuestions = page.locator('#faq details[name]').locator('visible=true');
    await expect(openQuestions).toHaveCount(3);
    await page.getByRole('button', { name: 'More Questions' }).click();
    expect(await openQuestions.count()).toBeGreaterThan(3);
    const [first, last] = [openQuestions.first(), openQuestions.last()];
    await first.locator('summary').click();
    await expect(first).toHaveAttribute('open');
    await last.locator('summary').click();
    await expect(last).toHaveAttribute('open');
    await expect(first).not.toHaveAttribute('open');
    await last.locator('summary').click();
    await expect(last).not.toHaveAttribute('open');
    await page.getByRole('button', { name: 'Show Less Questions' }).click();
    await expect(openQuestions).toHaveCount(3);
  },
);

test.describe('in a browser without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is complete, and offers WhatsApp instead of a form', { tag: '@once' }, async ({ page }) => {
    await open(page);
    await expect(page.getByRole('heading', { name: 'Skate Party' })).toBeVisible();
    await expect(form(page)).toBeHidden();
    await expect(page.getByRole('link', { name: 'ask us on WhatsApp' })).toHaveAttribute('href', /wa\.me/);
  });
});
