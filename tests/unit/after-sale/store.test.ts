import type { ManagedOrder } from '#contract/after-sale.ts';
import { expect, it } from 'vitest';
import { noteMessages, errorText } from '#features/after-sale/messages.ts';
import { createOrderStore } from '#features/after-sale/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { managed, managedLine, target } from './examples.ts';

const browser = fakeBrowser();
const displayedTerms = { refundCents: 3800, endsRenewal: true };
const bookingText = 'Kai Tan, Red Otter A, Somerset, Sat 21 Nov 2026, 10.30 am';

async function openOrder(order: ManagedOrder = managed()) {
  browser.api.on('get_managed_order', { body: order });
  const manage = createOrderStore('t0ken');
  await manage.open();
  return manage;
}
const detail = (message: string, details: string) => ({
  status: 409,
  body: { code: 'PT409', message, details, hint: null },
});

it.each([
  [refusal('link_not_found', 404), 'link_not_found'],
  [refusal('link_expired', 410), 'link_expired'],
  ['network failure', 'failed'],
] as const)('the page says why a link does not open an order', async (reply, why) => {
  browser.api.on('get_managed_order', reply);
  const manage = createOrderStore('t0ken');
  await manage.open();
  expect(manage.$view.get()).toEqual({ state: 'unavailable', why });
});

it('the page calls no server without a link', async () => {
  const manage = createOrderStore(null);
  await manage.open();
  expect(manage.$view.get()).toEqual({ state: 'unavailable', why: 'missing' });
  expect(browser.api.calls).toEqual([]);
});

it('the page cancels once with the refund that was shown, and confirms it', async () => {
  const manage = await openOrder();
  manage.openPanel({ lineId: managedLine.line_id, action: 'cancel' });
  browser.api.on('cancel_lines', { body: managed({ lines: [{ ...managedLine, status: 'cancelled' }] }) });
  const cancel = () => manage.cancel([managedLine.line_id], displayedTerms, bookingText);
  await Promise.all([cancel(), cancel()]);
  expect(browser.api.named('cancel_lines').map(({ body }) => body)).toEqual([
    {
      p_access: { token: 't0ken' },
      p_line_ids: [managedLine.line_id],
      p_expected_refund_cents: 3800,
      p_expected_ends_renewal: true,
    },
  ]);
  expect(manage.$panel.get()).toBeNull();
  expect(manage.$outcome.get()).toEqual({
    tone: 'calm',
    text: `Cancelled: ${bookingText}. S$38 will be refunded.`,
  });
  expect(manage.$view.get()).toMatchObject({ order: { lines: [{ status: 'cancelled' }] } });
});

it('the page asks again if the refund has changed', async () => {
  const manage = await openOrder();
  manage.openPanel({ lineId: managedLine.line_id, action: 'cancel' });
  browser.api.on('cancel_lines', detail('refund_changed', '1900'));
  await manage.cancel([managedLine.line_id], displayedTerms, bookingText);
  expect(manage.$outcome.get()).toEqual({ tone: 'warn', text: noteMessages.refundChanged(1900) });
  expect(manage.$panel.get()).toMatchObject({ action: 'cancel' });
  expect(browser.api.named('get_managed_order')).toHaveLength(2);
});

it('the page asks for the price of a move without moving, and then moves at that price', async () => {
  const manage = await openOrder();
  browser.api.on('quote_move', { body: { difference_cents: -4000 } });
  browser.api.on('move_line', ({ body }) =>
    body['p_expected_difference_cents'] === -4000 ? { body: managed() } : detail('refund_changed', '-4000'),
  );
  await manage.quoteMove(managedLine.line_id, target);
  expect(browser.api.named('move_line')).toEqual([]);
  expect(manage.$chosenMove.get()).toEqual({ target, differenceCents: -4000 });
  await manage.move(managedLine.line_id, { target, differenceCents: -4000 }, bookingText);
  expect(manage.$outcome.get()).toEqual({ tone: 'calm', text: noteMessages.moved(bookingText) });
});

it('the page does not ask for the price of moving a class', async () => {
  const manage = await openOrder();
  await manage.quoteMove(managedLine.line_id, { ...target, kind: 'session' });
  expect(manage.$chosenMove.get()).toMatchObject({ differenceCents: 0 });
  expect(browser.api.named('quote_move')).toEqual([]);
});

it('the page says that a spot has been taken, and reads the spots again', async () => {
  const manage = await openOrder();
  browser.api.on('move_line', refusal('camp_full'));
  await manage.move(managedLine.line_id, { target, differenceCents: 0 }, bookingText);
  expect(manage.$outcome.get()).toMatchObject({ tone: 'bad', text: await errorText('camp_full') });
  expect(browser.api.named('camps')).toHaveLength(1);
});

it('the question stays open if the pass was renewed in between', async () => {
  const manage = await openOrder();
  manage.openPanel({ lineId: managedLine.line_id, action: 'cancel' });
  browser.api.on('cancel_lines', refusal('pass_renewed'));
  await manage.cancel([managedLine.line_id], displayedTerms, bookingText);
  expect(manage.$outcome.get()).toMatchObject({ tone: 'bad', text: await errorText('pass_renewed') });
  expect(manage.$panel.get()).not.toBeNull();
  expect(browser.api.named('get_managed_order')).toHaveLength(2);
});

it.each(['line_closed', 'too_late', 'pass_used', 'choice_made', 'not_allowed'] as const)(
  'the panel closes after %s',
  async (code) => {
    const manage = await openOrder();
    manage.openPanel({ lineId: managedLine.line_id, action: 'cancel' });
    browser.api.on('cancel_lines', refusal(code));
    await manage.cancel([managedLine.line_id], displayedTerms, bookingText);
    expect(manage.$panel.get()).toBeNull();
    expect(manage.$outcome.get()?.text).toBe(await errorText(code));
  },
);

it('the panel stays open after an unknown failure, and reports it without the link', async () => {
  const manage = await openOrder();
  manage.openPanel({ lineId: managedLine.line_id, action: 'cancel' });
  browser.api.on('cancel_lines', 'network failure');
  await manage.cancel([managedLine.line_id], displayedTerms, bookingText);
  expect(manage.$panel.get()).not.toBeNull();
  expect(JSON.stringify(browser.reports())).not.toContain('t0ken');
});
