import { expect, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { makeSession } from '../support/after.ts';
import { chooseWeekendClass, choosePass, payButton } from '../support/booking.ts';
import { env } from '../support/env.ts';
import { makeParent, signIn, tellEverything } from '../support/parents.ts';
import { ownSession } from '../support/weekend.ts';

test('who is signed in types neither name nor address, and chooses a child by a tap', async ({ page }) => {
  test.setTimeout(120_000);
  const parent = await makeParent(['Kai', 'Mira']);
  await tellEverything(parent);
  await signIn(page, parent, '/');

  const session = await ownSession('White Otter', 2);
  await chooseWeekendClass(page, 'White Otter', session);
  await choosePass(page, 'Term');
  await expect(payButton(page)).toBeVisible();
  await expect(page.getByLabel('Parent’s full name')).toHaveValue(parent.name);
  await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
  await expect(page.getByLabel('Mobile (WhatsApp)')).toHaveValue(/9123 ?4567$/);
  const own = page.getByRole('group', { name: 'One of yours?' });
  await expect(own).toBeVisible();
  await expectAccessible(page);
  await own.getByRole('button', { name: 'Mira' }).click();
  await expect(page.getByLabel('Child’s full name')).toHaveValue('Mira');
  await expect(page.getByLabel('Year')).toHaveValue('2018');
  await expect(own).toBeHidden();
  // What only a parent can say today is never filled in.
  await expect(page.getByRole('radio', { name: 'Nothing to report' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: /take part/ })).not.toBeChecked();
  await expect(page.getByLabel('Your signature')).toHaveValue('');

  await page.goto(`${env('SITE_URL')}/waitlist?session=${await makeSession()}`);
  await expect(page.getByLabel('Parent’s name')).toHaveValue(parent.name);
  await page.getByRole('group', { name: 'One of yours?' }).getByRole('button', { name: 'Kai' }).click();
  await expect(page.getByLabel('Child’s name')).toHaveValue('Kai');

  await page.goto(`${env('SITE_URL')}/birthdays#enquiry`);
  await page.getByLabel('Your name').focus();
  await expect(page.getByLabel('E-mail')).toHaveValue(parent.email);
  await expect(page.getByLabel('WhatsApp number')).toHaveValue(/9123 ?4567$/);

  await page.goto(`${env('SITE_URL')}/manage-booking`);
  await expect(page.getByLabel('E-mail address of the booking')).toHaveValue(parent.email);
});
