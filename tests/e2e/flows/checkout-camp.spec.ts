import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { sql } from '../support/backend.ts';
import { fillChild, goToPayment, payButton, payText } from '../support/booking.ts';
import {
  childCard,
  closeCamps,
  expectAccessibleForm,
  makeSpark,
  openCampCheckout,
  withSummary,
} from '../support/checkout.ts';
import { test } from '../support/test.ts';

const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));

test(
  'a parent books a camp for two siblings with rebate, transport, code, health and consents, and both are enrolled',
  { tag: ['@once', '@look'] },
  async ({ page }, { project }) => {
    test.setTimeout(180_000);
    const camp = await makeSpark(10);
    createdCamps.push(camp);
    const code = `SIBLINGS-${project.name.toUpperCase()}`;
    await sql()`insert into promotion_codes (code, cents, tiers) values (${code}, 2000, array['spark'])
    on conflict (code) do nothing`;
    const parent = `camp.${project.name}@example.com`;
    const price = camp.price;
    const summary = page.getByRole('complementary', { name: 'Your order' });

    await openCampCheckout(page, camp);
    await expect(payButton(page)).toHaveText(payText(price));
    await expectAccessibleForm(page);

    await test.step('the parent enters the children and the parent’s details', async () => {
      await page.getByRole('button', { name: 'Add a child' }).click();
      await expect(payButton(page)).toHaveText(payText((2 * price - 50).toLocaleString('en-SG')));
      const year = Number(camp.startDate.slice(0, 4));
      await fillChild(childCard(page, 1), `Kai ${project.name}`, [1, 1, year - 8]);
      await expect(childCard(page, 1)).toContainText('8 years at camp');
      // The second child is too young, and the field's error names both ages.
      await fillChild(childCard(page, 2), `Mira ${project.name}`, [1, 1, year - 5]);
      await page.getByLabel('Parent’s full name').fill('Lim Wei Ming');
      await expect(childCard(page, 2)).toContainText('for ages 7 to 12, and this child will be 5');
      await childCard(page, 2)
        .getByLabel('Year')
        .fill(String(year - 10));
      await expect(childCard(page, 2)).toContainText('10 years at camp');
    });

    await test.step('the parent chooses transport and collectors', async () => {
      await page.getByRole('radio', { name: /Door to door/ }).check();
      await expect(payButton(page)).toHaveText(payText((2 * price - 50 + 120).toLocaleString('en-SG')));
      await page.getByRole('button', { name: 'Add a person' }).click();
      await page.getByRole('group', { name: 'Person 1' }).getByLabel('Full name').fill('Mdm Rosnah');
    });

    await test.step('the parent uses the code', async () => {
      await withSummary(page, async () => {
        await expect(summary).toContainText('Sibling rebate');
        await expect(summary).toContainText('−S$50');
        await expect(summary).toContainText('Extended day, 8.30 am to 5.00 pm');
        const refund = summary.getByRole('table', { name: 'What you get back if you cancel' });
        const all = `S$${(2 * price - 50 + 120).toLocaleString('en-SG')}`;
        await expect(refund.getByRole('row', { name: /^By / }).filter({ hasText: all })).toBeVisible();
        await expect(refund.getByRole('row', { name: 'After that S$0' })).toBeVisible();
        await page.getByLabel('Promo code').fill('NOSUCHCODE');
        await page.getByRole('button', { name: 'Apply' }).click();
        await expect(summary).toContainText('That code is not valid');
        await expectAccessibleForm(page);
        await page.getByLabel('Promo code').fill(code.toLowerCase());
        await page.getByRole('button', { name: 'Apply' }).click();
        await expect(summary).toContainText(`Code ${code}`);
        await expect(summary).toContainText('−S$20');
      });
    });

    const total = `S$${(2 * price - 50 + 120 - 20).toLocaleString('en-SG')}`;
    await test.step('each missing answer is named beside its field', async () => {
      await payButton(page).click();
      const missing = page.getByRole('alert').filter({ hasText: 'Please fix' });
      await expect(missing).toBeFocused();
      await expect(missing).toContainText(`Mira ${project.name}, Health essentials`);
      await expectAccessibleForm(page);
    });

    await test.step('the parent answers health and consents, and signs', async () => {
      await page.getByLabel('E-mail').fill(parent);
      await page.getByLabel('Mobile (WhatsApp)').fill('9123 4567');
      await page.getByRole('checkbox', { name: /Keep my details/ }).check();
      await page.getByRole('radio', { name: 'Nothing to report' }).first().check();
      await page.getByRole('radio', { name: 'Coaches should know' }).nth(1).check();
      await page.getByLabel('Allergies', { exact: true }).fill('Peanuts: EpiPen in her bag');
      await page.getByLabel('Where should we pick them up?').fill('5 Marine Parade, #08-21, 449290');
      await page.getByText('Read full text').first().click();
      await expect(
        page.getByText(/I have read the terms and conditions and the privacy policy/),
      ).toBeVisible();
      await page.getByRole('checkbox', { name: /terms/ }).check();
      await page.getByRole('checkbox', { name: /take part/ }).check();
      await expect(page.getByRole('checkbox', { name: /photos and videos/ })).not.toBeChecked();
      await page.getByLabel('Your signature').fill('Lim Wei Ming');
      await expectAccessibleForm(page);
      // Health, collectors and signature are not stored in the browser.
      const storedText = await page.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      );
      expect(storedText).toContain(parent);
      expect(storedText).not.toMatch(/Peanuts|Rosnah|signature/);
    });

    await test.step('the parent pays', async () => {
      await expect(payButton(page)).toHaveText(payText(total.slice(2)));
      await goToPayment(page);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(total);
      await page.getByRole('button', { name: `Pay ${total}` }).click();
      await page.waitForURL('**/camp-booking-success?**');
      await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    });

    await test.step('the page says what is booked: the extended day, who collects, and the price of each spot', async () => {
      const main = page.getByRole('main');
      await expect(main).toContainText(
        '8.30 am to 5.00 pm each day, Singapore time. Extended day included: the programme runs from 9.00 am to 3.00 pm.',
      );
      await expect(main).toContainText(
        'We collect from the address you gave, and bring everyone back there.',
      );
      await expect(main).not.toContainText('Marine Parade');
      await expect(main).toContainText(/Mira .*sibling rebate −S\$50, .*Door to door S\$60/);
    });

    const enrolled = await sql()`select k.name, h.allergies, e.sibling_rebate as rebate,
      (select array_agg(p.name) from pickup_authorizations p where p.child_id = k.id) as pickup
    from camp_enrollments e join children k on k.id = e.child_id left join child_health h on h.child_id = k.id
    where e.camp_id = ${camp.campId} and e.status = 'enrolled' order by 1`;
    expect([...enrolled]).toEqual([
      { name: `Kai ${project.name}`, allergies: null, rebate: false, pickup: ['Mdm Rosnah'] },
      {
        name: `Mira ${project.name}`,
        allergies: 'Peanuts: EpiPen in her bag',
        rebate: true,
        pickup: ['Mdm Rosnah'],
      },
    ]);
    const [order] = await sql()`select signature, code, consents->'terms' as terms, consents->'photo' as photo
    from orders where parent_email = ${parent}`;
    expect(order).toEqual({
      signature: 'Lim Wei Ming',
      code,
      terms: { given: true, version: 1 },
      photo: { given: false, version: 2 },
    });

    await test.step('the browser fills in what it was allowed to store at the next booking', async () => {
      await openCampCheckout(page, camp);
      await expect(page.getByLabel('E-mail')).toHaveValue(parent);
      await expect(childCard(page, 1).getByLabel('Child’s full name')).toHaveValue(`Kai ${project.name}`);
      await expect(page.getByRole('radio', { name: 'Nothing to report' })).not.toBeChecked();
      await expect(page.getByLabel('Your signature')).toHaveValue('');
      await page.getByRole('button', { name: 'Forget my details' }).click();
      await expect(page.getByLabel('E-mail')).toHaveValue('');
      await page.reload();
      await expect(page.getByLabel('E-mail')).toHaveValue('');
    });
  },
);

