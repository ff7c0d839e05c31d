import { expect, it } from 'vitest';
import { createOrderLinkForm } from '#features/after-sale/order-link-form.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';

const browser = fakeBrowser();

it('the form requests a link with the trimmed number and address, and says so', async () => {
  browser.api.on('request_order_link', { body: { requested: true } });
  const form = createOrderLinkForm();
  await Promise.all([
    form.send(' OT-4K7M ', ' Mei@Families.test'),
    form.send('OT-4K7M', 'mei@families.test'),
  ]);
  expect(browser.api.named('request_order_link').map(({ body }) => body)).toEqual([
    { p_number: 'OT-4K7M', p_email: 'mei@families.test' },
  ]);
  expect(form.$form.get()).toEqual({ state: 'sent', fault: null });
});

it('the form requests links for all bookings of the address if no number was typed', async () => {
  browser.api.on('request_order_links', { body: { requested: true } });
  const form = createOrderLinkForm();
  await form.send('  ', ' Mei@Families.test');
  expect(browser.api.named('request_order_links').map(({ body }) => body)).toEqual([
    { p_email: 'mei@families.test' },
  ]);
  expect(form.$form.get()).toEqual({ state: 'sent', fault: null });
});

it.each([
  ['x'.repeat(21), 'mei@families.test', 'number'],
  ['', 'mei', 'email'],
  ['OT-4K7M', 'mei', 'email'],
] as const)('the form names the missing field without calling the server', async (number, email, fault) => {
  const form = createOrderLinkForm();
  await form.send(number, email);
  expect(form.$form.get()).toEqual({ state: 'editing', fault });
  expect(browser.api.named('request_order_link')).toEqual([]);
});

it.each([
  [refusal('invalid_input', 400, 'p_email'), 'email'],
  [refusal('invalid_input', 400, 'p_number'), 'number'],
  [refusal('rate_limited', 429), 'rate_limited'],
  ['network failure', 'failed'],
] as const)('the form shows a refusal at the field that caused it', async (reply, fault) => {
  browser.api.on('request_order_link', reply);
  const form = createOrderLinkForm();
  await form.send('OT-4K7M', 'mei@families.test');
  expect(form.$form.get()).toEqual({ state: 'editing', fault });
  expect(JSON.stringify(browser.reports())).not.toContain('mei@');
});
