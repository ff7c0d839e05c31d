/** At the sales desk a walk-in family buys a pass once and is found again. Other users are sent home (spec 1 §2). */
import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { forgetSessions, makeSession } from '../support/after-sale.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { enter } from '../support/family.ts';
import { test } from '../support/test.ts';

test.afterAll(forgetSessions);

test(
  'a walk-in buys a try-out, nothing typed is lost, and a lost response sells once',
  { tag: ['@wide', '@look'] },
  async ({ page, browser }, { project }) => {
    await makeSession();
    const parent = `Walk In ${project.name}`;
    const email = `walk.in.${project.name}@families.test`;
    await enter(page, { email: 'admin@otter.test' }, '/sales');
    await expect(page.getByRole('heading', { name: 'Sales desk' })).toBeVisible();
    await page.getByLabel('Find the family').fill(parent);
    await expect(page.getByText('No family found. Is this a new family?')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'New family' }).click();
    await expect(page.getByLabel('Parent’s name')).toHaveValue(parent);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await page.getByLabel('Mobile').fill('91234567');
    await page.getByLabel('Child’s name').fill('Mei Walk');
    for (const [part, value] of [
      ['Day', '1'],
      ['Month', '5'],
      ['Year', '2018'],
    ] as const)
      await page.getByLabel(part, { exact: true }).fill(value);
    await page.getByLabel('Item', { exact: true }).selectOption('offer:pass-tryout');
    await page.getByLabel('First session').selectOption({ index: 1 });
    await expect(page.getByText('S$38').last()).toBeVisible();

    // Missing fields are named, and typed text survives a reload.
    await page.getByRole('button', { name: /^Sell/ }).click();
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByLabel('Child’s name')).toHaveValue('Mei Walk');
    await page.getByRole('checkbox', { name: /^The terms/ }).check();
    await page.getByRole('checkbox', { name: /^Taking part/ }).check();
    await page.getByText('PayNow', { exact: true }).click();
    const show = page.getByRole('button', { name: 'Show PayNow QR code' });
    await expect(show).toBeVisible();

    // The spot is held, but the response is lost.
    await page.route(
      '**/rpc/hold_paynow_sale',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await show.click();
    await expect(page.getByText('We never sell the same sale twice')).toBeVisible();
    await show.click();
    await expect(page.getByRole('heading', { name: 'PayNow S$38' })).toBeFocused();
    await expect(page.getByRole('img', { name: /^PayNow QR code for S\$.+, reference OT-/ })).toBeVisible();
    await expectAccessible(page);
    // The sale waits for the money, even after a reload.
    await page.reload();
    await page.getByRole('region', { name: 'Waiting for PayNow' }).getByRole('button').first().click();
    await page.getByLabel('Bank reference').fill(`DBS ${project.name}`);
    await page.getByRole('button', { name: 'Confirm S$38 and sell' }).click();
    await expect(page.getByRole('heading', { name: 'Sold S$38' })).toBeFocused();
    await expect(page.getByText(`We are e-mailing the receipt to ${email}`)).toBeVisible();
    await expectAccessible(page);

    // The parent answers on their own phone. The desk sees that they answered, but not the answers.
    const desk = page.getByRole('region', { name: 'Ask the parent to answer now' });
    await expect(desk.getByText('Mei: no health information yet.')).toBeVisible();
    await expect(
      page.getByRole('button', { name: 'Leave this for later and start the next sale' }),
    ).toBeVisible();
    const chat = await desk.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href');
    const link = new URL(chat ?? '').searchParams.get('text')?.split(' ').at(-1) ?? '';
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Please tell us about Mei' })).toBeFocused();
    await expect(phone).toHaveURL(`${env('SITE_URL')}/manage-booking`);
    await expect(phone.getByText(/^.*Try-Out, .+ \d+ \w{3} \d{4}, .+/)).toBeVisible();
    await expect(phone.getByText('Cancel', { exact: true })).toBeHidden();
    await phone.getByRole('button', { name: 'Send details about Mei' }).click();
    await expect(phone.getByRole('alert')).toContainText('You have not filled anything in yet.');
    await expectAccessible(phone);
    await phone.getByLabel('Allergies').fill('Peanut');
    const emergency = phone.getByRole('group', { name: 'Who should we call in an emergency?' });
    await emergency.getByLabel('Full name').fill('Granny Walk');
    await emergency.getByLabel('Mobile').fill('91112222');
    await phone.getByRole('button', { name: 'Send details about Mei' }).click();
    await expect(phone.getByRole('heading', { name: 'Thank you. That is all we need.' })).toBeVisible();
    await expectAccessible(phone);
    await phone.context().close();
    await expect(page.getByRole('heading', { name: 'The parent has answered' })).toBeVisible();
    await expect(page.getByText('Mei: answered; 1 emergency contact')).toBeVisible();
    await expect(page.locator('main')).not.toContainText('Peanut');
    await expectAccessible(page);
    const [row] = await sql()<{ n: number }[]>`
    select count(*)::int as n from public.orders where parent_email = ${email} and channel = 'desk'`;
    expect(row?.n).toBe(1);

    // Staff find the family by the child's name, and see what the child cannot buy.
    await page.getByRole('button', { name: 'Next sale' }).click();
    await page.getByLabel('Find the family').fill('mei walk');
    await page.getByRole('button', { name: new RegExp(email) }).click();
    await page.getByLabel('Item', { exact: true }).selectOption('offer:pass-tryout');
    await expect(
      page.getByText('This child has already had a Try-Out, and each child can have only one.'),
    ).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'a parent is sent to Family Base, as from every staff screen outside management',
  { tag: '@once' },
  async ({ page }) => {
    await enter(page, { email: 'parent@otter.test' }, '/sales');
    await expect(page).toHaveURL(`${env('SITE_URL')}/family-base`);
  },
);

test(
  'a coach reads prices at the desk and no family, and sells where the settings allow it',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    await makeSession();
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await enter(page, { email: 'coach@otter.test' }, '/sales');
    await expect(page.getByRole('heading', { name: 'Prices and spots' })).toBeVisible();
    const passes = page.getByRole('region', { name: 'Passes and try-outs' });
    await expect(passes.getByText(/· S\$38$/)).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: 'Sessions' })
        .getByText(/ left$/)
        .first(),
    ).toBeVisible();
    await expect(page.getByLabel('Find the family')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Management' }).getByRole('link')).toHaveText([
      'Roster',
      'My week',
      'Growth',
      'Tasks',
      'Desk',
      'Pictures',
    ]);
    expect(requestedUrls.filter((url) => /find_desk_families|quote_at_desk/.test(url))).toEqual([]);
    await expectAccessible(page);

    await sql()`update public.settings set coaches_sell = true`;
    try {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Sales desk' })).toBeVisible();
      const search = page.getByLabel('Find the family');
      await search.fill('parent');
      await search.fill('parent@otter.test');
      await page.getByRole('button', { name: /parent@otter\.test/ }).click();
      await expect(page.getByRole('button', { name: 'Choose another family' })).toBeVisible();
      await expect(page.getByText('The price appears here once you choose something.')).toBeVisible();
      // An incomplete address is not searched for.
      expect(requestedUrls.filter((url) => url.includes('find_desk_families'))).toHaveLength(1);
      await expectAccessible(page);
    } finally {
      await sql()`update public.settings set coaches_sell = false`;
    }
  },
);
