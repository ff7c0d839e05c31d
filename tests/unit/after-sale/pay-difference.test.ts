/** Tests moving to a more expensive camp or class: the parent pays the difference as a separate order. */
import { expect, it } from 'vitest';
import { noteMessages, errorText } from '#features/after-sale/messages.ts';
import { createOrderStore } from '#features/after-sale/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { order, secret } from '#support/unit/examples.ts';
import { managed, managedLine, target } from './examples.ts';

const browser = fakeBrowser();
const detail = (message: string, details: string) => ({
  status: 409,
  body: { code: 'PT409', message, details, hint: null },
});
const url = 'https://checkout.test/pay';
const choice = { target, differenceCents: 24_100 };

async function openOrder() {
  const visited: string[] = [];
  browser.api
    .on('get_managed_order', { body: managed() })
    .on('hold_upgrade', { body: order({ total_cents: 24_100 }) })
    .on('create-checkout', { body: { url } });
  const manage = createOrderStore('t0ken', (to) => visited.push(to));
  await manage.open();
  manage.$chosenMove.set(choice);
  return { manage, visited };
}

it('the question shows the price difference of a more expensive week without moving', async () => {
  const { manage } = await openOrder();
  browser.api.on('quote_move', { body: { difference_cents: 24_100 } });
  await manage.quoteMove(managedLine.line_id, target);
  expect(manage.$chosenMove.get()).toEqual(choice);
  expect(manage.$outcome.get()).toBeNull();
  expect(browser.api.named('hold_upgrade')).toEqual([]);
});

it('the store holds the new spot and pays for it as a separate order, only once', async () => {
  const { manage, visited } = await openOrder();
  await Promise.all([
    manage.payDifference(managedLine.line_id, choice),
    manage.payDifference(managedLine.line_id, choice),
  ]);
  expect(browser.api.named('hold_upgrade').map(({ body }) => body)).toEqual([
    { p_access: { token: 't0ken' }, p_line_id: managedLine.line_id, p_target: { camp_id: target.id } },
  ]);
  expect(browser.api.named('create-checkout').map(({ body }) => body)).toEqual([
    {
      secret,
      expected_total_cents: 24_100,
      return_path: '/manage-booking',
      success_path: '/camp-booking-success',
    },
  ]);
  expect(visited).toEqual([url]);
  expect(manage.$busy.get()).toBe(true);
  manage.unlock();
  expect(manage.$busy.get()).toBe(false);
});

it('the store asks again if the held spot costs something else', async () => {
  const { manage, visited } = await openOrder();
  browser.api.on('hold_upgrade', { body: order({ total_cents: 30_000 }) });
  await manage.payDifference(managedLine.line_id, choice);
  expect(manage.$chosenMove.get()).toEqual({ target, differenceCents: 30_000 });
  expect(manage.$outcome.get()).toEqual({ tone: 'warn', text: noteMessages.differenceChanged(30_000) });
  expect(browser.api.named('create-checkout')).toEqual([]);
  expect(visited).toEqual([]);
});

it('the store asks again if the price changes on the way to the payment page', async () => {
  const { manage, visited } = await openOrder();
  browser.api.on('create-checkout', { status: 409, body: { code: 'price_changed', cents: 25_000 } });
  await manage.payDifference(managedLine.line_id, choice);
  expect(manage.$chosenMove.get()).toEqual({ target, differenceCents: 25_000 });
  expect(visited).toEqual([]);
});

it('the store asks for the price of the move again if nothing remains to be paid', async () => {
  const { manage } = await openOrder();
  browser.api
    .on('hold_upgrade', detail('refund_changed', '0'))
    .on('quote_move', { body: { difference_cents: 0 } });
  await manage.payDifference(managedLine.line_id, choice);
  expect(manage.$chosenMove.get()).toEqual({ target, differenceCents: 0 });
  expect(manage.$busy.get()).toBe(false);
});

it('the page says that a spot has been taken, and asks for another', async () => {
  const { manage, visited } = await openOrder();
  browser.api.on('hold_upgrade', refusal('camp_full', 409, 'p_target.camp_id'));
  await manage.payDifference(managedLine.line_id, choice);
  expect(manage.$chosenMove.get()).toBeNull();
  expect(manage.$outcome.get()?.text).toBe(await errorText('camp_full'));
  expect(visited).toEqual([]);
});

it('the question stays open if the payment page does not answer', async () => {
  const { manage } = await openOrder();
  browser.api.on('create-checkout', { status: 503, body: { code: 'payment_unavailable' } });
  await manage.payDifference(managedLine.line_id, choice);
  expect(manage.$chosenMove.get()).toEqual(choice);
  expect(manage.$outcome.get()?.text).toBe(await errorText('payment_unavailable'));
  expect(manage.$busy.get()).toBe(false);
});

it('the page reloads an order that was paid in another window', async () => {
  const { manage } = await openOrder();
  browser.api.on('create-checkout', { status: 409, body: { code: 'order_closed' } });
  await manage.payDifference(managedLine.line_id, choice);
  expect(manage.$outcome.get()?.text).toBe(await errorText('line_closed'));
  expect(browser.api.named('get_managed_order')).toHaveLength(2);
});

it('the store asks before paying if the price rises during a move', async () => {
  const { manage } = await openOrder();
  manage.$chosenMove.set({ target, differenceCents: 0 });
  browser.api.on('move_line', detail('move_costs_more', '4000'));
  await manage.move(managedLine.line_id, { target, differenceCents: 0 }, 'Kai');
  expect(manage.$chosenMove.get()).toEqual({ target, differenceCents: 4000 });
  expect(manage.$outcome.get()?.text).toBe(noteMessages.differenceChanged(4000));
});