test(
  'a parent with one free spot for two children books those who fit now, or joins the waitlist with all',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    const camp = await makeSpark(1);
    createdCamps.push(camp);
    await openCampCheckout(page, camp);
    await page.getByRole('button', { name: 'Add a child' }).click();
    await expect(page.getByText('There is room for 1 of your 2 children')).toBeVisible();
    await expect(childCard(page, 2)).toContainText('No spot is held for this child.');
    await expect(payButton(page)).toBeDisabled();
    await expect(page.getByRole('link', { name: 'Join the waitlist together' })).toHaveAttribute(
      'href',
      new RegExp(`^/waitlist\\?camp=${camp.campId}&.*children=2`),
    );
    await expectAccessibleForm(page);
    await page.getByRole('button', { name: 'Book the free spots' }).click();
    await expect(payButton(page)).toBeEnabled();
    await expect(payButton(page)).toHaveText(payText(camp.price));

    // There is no spot left for the next family.
    const other = await page.context().browser()?.newContext();
    const otherPage = await other?.newPage();
    if (!otherPage) throw new Error('no second browser');
    await otherPage.goto(page.url().replace(/\/checkout.*/, '/robots.txt'));
    await otherPage.evaluate(
      (text) => localStorage.setItem('selected_camp_data', text),
      JSON.stringify(camp),
    );
    await otherPage.goto(page.url());
    await expect(otherPage.getByRole('heading', { name: 'That camp has just filled up' })).toBeVisible();
    await expect(otherPage.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute(
      'href',
      new RegExp(`^/waitlist\\?camp=${camp.campId}`),
    );
    await expectAccessibleForm(otherPage);
    await other?.close();
  },
);
