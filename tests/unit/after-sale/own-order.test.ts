/** A signed-in family opens its own order without the link in an e-mail. */
import { expect, it, vi } from 'vitest';
import { ownAccess } from '#features/after-sale/api.ts';
import { createOrderStore } from '#features/after-sale/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { managed } from './examples.ts';

const browser = fakeBrowser();
const id = '6d0f0f3e-0000-4000-8000-000000000001';

it('the page reads the order by its number with the member’s token', async () => {
  storeSession({ id: 'u1' });
  browser.api.on('get_managed_order', { body: managed() });
  const manage = createOrderStore(ownAccess(id));
  await manage.open();
  expect(manage.$view.get().state).toBe('ready');
  expect(browser.api.named('get_managed_order')[0]).toMatchObject({
    body: { p_access: { order_id: id } },
    headers: { authorization: 'Bearer token' },
  });
});

it('the page sends no member’s token when it was opened through a link', async () => {
  storeSession({ id: 'u1' });
  browser.api.on('get_managed_order', { body: managed() });
  await createOrderStore('t0ken').open();
  const [call] = browser.api.named('get_managed_order');
  expect(call?.body).toEqual({ p_access: { token: 't0ken' } });
  expect(call?.headers).not.toHaveProperty('authorization');
});

it('the page treats another family’s order as not found', async () => {
  storeSession({ id: 'u1' });
  browser.api.on('get_managed_order', refusal('order_not_found', 404));
  const manage = createOrderStore(ownAccess(id));
  await manage.open();
  expect(manage.$view.get()).toEqual({ state: 'unavailable', why: 'link_not_found' });
});

it.each([
  ['whose session has expired', 'unauthorized', 401],
  ['who has never signed in', 'not_allowed', 403],
] as const)('the page sends a visitor %s to sign in and back again', async (_, code, status) => {
  vi.stubGlobal('location', { pathname: '/manage-booking', search: `?order=${id}` });
  browser.api.on('get_managed_order', refusal(code, status));
  const go = vi.fn();
  await createOrderStore(ownAccess(id), go).open();
  expect(go).toHaveBeenCalledExactlyOnceWith(
    `/auth?from=${encodeURIComponent(`/manage-booking?order=${id}`)}`,
  );
});
