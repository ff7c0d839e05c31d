import { expect } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeSession } from '../support/after-sale.ts';
import { chooseWeekendClass, choosePass, goToPayment, payButton } from '../support/booking.ts';
import { sql } from '../support/backend.ts';
import { env } from '../support/env.ts';
import { makeParent, recordDetails, signIn, completeDetails } from '../support/parents.ts';
import { test } from '../support/test.ts';
import { ownSession } from '../support/weekend.ts';

test(
  'a signed-in parent types neither name nor address, and chooses a child with a tap',
  { tag: ['@once', '@look'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    const parent = await makeParent(['Kai', 'Mira']);
    await completeDetails(parent);
    await signIn(page, parent, '/');

    const session = await ownSession('White Otter', 2);
    await chooseWeekendClass(page, 'White Otter', session);
    await choosePass(page, 'Term');
    await expect(payButton(page)).toBeVisible();
    await expect(page.getByLabel('Parent’s full name')).toHaveValue(parent.name);
    await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
    await expect(page.getByLabel('Mobile (WhatsApp)')).toHaveValue(/9123 ?4567$/);
    const ownChildren = page.getByRole('group', { name: 'One of your children?' });
    await expect(ownChildren).toBeVisible();
    await expectAccessible(page);
    await ownChildren.getByRole('button', { name: 'Mira' }).click();
    await expect(page.getByLabel('Child’s full name')).toHaveValue('Mira');
    await expect(page.getByLabel('Year')).toHaveValue('2018');
    await expect(ownChildren).toBeHidden();
    // The form asks for details that are not on record, and never fills them in.
    await expect(page.getByRole('radio', { name: 'Nothing to report' })).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: /accept that risk/ })).not.toBeChecked();
    await expect(page.getByLabel('Your signature')).toHaveValue('');
    // The form does not ask again for details that are on record.
    await expect(page.getByRole('checkbox', { name: /take part/ })).toBeHidden();
    await expect(page.getByRole('checkbox', { name: /Nothing has changed/ })).not.toBeChecked();

    await page.goto(`${env('SITE_URL')}/waitlist?session=${await makeSession()}`);
    await expect(page.getByLabel('Parent’s name')).toHaveValue(parent.name);
    await page
      .getByRole('group', { name: 'One of your children?' })
      .getByRole('button', { name: 'Kai' })
      .click();
    await expect(page.getByLabel('Child’s name')).toHaveValue('Kai');

    await page.goto(`${env('SITE_URL')}/birthdays#enquiry`);
    await page.getByLabel('Your name').focus();
    await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
    await expect(page.getByLabel('WhatsApp number')).toHaveValue(/9123 ?4567$/);

    await page.goto(`${env('SITE_URL')}/manage-booking`);
    await expect(page.getByLabel('E-mail address of the booking')).toHaveValue(parent.email);
  },
);

test(
  'a family with health and consents on record confirms them with one tap',
  { tag: ['@wide', '@look'] },
  async ({ page }) => {
    test.setTimeout(120_000);
    const parent = await makeParent(['Kai']);
    await sql()`update public.profiles set phone = '+6591234567' where id = ${parent.userId}`;
    await recordDetails(parent);
    await signIn(page, parent, '/');
    await chooseWeekendClass(page, 'White Otter', await ownSession('White Otter', 2));
    await choosePass(page, 'Term');

    const record = page.getByRole('group', { name: 'Is all of this still correct?' });
    await expect(record).toContainText('Peanuts');
    await expect(page.getByRole('radio', { name: 'Nothing to report' })).toBeHidden();
    await expect(page.getByLabel('Your signature')).toBeHidden();
    await expectAccessible(page);
    await payButton(page).click();
    await expect(page.getByText('Please tick this box, or tell us what has changed.').first()).toBeVisible();

    // A parent who changes their mind gets the whole form without any ticks.
    await record.getByRole('button', { name: 'Something has changed' }).click();
    await expect(page.getByRole('radio', { name: 'Nothing to report' })).not.toBeChecked();
    await page.reload();

    await record.getByRole('checkbox', { name: /Nothing has changed/ }).check();
    await goToPayment(page);
    // After going back the box is not ticked, and the page asks for nothing else.
    await page.goBack();
    const notice = page.getByText('Welcome back. Everything you typed is still here').locator('..');
    await expect(notice).toBeInViewport({ ratio: 1 });
    await expect(notice.getByRole('link')).toHaveText(['The tick beside “Nothing has changed”']);
    await notice.getByRole('link').click();
    await expect(record.getByRole('checkbox', { name: /Nothing has changed/ })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(notice).toHaveCount(0);
    await goToPayment(page);
    const [order] = await sql()`
    select signature, consents -> 'activity' as activity from public.orders
    where family_id = ${parent.familyId} order by created_at desc limit 1`;
    expect(order).toEqual({ signature: null, activity: { given: true, version: 1, unchanged: true } });
  },
);
