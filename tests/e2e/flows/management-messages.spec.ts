/** Staff write, preview and send messages. One tap stops news, and nobody else can open the page. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buy, forgetSessions, linkIn, mailAbout, makeSession } from '../support/after-sale.ts';
import { runChores, sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

const admin = { email: 'admin@otter.test' };

test(
  'an admin writes to a class, sees who gets the message and how it looks, and it arrives',
  { tag: ['@wide', '@look'] },
  async ({ page }, { project }) => {
    const session = await makeSession();
    const email = `messages.${project.name}@families.test`;
    await buy(page, {
      email,
      lines: [{ offer_id: 'pass-tryout', session_id: session, child: 0 }],
      children: [`Kai of ${project.name}`],
    });
    await enter(page, admin, '/management/messages');
    await page.getByRole('link', { name: 'Write a message' }).click();
    await expect(page.getByRole('heading', { name: 'Write a message' })).toBeVisible();
    await expect(page.getByText('Choose who gets it, and write')).toBeVisible();
    await page.getByRole('button', { name: 'Send message', exact: true }).click();
    await expect(page.getByText('Choose who gets it.', { exact: true })).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel('Class', { exact: true }).selectOption(session);
    await expect(page.getByText('1 address will get it')).toBeVisible();
    await page.getByText('See who gets it').click();
    await expect(page.getByText(email)).toBeVisible();
    const subject = `Bring a jacket, ${project.name}`;
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
    await page
      .getByRole('textbox', { name: 'Text' })
      .fill('It may rain.\n\nWe meet under the roof. <script>alert(1)</script>');
    const mail = page.frameLocator('iframe[title="The e-mail as it will arrive"]');
    await expect(mail.getByRole('heading', { name: subject })).toBeVisible();
    await expect(
      mail.getByText('We meet under the roof. <script>alert(1)</script>', { exact: true }),
    ).toBeVisible();
    await expect(mail.getByText('You get this e-mail because you booked this')).toBeVisible();
    // The preview has the e-mail's own colours, although the page's policy allows no inline styles.
    await expect(mail.locator('.band')).toHaveCSS('background-color', 'rgb(7, 94, 96)');
    await page.getByRole('button', { name: 'Desktop' }).click();
    await expectAccessible(page);
    // A reload loses nothing.
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(subject);
    await page.getByRole('button', { name: 'Send a test to me' }).click();
    await expect(page.getByText(`A test is on its way to ${admin.email}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Send to 1 address' }).click();
    await page.getByRole('button', { name: 'Yes, send message' }).click();
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    await runChores();
    expect((await mailAbout(email, /^Bring a jacket/)).text).toContain('We meet under the roof.');
    await expect(page.getByText('Waiting')).toBeHidden();
    await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'All messages' }).click();
    await expect(page.getByRole('row', { name: subject })).toContainText('1 sent');
    await expectAccessible(page);
  },
);

test('a parent stops news with a tap in the mail, without a sign-in', { tag: '@once' }, async ({ page }) => {
  const email = 'news.stop@families.test';
  const [family] = await sql()<[{ id: string }]>`
    with f as (insert into families (contact_name, contact_email) values ('Mei Tan', ${email}) returning id),
    c as (insert into children (family_id, name, dob) select id, 'Kai', '2018-05-01' from f returning id, family_id),
    p as (insert into passes (family_id, child_id, offer_id, title, sessions_total, terms_id, valid_from, valid_until)
      select family_id, id, 'pass-term', 'Term', 3, (select terms_id from offers where id = 'pass-term'), private.calendar_today() - 9, private.calendar_today() - 1 from c),
    s as (insert into consents (family_id, purpose, version, given, source) select id, 'marketing', 1, true, 'checkout' from f)
    select id from f`;
  await enter(page, admin, '/management/messages?message=new');
  await page.getByRole('combobox', { name: 'Families' }).selectOption('expired_pass');
  await expect(page.getByRole('radio', { name: /About their booking/ })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Subject' }).fill('A new term begins');
  await page.getByRole('textbox', { name: 'Text' }).fill('Come back in January.');
  await page.getByRole('button', { name: /^Send to/ }).click();
  await page.getByRole('button', { name: 'Yes, send message' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A new term begins' })).toBeVisible();
  await runChores();
  const mail = await mailAbout(email, /^<ADV> A new term/);
  await page.goto(linkIn(mail, '/stop-news'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop news and offers' }).click();
  await expect(page.getByRole('heading', { name: 'News and offers are now off.' })).toBeVisible();
  await expect(page).toHaveURL(`${env('SITE_URL')}/stop-news`);
  const [said] =
    await sql()`select given from consents where family_id = ${family.id} order by id desc limit 1`;
  expect(said).toEqual({ given: false });
});

test('a coach and a parent are sent home', { tag: '@once' }, async ({ page }) => {
  for (const email of ['coach@otter.test', 'parent@otter.test']) {
    await enter(page, { email }, '/management/messages');
    await expect(page).toHaveURL(`${env('SITE_URL')}/`);
  }
});
