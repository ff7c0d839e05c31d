// @vitest-environment happy-dom
/** What the page says of deposits in a mixed order (docs/decisions "One basket"). */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import WayToPay from '#features/checkout/order/WayToPay.tsx';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';
import { answerAsUsual, openBoth, second } from '../checkout/basket-setup.ts';

const browser = fakeBrowser();
afterEach(cleanup);
beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  answerAsUsual(browser);
});

const pay = { options: [], grace_days: 3, lapses: true, parts: null, balance_cents: 0 };

it('names the camps for which a deposit is possible without the rest', async () => {
  const checkout = await openBoth();
  const order = checkout.sale.$order.get();
  if (!order) throw new Error('no order');
  const show = (campIds: string[]) =>
    render(<WayToPay checkout={checkout} order={{ ...order, pay: { ...pay, deposit_camp_ids: campIds } }} />);
  show([second.campId ?? '']);
  expect(
    screen.getByText(/^A deposit is possible for Ignite Camp, .*14–18 Dec in an order without/),
  ).toBeTruthy();
  cleanup();
  expect(show([]).container.textContent).toBe('');
});
