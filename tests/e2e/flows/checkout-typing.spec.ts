/** Tests typing in the checkout on a phone: a foreign number, a mistyped address, a birth date, and another child. */
import { expect } from '@playwright/test';
import type { CampDraft } from '#browser/camp-draft.ts';
import { sql } from '../support/backend.ts';
import { fillChild, fillConfidence, goToPayment, payButton } from '../support/booking.ts';
import {
  childCard,
  closeCamps,
  expectAccessibleForm,
  makeSpark,
  openCampCheckout,
} from '../support/checkout.ts';
import { test } from '../support/test.ts';

const createdCamps: CampDraft[] = [];
test.afterAll(() => closeCamps(createdCamps));
const spark = async () => {
  const camp = await makeSpark(4);
  createdCamps.push(camp);
  return camp;
};

test('a parent chooses a number’s country and sees its rule, the order has the full number, and a typing error in the address is pointed out', async ({
  page,
}, { project }) => {
  const email = `abroad.${project.name}@gmail.com`;
  await openCampCheckout(page, await spark());
  const number = page.getByLabel('Mobile (WhatsApp)');
  const country = page.getByRole('combobox', { name: 'Country code' }).first();
  await expect(country).toHaveValue('SG');
  await expect(country.getByRole('option').first()).toHaveText('Singapore +65');
  await country.selectOption({ label: 'Malaysia +60' });
  await number.pressSequentially('012-34');
  await expect(number).toHaveValue('+60 12-34');
  await number.blur();
  await expect(number).toHaveAccessibleDescription(/A \+60 number has 8 to 10 digits after \+60/);
  await expectAccessibleForm(page);
  await number.pressSequentially('5 6789');
  await number.blur();
  await expect(number).not.toHaveAttribute('aria-invalid', 'true');
  // A typed calling code replaces the chosen country.
  await number.fill('+44 20 7946 0958');
  await expect(country).toHaveValue('GB');
  await country.selectOption({ label: 'Malaysia +60' });
  await number.fill('12-345 6789');
  await expect(number).toHaveValue('+60 12-345 6789');

  const address = page.getByLabel('E-mail');
  await address.fill(email.replace('gmail.com', 'gmial.con'));
  await number.focus();
  await expect(page.getByText('Did you mean')).toBeVisible();
  await expectAccessibleForm(page);
  await page.getByRole('button', { name: email }).click();
  await expect(address).toHaveValue(email);
  await expect(page.getByText('Did you mean')).toHaveCount(0);

  await fillChild(childCard(page, 1), `Ning abroad ${project.name}`, [14, 3, 2018]);
  await page.getByLabel('Parent’s full name').fill('Ooi Siew Ling');
  await page.getByRole('checkbox', { name: /terms/ }).check();
  await page.getByRole('checkbox', { name: /take part/ }).check();
  await fillConfidence(page, { name: 'Ooi Siew Ling' });
  await goToPayment(page);
  const [order] = await sql()`select parent_phone as phone from orders where parent_email = ${email}`;
  expect(order).toEqual({ phone: '+60123456789' });
});

test('a parent types a birth date as one run of digits and can delete it, and an added child gets the focus', async ({
  page,
}) => {
  await openCampCheckout(page, await spark());
  const [first, second] = [childCard(page, 1), childCard(page, 2)];
  const [day, month, year] = ['Day', 'Month', 'Year'].map((part) => first.getByLabel(part, { exact: true }));
  if (!day || !month || !year) throw new Error('no birth date');
  await day.focus();
  await page.keyboard.type('04092018');
  await expect(day).toHaveValue('04');
  await expect(month).toHaveValue('09');
  await expect(year).toHaveValue('2018');
  await expect(year).toBeFocused();
  for (let key = 0; key < 5; key++) await page.keyboard.press('Backspace');
  await expect(month).toBeFocused();
  await expect(month).toHaveValue('09');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2017');
  await expect(year).toHaveValue('2017');

  await page.getByRole('button', { name: 'Add a child' }).click();
  await expect(second.getByLabel('Child’s full name')).toBeFocused();
  await page.keyboard.type('Ning');
  await expect(second.getByLabel('Child’s full name')).toHaveValue('Ning');
  await expect(payButton(page)).toBeEnabled();
});

test('text that the browser fills in or that is pasted counts as typed', async ({ page }) => {
  await openCampCheckout(page, await spark());
  // A browser fills in several fields at once, without key presses or focus.
  const answers = {
    'parent.name': 'Tan Li Hua',
    'parent.email': 'autofill@example.com',
    'parent.phone': '+6581234567',
  };
  await page.evaluate((values) => {
    for (const [id, value] of Object.entries(values)) {
      const field = document.getElementById(id);
      Reflect.set(HTMLInputElement.prototype, 'value', value, field);
      for (const type of ['input', 'change']) field?.dispatchEvent(new Event(type, { bubbles: true }));
    }
  }, answers);
  await childCard(page, 1).getByLabel('Child’s full name').focus();
  await page.keyboard.insertText(' Kai Autofill ');
  await childCard(page, 1)
    .getByLabel('Day')
    .evaluate((field) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', ' １４/０３/２０１８ ');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
  await expect(childCard(page, 1).getByLabel('Year')).toHaveValue('2018');
  await page.getByRole('checkbox', { name: /terms/ }).check();
  await page.getByRole('checkbox', { name: /take part/ }).check();
  await fillConfidence(page, { name: 'Tan Li Hua' });
  await goToPayment(page);
  const [order] = await sql()`select parent_phone from orders where parent_email = 'autofill@example.com'`;
  expect(order).toEqual({ parent_phone: '+6581234567' });
});
