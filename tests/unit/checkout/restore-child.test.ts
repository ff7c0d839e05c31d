/** A child that was removed by mistake can be restored. */
import { beforeEach, expect, it } from 'vitest';
import { writeStored } from '#browser/storage.ts';
import { holdRequests, lastHoldRequest, openCheckout } from '#support/unit/checkout-changes.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { campOrder, draft, heldCamp, kai, mira, offer, texts } from './examples.ts';

const browser = fakeBrowser();
const peanuts = { answer: 'some', allergies: 'Peanuts', conditions: '' } as const;

beforeEach(() => {
  writeStored('selected_camp_data', draft);
  browser.api
    .on('offers', { body: [offer] })
    .on('consent_texts', { body: texts })
    .on('get_order', { body: campOrder(1) })
    .on('hold_order', ({ body }) => ({
      body: heldCamp((body['p_order'] as { lines: unknown[] }).lines.length, {}),
    }));
});

async function openWithTwo() {
  const checkout = await openCheckout();
  await checkout.changes.addChild();
  checkout.form.setChildren([kai, mira]);
  checkout.form.changeHealth(0, peanuts);
  await checkout.changes.removeChild(0);
  expect(checkout.form.$values.get().children).toEqual([mira]);
  return checkout;
}

it('a child that is put back is in its place, with its health details and a spot held again', async () => {
  const { changes, form } = await openWithTwo();
  expect(changes.$removed.get()).toMatchObject({ index: 0, child: kai });
  await changes.restoreChild();
  expect(form.$values.get().children).toEqual([kai, mira]);
  expect(form.$values.get().health[0]).toEqual(peanuts);
  expect(lastHoldRequest(browser)?.lines).toHaveLength(2);
  expect(changes.$removed.get()).toBeNull();
});

it('a child that is put back stays without a spot if another family was faster', async () => {
  const { changes, form, sale } = await openWithTwo();
  browser.api.on('hold_order', ({ body }) =>
    (body['p_order'] as { lines: unknown[] }).lines.length > 1
      ? refusal('camp_full', 409, 'lines[1].camp_id')
      : { body: heldCamp(1, {}) },
  );
  await changes.restoreChild();
  expect(form.$values.get().children).toEqual([kai, mira]);
  expect(changes.$unseated.get()).toBe(1);
  expect(sale.$order.get()?.lines).toHaveLength(1);
});

it('a child can be put back only once, and not after another child was added', async () => {
  const { changes } = await openWithTwo();
  await changes.addChild();
  const before = holdRequests(browser).length;
  await changes.restoreChild();
  expect(holdRequests(browser)).toHaveLength(before);
});

it('a child cannot be put back if the removal itself was refused', async () => {
  const { changes, form } = await openWithTwo();
  await changes.restoreChild();
  browser.api.on('hold_order', refusal('rate_limited', 429));
  await changes.removeChild(1);
  expect(form.$values.get().children).toEqual([kai, mira]);
  expect(changes.$removed.get()).toBeNull();
});
