/** A basket that another tab has paid or changed (docs/decisions "One basket"). */
import { beforeEach, expect, it, vi } from 'vitest';
import { readBasket, saveBasket } from '#browser/basket.ts';
import { forgetOrder, readOrderMemory, saveOrderMemory } from '#browser/order-memory.ts';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';
import { holdRequests } from '#support/unit/checkout-changes.ts';
import { secret, uuid } from '#support/unit/examples.ts';
import {
  answerAsUsual,
  lastGoing,
  offers,
  open,
  openBoth,
  requestOf,
  second,
  spark,
  third,
  today,
} from './basket-setup.ts';
import { campOrder, draft, heldAs } from './examples.ts';

const browser = fakeBrowser();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  answerAsUsual(browser);
});

it('what another tab paid in the meantime is not booked again', async () => {
  await open(draft);
  const checkout = await open();
  expect(checkout.sale.$view.get()).toMatchObject({ state: 'holds_other', others: [spark], mayJoin: true });
  forgetOrder();
  saveBasket([]);
  browser.api.on('get_order', { body: campOrder(1, { secret, status: 'paid' }) });
  await checkout.joinHeld();
  expect(lastGoing(browser)).toEqual(['tier-ignite -']);
  expect(readBasket(today)).toEqual([second]);
  expect(checkout.changes.$refusedPart.get()).toEqual({ part: second, code: 'order_closed' });
});

it('finishing what another tab has paid holds only the latest choice', async () => {
  await open(draft);
  const checkout = await open();
  browser.api.on('get_order', { body: campOrder(1, { secret, status: 'paid' }) });
  await checkout.keepHeld();
  expect(lastGoing(browser)).toEqual(['tier-ignite -']);
});

it('nothing is held while it is unknown whether the earlier booking is paid', async () => {
  await open(draft);
  const checkout = await open();
  const count = holdRequests(browser).length;
  browser.api.on('get_order', { status: 500, body: {} });
  await checkout.joinHeld();
  expect(holdRequests(browser)).toHaveLength(count);
  expect(checkout.sale.$view.get()).toMatchObject({ state: 'refused' });
  expect(readOrderMemory()?.secret).toBe(secret);
});

it('a change in a tab that is behind shows the other tab’s basket instead, and holds nothing', async () => {
  const checkout = await openBoth();
  const all = [spark, second, third];
  const memory = readOrderMemory();
  if (!memory) throw new Error('no order');
  const lines = all.map(({ offerId, campId }) => ({ offer_id: offerId, camp_id: campId, child: 0 }));
  const order = { ...heldAs(requestOf({ p_order: { lines } })), secret: uuid(77) };
  saveBasket(all);
  saveOrderMemory({ ...memory, secret: uuid(77), parts: all });
  browser.api.on('get_order', { body: order });
  const count = holdRequests(browser).length;
  await checkout.changes.removePart(second);
  expect(holdRequests(browser)).toHaveLength(count);
  expect(readBasket(today)).toEqual(all);
  expect(checkout.sale.$parts.get()).toEqual(all);
  expect(checkout.sale.$order.get()?.secret).toBe(uuid(77));
});

it('a choice that can’t join leaves the basket as it is until the parent decides', async () => {
  const renewing = offers.map((one) => ({
    ...one,
    details: { ...one.details, renews: one.id === 'tier-ignite' },
  }));
  browser.api.on('offers', ({ url }) => ({ body: renewing.filter(({ id }) => url.includes(`eq.${id}`)) }));
  const checkout = await openBoth();
  expect(checkout.sale.$view.get()).toEqual({
    state: 'holds_other',
    held: null,
    others: [spark],
    mayJoin: false,
  });
  expect(readBasket(today)).toEqual([spark]);
});

it('a choice of which the terms can’t be read joins after another try', async () => {
  browser.api.on('offers', { status: 500, body: {} });
  const checkout = await openBoth();
  expect(checkout.sale.$view.get()).toMatchObject({ state: 'refused', code: 'unexpected' });
  expect(readBasket(today)).toEqual([spark]);
  browser.api.on('offers', ({ url }) => ({ body: offers.filter(({ id }) => url.includes(`eq.${id}`)) }));
  await checkout.reopen();
  expect(lastGoing(browser)).toEqual(['tier-spark 0', 'tier-ignite 0']);
});
