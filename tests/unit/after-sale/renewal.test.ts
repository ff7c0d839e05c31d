import { expect, it, vi } from 'vitest';
import { errorText } from '#features/after-sale/messages.ts';
import { createOrderStore } from '#features/after-sale/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';
import { managed, managedLine } from './examples.ts';

const browser = fakeBrowser();
const displayedTerms = { refundCents: 3800, endsRenewal: true };
const renewal = {
  id: uuid(600),
  status: 'past_due',
  title: 'Flexi',
  price_cents: 19_900,
  current_period_end: '2026-12-18T04:10:00Z',
};

it('the page reads the renewal once', async () => {
  browser.api.on('find_renewal', { body: renewal });
  const manage = createOrderStore('t0ken');
  await Promise.all([manage.renewal.load(), manage.renewal.load()]);
  expect(manage.renewal.$view.get()).toEqual({ state: 'loaded', renewal });
  expect(browser.api.named('find_renewal').map(({ body }) => body)).toEqual([
    { p_access: { token: 't0ken' } },
  ]);
});

it('the page reads the renewal again only after a successful cancellation', async () => {
  browser.api.on('find_renewal', { body: { ...renewal, status: 'active' } });
  browser.api.on('get_managed_order', { body: managed() });
  const manage = createOrderStore('t0ken');
  await Promise.all([manage.open(), manage.renewal.load()]);
  browser.api.on('find_renewal', { body: { ...renewal, status: 'ended' } });
  browser.api.on('cancel_lines', refusal('too_late', 409));
  await manage.cancel([managedLine.line_id], displayedTerms, 'Kai');
  expect(browser.api.named('find_renewal')).toHaveLength(1);
  browser.api.on('cancel_lines', { body: managed() });
  await manage.cancel([managedLine.line_id], displayedTerms, 'Kai');
  await vi.waitFor(() => expect(manage.renewal.$view.get()).toMatchObject({ renewal: { status: 'ended' } }));
});

it('the page does not ask about the renewal of an order without one', async () => {
  browser.api.on('get_managed_order', { body: managed() });
  browser.api.on('cancel_lines', { body: managed() });
  const manage = createOrderStore('t0ken');
  await manage.open();
  await manage.cancel([managedLine.line_id], displayedTerms, 'Kai');
  expect(browser.api.named('find_renewal')).toEqual([]);
});

it.each([
  [refusal('subscription_not_found', 404), 'none'],
  [refusal('permission denied', 401), 'unknown'],
  ['network failure', 'unknown'],
] as const)(
  'the renewal is unknown if it cannot be read, so that it can still be managed',
  async (reply, state) => {
    browser.api.on('find_renewal', reply);
    const manage = createOrderStore('t0ken');
    await manage.renewal.load();
    expect(manage.renewal.$view.get()).toEqual({ state });
  },
);

it('the page opens the billing portal', async () => {
  const visited: string[] = [];
  browser.api.on('billing-portal', { body: { url: 'https://billing.test/session' } });
  const manage = createOrderStore('t0ken', (url) => visited.push(url));
  await manage.renewal.open();
  expect(browser.api.named('billing-portal').map(({ body }) => body)).toEqual([{ token: 't0ken' }]);
  expect(visited).toEqual(['https://billing.test/session']);
});

it('the page says if the billing portal does not answer', async () => {
  browser.api.on('billing-portal', { status: 503, body: { code: 'payment_unavailable' } });
  const manage = createOrderStore('t0ken');
  await manage.renewal.open();
  expect(manage.$outcome.get()).toEqual({
    tone: 'bad',
    text: await errorText('payment_unavailable'),
    help: true,
  });
  expect(manage.$busy.get()).toBe(false);
});
