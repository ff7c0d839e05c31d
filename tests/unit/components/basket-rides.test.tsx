// @vitest-environment happy-dom
/** Which camps of a basket have the ride, and what it costs at each (docs/decisions "One basket"). */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Travel } from '#features/checkout/form/Travel.tsx';
import { Prices } from '#features/checkout/order/Prices.tsx';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';
import { answerAsUsual, offers, openBoth, requestOf } from '../checkout/basket-setup.ts';
import { heldAs, words } from '../checkout/examples.ts';

const browser = fakeBrowser();
afterEach(cleanup);
beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  answerAsUsual(browser);
});

it('each camp has its own price of a ride', async () => {
  const raisedOffers = offers.map((one) =>
    one.id === 'tier-ignite'
      ? {
          ...one,
          details: { ...one.details, transport: [{ id: 'door', title: 'Door to door', price_cents: 8000 }] },
        }
      : one,
  );
  browser.api.on('offers', ({ url }) => ({
    body: raisedOffers.filter(({ id }) => url.includes(`eq.${id}`)),
  }));
  render(<Travel checkout={await openBoth()} words={words} />);
  await screen.findByLabelText(/Door to door/);
  const text = screen.getByLabelText(/Door to door/).closest('label')?.textContent;
  expect(text).toMatch(/Spark Camp.*: S\$60 for each child\./);
  expect(text).toMatch(/Ignite Camp.*: S\$80 for each child\./);
});

it('a camp without a ride is named before and after the choice', async () => {
  browser.api.on('hold_order', ({ body }) => {
    const order = heldAs(requestOf(body));
    const lines = order.lines.map((line) =>
      line.offer_id === 'tier-spark'
        ? { ...line, transport: { id: 'door', title: 'Door to door' }, transport_cents: 6000 }
        : line,
    );
    return { body: { ...order, lines } };
  });
  const checkout = await openBoth();
  render(<Travel checkout={checkout} words={words} />);
  await screen.findByLabelText(/Door to door/);
  expect(screen.getByLabelText(/Door to door/).closest('label')?.textContent).toMatch(
    /Ignite Camp.*: no ride\. You bring and collect your child there\./,
  );
  cleanup();
  const order = checkout.sale.$order.get();
  if (!order) throw new Error('no order');
  const { container } = render(<Prices checkout={checkout} order={order} />);
  expect(container.textContent).toMatch(/Door to door · Spark Camp.*S\$60/);
  expect(container.textContent).toMatch(/Ignite Camp.*No ride/);
});
