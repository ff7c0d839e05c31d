import { beforeEach, expect, it, vi } from 'vitest';
import { backTo, findSource } from '#features/checkout/purchase/source.ts';
import { createCheckout } from '#features/checkout/store.ts';
import { forgetOrder, readOrderMemory } from '#browser/order-memory.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { order, uuid } from '#support/unit/examples.ts';
import { texts } from './examples.ts';

const browser = fakeBrowser();
const child = { id: uuid(2), name: 'Kai Tan', dob: '2018-03-14' };
const flexi = {
  id: 'pass-flexi',
  kind: 'pass',
  title: 'Flexi',
  details: { min_age: 5, max_age: 12, renews: true },
};
const address = (query: string) => ({ path: '/checkout/flexi', query: new URLSearchParams(query) });
const named = 'offer=pass-flexi&price=16700';

beforeEach(() => {
  forgetOrder();
  vi.setSystemTime('2026-11-21T04:00:00Z');
  browser.api
    .on('offers', { body: [flexi] })
    .on('children', { body: [child] })
    .on('consent_texts', { body: texts })
    .on('hold_order', { body: { ...order(), left_out: [] } });
});
const signIn = () => storeSession({ id: uuid(1) });
async function open(query: string) {
  const checkout = createCheckout({ address: () => address(query), go: () => undefined });
  await checkout.open();
  return checkout;
}

it('the checkout of a pass alone starts today and has the member’s child', async () => {
  signIn();
  expect(await findSource(address(`${named}&child=${child.id}`))).toMatchObject({
    is: 'subject',
    subject: {
      kind: 'class',
      offerId: 'pass-flexi',
      sessionId: null,
      campId: null,
      childId: child.id,
      name: 'Flexi',
      seenCents: 16_700,
      firstDay: '2026-11-21',
      minAge: 5,
      maxAge: 12,
    },
    waiting: [child],
  });
});

it('the checkout of a pass knows no child for a visitor or for a new child', async () => {
  const unknown = { is: 'subject', subject: expect.not.objectContaining({ childId: child.id }) as unknown };
  expect(await findSource(address(`${named}&child=${child.id}`))).toEqual(unknown);
  signIn();
  expect(await findSource(address(`${named}&child=new`))).toEqual({ ...unknown, isNewChild: true });
  expect(browser.api.named('children')).toEqual([]);
  browser.api.on('children', { body: [] });
  expect(await findSource(address(`${named}&child=${child.id}`))).toEqual(unknown);
});

it('the checkout of something that is not a pass, or not on sale, is refused', async () => {
  const refused = { is: 'refused', code: 'offer_not_available' };
  browser.api.on('offers', { body: [] });
  expect(await findSource(address(`${named}&child=new`))).toEqual(refused);
  browser.api.on('offers', { body: [{ ...flexi, kind: 'camp_tier' }] });
  expect(await findSource(address(`${named}&child=new`))).toEqual(refused);
});

it('the checkout of a pass fills in the child and holds with the member’s token', async () => {
  signIn();
  const { form, sale } = await open(`${named}&child=${child.id}`);
  expect(sale.$view.get().state).toBe('open');
  expect(form.$values.get().children).toEqual([{ name: 'Kai Tan', day: '14', month: '03', year: '2018' }]);
  const [hold] = browser.api.named('hold_order');
  expect(hold?.headers).toMatchObject({ authorization: 'Bearer token' });
  expect(hold?.body).toMatchObject({ p_order: { lines: [{ offer_id: 'pass-flexi', session_id: null }] } });
});

it('the link back from the payment page finds the same order without naming the child', async () => {
  signIn();
  const query = `${named}&child=${child.id}`;
  await open(query);
  const returnPath = backTo(address(query));
  expect(returnPath).toBe(`/checkout/flexi?${named}`);
  const source = await findSource(address(named));
  expect(source).toEqual({ is: 'subject', subject: readOrderMemory()?.subject });
  expect(source).toMatchObject({ subject: { childId: child.id } });
});

it('the checkout holds as a visitor if the session has expired', async () => {
  signIn();
  browser.api.on('hold_order', ({ headers }) =>
    headers['authorization']
      ? { status: 401, body: { message: 'JWT expired' } }
      : { body: { ...order(), left_out: [] } },
  );
  const { sale } = await open(`${named}&child=new`);
  expect(sale.$view.get().state).toBe('open');
  expect(browser.api.named('hold_order')).toHaveLength(2);
});

it('the checkout does not repeat a hold after another refusal', async () => {
  signIn();
  browser.api.on('hold_order', refusal('offer_not_available'));
  const { sale } = await open(`${named}&child=new`);
  expect(sale.$view.get()).toEqual({ state: 'refused', code: 'offer_not_available' });
  expect(browser.api.named('hold_order')).toHaveLength(1);
});
