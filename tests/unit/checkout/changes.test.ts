import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCheckout } from '#features/checkout/store.ts';
import { keyOf, ofDraft } from '#features/checkout/purchase/subject.ts';
import { saveOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { secret, uuid } from '#support/unit/examples.ts';
import {
  campOrder,
  draft,
  form as filled,
  heldCamp,
  kai,
  mira,
  offer,
  texts,
  privateDetails,
} from './examples.ts';
import {
  type HoldRequest,
  address,
  holdRequests,
  lastHoldRequest,
  openCheckout,
} from '#support/unit/checkout-changes.ts';

const browser = fakeBrowser();
const payUrl = 'https://checkout.stripe.test/c/pay/1';
const draftKey = keyOf(ofDraft(draft));
const second = uuid(778);
/**
 * Simulates a server with this many spots. It holds all or none, unless splitting is allowed. Each hold gets another
 * secret.
 */
function answerWithPlaces(places: number, prices: (count: number) => object = () => ({})): void {
  let holdCount = 0;
  browser.api.on('hold_order', ({ body }) => {
    const { lines, split, transport, code } = body['p_order'] as HoldRequest & { transport?: string };
    const count = Math.min(lines.length, places);
    if (count === 0 || (count < lines.length && !split))
      return refusal('camp_full', 409, `lines[${places}].camp_id`);
    holdCount += 1;
    const leftOut = lines.map((_, index) => index).slice(count);
    const more = {
      secret: holdCount === 1 ? secret : uuid(777 + holdCount - 1),
      code: code ?? null,
      transport,
    };
    return { body: heldCamp(count, { ...more, ...prices(count), left_out: leftOut }) };
  });
}

beforeEach(() => {
  writeStored('selected_camp_data', draft);
  browser.api
    .on('offers', { body: [offer] })
    .on('consent_texts', { body: texts })
    .on('get_order', { body: campOrder(1) })
    .on('release-order', { body: { released: true } })
    .on('create-checkout', { body: { url: payUrl } });
  answerWithPlaces(20);
});

describe('several children on one camp', () => {
  it('are one order, which is held again at the server’s price when a child is added or removed', async () => {
    const { changes, sale, form } = await openCheckout();
    expect(holdRequests(browser)).toEqual([
      {
        lines: [{ offer_id: 'tier-spark', camp_id: uuid(301), expected_price_cents: 54900 }],
        secret: expect.any(String) as string,
        previous_secret: null,
      },
    ]);
    await changes.addChild();
    expect(lastHoldRequest(browser)).toMatchObject({ previous_secret: secret });
    expect(lastHoldRequest(browser)?.lines).toHaveLength(2);
    expect(sale.$order.get()?.total_cents).toBe(54900 + 49900);
    // The parent made this change, so the page does not ask about the new price.
    expect(sale.$asksPrice.get()).toBeNull();
    await changes.removeChild(0);
    expect(lastHoldRequest(browser)?.lines).toHaveLength(1);
    expect(lastHoldRequest(browser)).toMatchObject({ previous_secret: second });
    expect(form.$values.get().children).toHaveLength(1);
  });

  it('are paid for together, with transport and all details', async () => {
    const { changes, form, paying, go } = await openCheckout();
    await changes.addChild();
    form.fill({
      ...filled,
      of: draftKey,
      children: [kai, mira],
      transport: 'door',
      address: '449290 #08-21',
    });
    form.fill({
      ...privateDetails,
      health: [privateDetails.health[0], privateDetails.health[0]].flatMap((one) => one ?? []),
    });
    await paying.pay();
    expect(browser.api.named('create-checkout')[0]?.body).toMatchObject({
      secret: second,
      expected_total_cents: 104800,
      return_path: '/checkout',
      success_path: '/camp-booking-success',
      details: { children: [{ name: 'Kai Lim' }, { name: 'Mira Lim' }], transport_address: '449290 #08-21' },
    });
    expect(go).toHaveBeenCalledExactlyOnceWith(payUrl);
  });

  it('are added one after the other, even if they are added quickly', async () => {
    const { changes, sale } = await openCheckout();
    await Promise.all([changes.addChild(), changes.addChild()]);
    expect(holdRequests(browser).map((order) => order.previous_secret)).toEqual([null, secret, second]);
    expect(sale.$order.get()?.lines).toHaveLength(3);
  });

  it('cost more if the early bird has no spot for the second, and the parent is asked once', async () => {
    answerWithPlaces(20, (count) =>
      count === 1
        ? {}
        : {
            price_changed: true,
            total_cents: 54900 + 59000,
            lines: campOrder(2).lines.map((line, index) => ({
              ...line,
              price_cents: index === 0 ? 54900 : 59000,
            })),
          },
    );
    const { changes, sale } = await openCheckout();
    await changes.addChild();
    expect(sale.$asksPrice.get()).toBe(113900);
    expect(sale.$agreed.get()).toBe(109800);
    sale.agree();
    await changes.choose('door');
    expect(lastHoldRequest(browser)?.lines.map((line) => line.expected_price_cents)).toEqual([54900, 59000]);
  });

  it('are not added if the network fails', async () => {
    const { changes, form, sale } = await openCheckout();
    browser.api.on('hold_order', 'network failure');
    await changes.addChild();
    expect(form.$values.get().children).toHaveLength(1);
    expect(changes.$refused.get()).toBe('unexpected');
    expect(sale.$order.get()?.secret).toBe(secret);
  });
});

describe('a camp without spots for all children', () => {
  it('holds the spots that there are while the parent decides, and takes no payment before', async () => {
    answerWithPlaces(1);
    const { changes, sale, form, paying } = await openCheckout();
    await changes.addChild();
    expect(changes.$unseated.get()).toBe(1);
    expect(form.$values.get().children).toHaveLength(2);
    expect(sale.$order.get()?.lines).toHaveLength(1);
    form.fill({ ...filled, of: draftKey, children: [kai, mira] });
    form.fill(privateDetails);
    await paying.pay();
    expect(browser.api.named('create-checkout')).toEqual([]);

    await changes.split();
    expect(lastHoldRequest(browser)).toMatchObject({ split: true });
    expect(lastHoldRequest(browser)?.lines).toHaveLength(2);
    await paying.pay();
    expect(browser.api.named('create-checkout')[0]?.body).toMatchObject({
      details: { children: [{ name: 'Kai Lim' }] },
    });
  });

  it('asks in the same way when the checkout is opened', async () => {
    writeStored('otter_checkout_draft', { ...filled, of: draftKey, children: [kai, mira] });
    answerWithPlaces(1);
    const { changes, sale } = await openCheckout();
    expect(holdRequests(browser).map(({ lines }) => lines.length)).toEqual([2, 1]);
    expect(sale.$view.get().state).toBe('open');
    expect(changes.$unseated.get()).toBe(1);
  });

  it('is refused as full if it has no place at all', async () => {
    answerWithPlaces(0);
    const go = vi.fn();
    const checkout = createCheckout({ go, address });
    await checkout.open();
    expect(checkout.sale.$view.get()).toEqual({ state: 'refused', code: 'camp_full' });
  });

  it('does not change the hold if the child without a spot is removed', async () => {
    answerWithPlaces(1);
    const { changes } = await openCheckout();
    await changes.addChild();
    const before = holdRequests(browser).length;
    await changes.removeChild(1);
    expect(holdRequests(browser)).toHaveLength(before);
    expect(changes.$unseated.get()).toBe(0);
  });
});

describe('transport', () => {
  it('is requested for every line, and reset if it is refused', async () => {
    const { changes, form } = await openCheckout();
    await changes.addChild();
    await changes.choose('door');
    expect(lastHoldRequest(browser)?.lines.map((line) => line.transport)).toEqual(['door', 'door']);
    browser.api.on('hold_order', refusal('transport_not_available', 409, 'lines[0].transport'));
    await changes.choose('');
    expect(form.$values.get().transport).toBe('door');
    expect(changes.$refused.get()).toBe('transport_not_available');
  });
});

describe('without a network', () => {
  it('a change is made once the browser is back online', async () => {
    const { changes, form, sale, online } = await openCheckout();
    const isOnline = (onLine: boolean) => vi.stubGlobal('navigator', { onLine, userAgent: 'test' });
    isOnline(false);
    browser.api.on('hold_order', 'network failure').on('get_order', 'network failure');
    await changes.addChild();
    expect(changes.$refused.get()).toBe('offline');
    expect(form.$values.get().children).toHaveLength(1);
    isOnline(true);
    answerWithPlaces(20);
    browser.api.on('get_order', { body: campOrder(1) });
    online();
    await changes.settled();
    expect(changes.$refused.get()).toBeNull();
    expect(form.$values.get().children).toHaveLength(2);
    expect(sale.$order.get()?.lines).toHaveLength(2);
    const before = holdRequests(browser).length;
    online();
    await changes.settled();
    expect(holdRequests(browser)).toHaveLength(before);
  });
});

describe('after a reload', () => {
  it('the same order and its children are shown', async () => {
    writeStored('otter_checkout_draft', { ...filled, of: draftKey, children: [kai, mira] });
    browser.api.on('get_order', { body: campOrder(2) });
    const memory = { secret, sessionId: '', offerId: 'tier-spark', agreedCents: 104800, heldUntil: null };
    saveOrderMemory({ ...memory, payUrl: null, subject: ofDraft(draft) });
    const { changes, sale, form } = await openCheckout();
    expect(holdRequests(browser)).toEqual([]);
    expect(form.$values.get().children).toEqual([kai, mira]);
    expect(changes.$unseated.get()).toBe(0);
    expect(sale.$asksPrice.get()).toBeNull();
  });

  it('the number of children comes from the order if the browser has lost their names', async () => {
    browser.api.on('get_order', { body: campOrder(2) });
    const memory = { secret, sessionId: '', offerId: 'tier-spark', agreedCents: 104800, heldUntil: null };
    saveOrderMemory({ ...memory, payUrl: null, subject: ofDraft(draft) });
    const { form } = await openCheckout();
    expect(form.$values.get().children).toHaveLength(2);
  });
});

it('a pass that renews is for one child only', async () => {
  browser.api.on('offers', { body: [{ ...offer, details: { ...offer.details, renews: true } }] });
  const { changes } = await openCheckout();
  expect(changes.$mayAdd.get()).toBe(false);
  await changes.addChild();
  expect(holdRequests(browser)).toHaveLength(1);
});

it('a child who is too young is refused at the field, without calling the server', async () => {
  const { form, paying } = await openCheckout();
  form.fill({ ...filled, of: draftKey, children: [{ ...kai, year: '2022' }] });
  form.fill(privateDetails);
  await paying.pay();
  expect(form.$faults.get()['children[0].dob']).toMatchObject({
    kind: 'age_not_allowed',
    age: 4,
    minAge: 7,
    maxAge: 12,
  });
  expect(browser.api.named('create-checkout')).toEqual([]);
});
