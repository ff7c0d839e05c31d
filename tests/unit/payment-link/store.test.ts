// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { PaymentLink } from '#contract/payment-links.ts';
import { createPaymentLink } from '#features/payment-link/store.ts';
import { saveOrderMemory } from '#browser/order-memory.ts';
import { type Call, fakeBrowser, refusal } from '#support/unit/browser.ts';
import { secret, uuid } from '#support/unit/examples.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
afterEach(() => {
  history.replaceState(null, '', '/pay');
  sessionStorage.clear();
});

const open: PaymentLink = {
  state: 'open',
  first_name: 'Mei',
  offer: {
    lines: [{ title: 'Term Pass', cancellation: null, session: null, camp: null }],
    children: 1,
    total_cents: 69700,
    currency: 'SGD',
    refund_steps: null,
    pay_until: '2026-11-20T05:18:00Z',
    url: 'https://checkout.stripe.test/c/pay/1',
  },
};
const paidLink = { state: 'paid', first_name: 'Mei', offer: null } as const;

function visit(address: string) {
  history.replaceState(null, '', address);
  let time = 0;
  const go = vi.fn();
  const page = createPaymentLink({ go, now: () => time });
  return { page, go, later: (ms: number) => (time += ms) };
}
const rememberOrder = (payLink: { back: string } | null) =>
  saveOrderMemory({
    secret,
    sessionId: uuid(101),
    offerId: 'pass-term',
    agreedCents: 69700,
    heldUntil: null,
    payUrl: null,
    payLink: payLink && { token: 'a1', pay_until: '', url: '', ...payLink },
  });

it('the page takes the token out of the address, and still has it when Stripe returns the payer', async () => {
  browser.api.on('read_payment_link', { body: open });
  const { page } = visit('/pay#a1');
  await page.read();
  expect(location.href).not.toContain('a1');
  expect(page.$view.get()).toEqual({ state: 'read', link: open, payment: 'none' });

  browser.api.on('check-payment-link', { body: { confirmed: false } });
  const returned = visit('/pay?paid=yes');
  await returned.page.read();
  expect(browser.api.named('read_payment_link').map(({ body }) => body['p_token'])).toEqual(['a1', 'a1']);
  expect(returned.page.$view.get()).toMatchObject({ payment: 'checking' });
  returned.later(30_000);
  await returned.page.read();
  expect(returned.page.$view.get()).toMatchObject({ payment: 'on_its_way' });
  browser.api.on('read_payment_link', { body: paidLink });
  await returned.page.read();
  expect(returned.page.$view.get()).toEqual({ state: 'read', link: paidLink, payment: 'none' });
});

it('the page asks Stripe when a payer returns before the webhook, and reads again once it is paid', async () => {
  browser.api.on('read_payment_link', { body: open });
  browser.api.on('check-payment-link', { body: { confirmed: true } });
  await visit('/pay#a1').page.read();
  expect(browser.api.named('check-payment-link')).toEqual([]);
  const { page } = visit('/pay?paid=yes');
  await page.read();
  expect(browser.api.named('check-payment-link').map(({ body }) => body['token'])).toEqual(['a1']);
  expect(browser.api.named('read_payment_link')).toHaveLength(3);
});

it.each([
  ['link_not_found', 404, 'wrong'],
  ['link_expired', 410, 'ended'],
  ['rate_limited', 429, 'failed'],
])('the refusal %s has a state of its own', async (code, status, state) => {
  browser.api.on('read_payment_link', refusal(code, status));
  const { page } = visit('/pay#a1');
  await page.read();
  expect(page.$view.get()).toEqual({ state });
});

it('the page keeps what it has read while there is no network', async () => {
  browser.api.on('read_payment_link', { body: open });
  const { page } = visit('/pay#a1');
  await page.read();
  browser.api.on('read_payment_link', 'network failure');
  expect(await page.read()).toBe(false);
  expect(page.$view.get()).toMatchObject({ state: 'read' });
});

it('the page calls nothing without a token, and thanks a payer who returns in another tab', async () => {
  const { page } = visit('/pay');
  await page.read();
  expect(page.$view.get()).toEqual({ state: 'wrong' });
  const returned = visit('/pay?paid=yes');
  await returned.page.read();
  expect(returned.page.$view.get()).toEqual({ state: 'thanks' });
  expect(browser.api.calls).toEqual([]);
});

it('the page leads only the parent who sent the link to the order', async () => {
  rememberOrder(null);
  const payer = visit('/pay?paid=yes');
  await payer.page.read();
  expect(payer.go).not.toHaveBeenCalled();

  rememberOrder({ back: '/checkout/term' });
  const paid = visit('/pay?paid=yes');
  await paid.page.read();
  expect(paid.go).toHaveBeenCalledExactlyOnceWith(`/payment-success?order=${secret}`);
  const returned = visit('/pay');
  await returned.page.read();
  expect(returned.go).toHaveBeenCalledExactlyOnceWith('/checkout/term');
});

it('the page shows a signed-in parent the balance, and pays a part from it and the rest by card', async () => {
  storeSession({ id: 'parent-1' });
  const part = uuid(7);
  const offer = { ...open.offer, total_cents: 34_300, due_on: '2026-12-01', part, url: null };
  const isMember = ({ headers }: Call) => headers['authorization'] === 'Bearer token';
  browser.api.on('read_payment_link', (call) => ({
    body: { ...open, offer: { ...offer, balance_cents: isMember(call) ? 10_000 : null } },
  }));
  browser.api.on('pay-instalment', { body: { url: 'https://checkout.stripe.test/c/pay/2' } });
  const { page, go } = visit('/pay#a1');
  await page.read();
  expect(page.$view.get()).toMatchObject({ link: { offer: { balance_cents: 10_000 } } });
  await page.payFromBalance(10_000);
  expect(browser.api.named('pay-instalment')[0]?.body).toEqual({
    token: 'a1',
    balance: { part, expected_cents: 34_300, cents: 10_000 },
  });
  expect(go).toHaveBeenCalledWith('https://checkout.stripe.test/c/pay/2');
});

it('the page says that the balance paid everything, and reads on without the account once the session has ended', async () => {
  storeSession({ id: 'parent-1' });
  const part = uuid(7);
  const offer = {
    ...open.offer,
    total_cents: 34_300,
    due_on: '2026-12-01',
    part,
    url: null,
    balance_cents: 50_000,
  };
  browser.api.on('read_payment_link', { body: { ...open, offer } });
  const { page } = visit('/pay#a1');
  await page.read();
  browser.api.on('pay-instalment', { body: { url: null } });
  browser.api.on('read_payment_link', { body: paidLink });
  await page.payFromBalance(34_300);
  expect(page.$view.get()).toMatchObject({ payment: 'from_balance' });
  browser.api.on('read_payment_link', ({ headers }) =>
    headers['authorization'] === 'Bearer token' ? refusal('session_ended', 401) : { body: open },
  );
  await page.read();
  expect(page.$view.get()).toMatchObject({ state: 'read', link: { state: 'open' } });
});
