/** The ride of a basket, after the camp that offers it is gone (docs/decisions "One basket"). */
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser, MemoryStorage, refusal } from '#support/unit/browser.ts';
import { lastHoldRequest } from '#support/unit/checkout-changes.ts';
import { answerAsUsual, lastGoing, openBoth, requestOf, spark } from './basket-setup.ts';
import { heldAs } from './examples.ts';

const browser = fakeBrowser();
const lastRides = () => lastHoldRequest(browser)?.lines.map(({ transport }) => transport);

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  answerAsUsual(browser);
  browser.api.on('hold_order', ({ body }) =>
    requestOf(body).lines.some(({ offer_id, transport }) => offer_id === 'tier-ignite' && transport)
      ? refusal('transport_not_available', 409, 'lines[0].transport')
      : { body: heldAs(requestOf(body)) },
  );
});

it('goes with the removed camp, so that the others can be booked', async () => {
  const checkout = await openBoth();
  await checkout.changes.choose('door');
  expect(lastRides()).toEqual(['door', undefined]);
  await checkout.changes.removePart(spark);
  expect(lastGoing(browser)).toEqual(['tier-ignite -']);
  expect(lastRides()).toEqual([undefined]);
  expect(checkout.sale.$parts.get()).toHaveLength(1);
  expect(checkout.form.$values.get().transport).toBe('');
});

it('comes back if the removal is refused', async () => {
  const checkout = await openBoth();
  await checkout.changes.choose('door');
  browser.api.on('hold_order', refusal('rate_limited', 429));
  await checkout.changes.removePart(spark);
  expect(checkout.form.$values.get().transport).toBe('door');
});

it('goes with a camp that can’t be booked', async () => {
  const checkout = await openBoth();
  await checkout.changes.choose('door');
  await checkout.goOnWithout([spark]);
  expect(lastGoing(browser)).toEqual(['tier-ignite -']);
  expect(lastRides()).toEqual([undefined]);
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(checkout.form.$values.get().transport).toBe('');
});
