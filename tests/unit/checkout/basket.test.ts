/** Several camps for several children in one order (docs/decisions "One basket"). */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { HoldRequest } from '#contract/order-requests.ts';
import { startAdding } from '#browser/adding.ts';
import { readBasket, saveBasket } from '#browser/basket.ts';
import { type CampDraft, readCampDraft } from '#browser/camp-draft.ts';
import { readOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { createCheckout } from '#features/checkout/store.ts';
import { keyOf, ofDraft } from '#features/checkout/purchase/subject.ts';
import { fakeBrowser, MemoryStorage, refusal } from '#support/unit/browser.ts';
import { quoteOf } from './basket-setup.ts';
import { secret, uuid } from '#support/unit/examples.ts';
import { address, holdRequests, lastHoldRequest } from '#support/unit/checkout-changes.ts';
import { campOrder, draft, heldAs, kai, mira, offer, privateDetails, texts } from './examples.ts';

const browser = fakeBrowser();
const at = (now: string) => () => Date.parse(now);
const today = '2026-11-20';
const ignite: CampDraft = {
  ...draft,
  campId: uuid(302),
  campName: 'Ignite Camp',
  packageType: 'ignite',
  packageName: 'Ignite',
  offerId: 'tier-ignite',
  price: 790,
  startDate: '2026-12-14',
  endDate: '2026-12-14',
};
const [spark, second] = [ofDraft(draft), ofDraft(ignite)];
const offers = [
  offer,
  {
    ...offer,
    id: 'tier-ignite',
    title: 'Ignite Camp',
    details: { ...offer.details, tier: 'ignite', transport: [] },
  },
];

const requestOf = (body: Record<string, unknown>) => body['p_order'] as HoldRequest;
const going = (request: HoldRequest | undefined) =>
  request?.lines.map(({ offer_id, child }) => `${offer_id} ${child ?? '-'}`);
const lastGoing = () => going(lastHoldRequest(browser) as HoldRequest | undefined);

async function open(latest: CampDraft = ignite) {
  for (const key of ['selected_camp_data', 'otter-booking-data']) writeStored(key, latest);
  const checkout = createCheckout({ go: vi.fn(), address, now: at(`${today}T04:00:00Z`) });
  await checkout.open();
  return checkout;
}
async function openBoth() {
  saveBasket([spark]);
  startAdding();
  return open();
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  browser.api
    .on('hold_order', ({ body }) => ({ body: heldAs(requestOf(body)) }))
    .on('offers', ({ url }) => ({ body: offers.filter(({ id }) => url.includes(`eq.${id}`)) }))
    .on('consent_texts', { body: texts })
    .on('get_order', { body: campOrder(1, { secret }) })
    .on('quote_order', { status: 500, body: {} })
    .on('release-order', { body: { released: true } });
});

describe('what is in the order', () => {
  it('one choice alone is held as before, and is kept without children', async () => {
    await open(draft);
    expect(lastGoing()).toEqual(['tier-spark -']);
    expect(readBasket(today)).toEqual([spark]);
  });

  it('asks before the second camp joins the first one, and holds nothing until then', async () => {
    saveBasket([spark]);
    const checkout = await open();
    expect(checkout.sale.$view.get()).toEqual({
      state: 'holds_other',
      held: null,
      others: [spark],
      mayJoin: true,
    });
    expect(holdRequests(browser)).toEqual([]);
    await checkout.joinHeld();
    expect(lastGoing()).toEqual(['tier-spark 0', 'tier-ignite 0']);
    expect(readBasket(today)).toEqual([spark, second]);
    expect(readOrderMemory()?.parts).toEqual([spark, second]);
  });

  it('a parent who pressed “Add another camp” is not asked, and only once', async () => {
    const checkout = await openBoth();
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(lastGoing()).toEqual(['tier-spark 0', 'tier-ignite 0']);
    saveBasket([spark]);
    expect((await open()).sale.$view.get().state).toBe('holds_other');
  });

  it('a pass that renews does not join, because each renewal charges the card', async () => {
    const renewing = offers.map((one) => ({
      ...one,
      details: { ...one.details, renews: one.id === 'tier-ignite' },
    }));
    browser.api.on('offers', ({ url }) => ({ body: renewing.filter(({ id }) => url.includes(`eq.${id}`)) }));
    const checkout = await openBoth();
    expect(checkout.sale.$parts.get()).toEqual([second]);
  });

  it('another offer for the same place replaces the earlier one without a question', async () => {
    saveBasket([{ ...second, offerId: 'tier-spark' }]);
    const checkout = await open();
    expect(checkout.sale.$parts.get()).toEqual([second]);
    expect(readBasket(today)).toEqual([second]);
  });

  it('a reload finds the same basket, and a part that has begun is no longer in it', async () => {
    await openBoth();
    expect((await open()).sale.$parts.get()).toEqual([spark, second]);
    expect(readBasket('2026-12-10')).toEqual([second]);
  });

  it('neither a name nor a birth date is in the basket', async () => {
    const checkout = await openBoth();
    checkout.form.setChildren([kai, mira]);
    checkout.form.flush();
    expect(browser.storage.getItem('otter_basket')).not.toMatch(/Kai|Mira|2018/);
    expect(JSON.stringify(readOrderMemory())).not.toMatch(/Kai|Mira|2018/);
  });

  it('a higher price than the page showed is asked about', async () => {
    browser.api.on('hold_order', ({ body }) => ({ body: heldAs(requestOf(body), { 'tier-ignite': 89000 }) }));
    const checkout = await openBoth();
    expect(checkout.sale.$agreed.get()).toBe(54900 + 79000);
    expect(checkout.sale.$asksPrice.get()).toBe(54900 + 89000);
    checkout.sale.agree();
    await checkout.changes.addChild();
    expect(lastHoldRequest(browser)?.lines.map((line) => line.expected_price_cents)).toEqual([
      54900, 54900, 89000, 79000,
    ]);
  });
});

describe('who goes where', () => {
  it('a new child goes everywhere, and each tick changes one line', async () => {
    const checkout = await openBoth();
    await checkout.changes.addChild();
    expect(lastGoing()).toEqual(['tier-spark 0', 'tier-spark 1', 'tier-ignite 0', 'tier-ignite 1']);
    await checkout.changes.toggle(1, keyOf(spark));
    expect(lastGoing()).toEqual(['tier-spark 0', 'tier-ignite 0', 'tier-ignite 1']);
    const count = holdRequests(browser).length;
    await checkout.changes.toggle(0, keyOf(spark));
    await checkout.changes.toggle(1, keyOf(second));
    expect(holdRequests(browser)).toHaveLength(count);
  });

  it('an order has at most eight lines, and says so before the parent adds another', async () => {
    const checkout = await openBoth();
    for (let n = 0; n < 5; n++) await checkout.changes.addChild();
    expect(lastGoing()).toHaveLength(8);
    expect(checkout.changes.$mayAdd.get()).toBe(false);
  });

  it('two camps of one week get a second child', async () => {
    browser.api.on('hold_order', ({ body }) => {
      const { lines } = requestOf(body);
      const [one, other] = lines;
      return one?.child === other?.child
        ? refusal('times_overlap', 409, 'lines[1].child', 'lines[0]')
        : { body: heldAs(requestOf(body)) };
    });
    const checkout = await openBoth();
    expect(lastGoing()).toEqual(['tier-spark 0', 'tier-ignite 1']);
    expect(checkout.form.$values.get().children).toHaveLength(2);
    browser.api.on('hold_order', refusal('times_overlap', 409, 'lines[2].child', 'lines[0]'));
    await checkout.changes.toggle(0, keyOf(second));
    expect(checkout.changes.$refusedPart.get()?.code).toBe('times_overlap');
    expect(checkout.form.$values.get().children.map(({ skips }) => skips)).toEqual([
      [keyOf(second)],
      [keyOf(spark)],
    ]);
  });

  it('a child who was added goes only to what has room, and the page says what is full', async () => {
    const checkout = await openBoth();
    browser.api.on('hold_order', ({ body }) =>
      requestOf(body).lines.filter(({ offer_id }) => offer_id === 'tier-spark').length > 1
        ? refusal('camp_full', 409, 'lines[1].camp_id')
        : { body: heldAs(requestOf(body)) },
    );
    await checkout.changes.addChild();
    expect(lastGoing()).toEqual(['tier-spark 0', 'tier-ignite 0', 'tier-ignite 1']);
    expect(checkout.changes.$refusedPart.get()).toEqual({ part: spark, code: 'camp_full', child: 1 });
  });

  it('a removed part takes the children along who go nowhere else, and the latest choice', async () => {
    const checkout = await openBoth();
    checkout.form.setChildren([kai, { ...mira, skips: [keyOf(spark)] }]);
    await checkout.changes.toggle(0, keyOf(second));
    expect(lastGoing()).toEqual(['tier-spark 0', 'tier-ignite 1']);
    await checkout.changes.removePart(second);
    expect(lastGoing()).toEqual(['tier-spark -']);
    expect(checkout.form.$values.get().children.map(({ name }) => name)).toEqual([kai.name]);
    expect(readBasket(today)).toEqual([spark]);
    expect(readCampDraft()).toBeNull();
  });

  it('transport is asked for only where it is offered', async () => {
    const checkout = await openBoth();
    await checkout.changes.choose('door');
    expect(lastHoldRequest(browser)?.lines.map(({ transport }) => transport)).toEqual(['door', undefined]);
  });

  it('each child’s age is checked where it goes', async () => {
    const young = offers.map((one) =>
      one.id === 'tier-ignite' ? { ...one, details: { ...one.details, min_age: 9 } } : one,
    );
    browser.api.on('offers', ({ url }) => ({ body: young.filter(({ id }) => url.includes(`eq.${id}`)) }));
    const checkout = await openBoth();
    await checkout.changes.addChild();
    checkout.form.setChildren([kai, { ...mira, skips: [keyOf(spark)] }]);
    checkout.form.fill(privateDetails);
    await checkout.form.submit();
    expect(checkout.form.$faults.get()['children[0].dob']).toMatchObject({
      kind: 'age_not_allowed',
      place: 'Ignite Camp',
      minAge: 9,
    });
    expect(checkout.form.$faults.get()['children[1].dob']).toBeUndefined();
  });
});

describe('a part that cannot be booked', () => {
  it('of a guest who wants too many spots is about the order, even if a camp has too few', async () => {
    browser.api
      .on('hold_order', refusal('sign_in_for_more', 409, 'lines', '4'))
      .on('quote_order', quoteOf('camp_full'));
    const { sale } = await openBoth();
    expect(sale.$view.get()).toMatchObject({ state: 'refused', code: 'sign_in_for_more', refusedParts: [] });
  });

  it('is named, and the parent goes on with the others without typing again', async () => {
    browser.api
      .on('hold_order', ({ body }) =>
        requestOf(body).lines.some(({ offer_id }) => offer_id === 'tier-ignite')
          ? refusal('camp_full', 409, 'lines[1].camp_id')
          : { body: heldAs(requestOf(body)) },
      )
      .on('quote_order', quoteOf('camp_full'));
    writeStored('otter_checkout_draft', {
      ...{ of: keyOf(spark), children: [kai], parentName: 'Lim Wei Ming', email: '', phone: '' },
      ...{ transport: '', address: '', consents: {}, keep: false },
    });
    const checkout = await openBoth();
    expect(checkout.sale.$view.get()).toEqual({
      state: 'refused',
      code: 'camp_full',
      refusedParts: [{ part: second, code: 'camp_full', other: undefined }],
    });
    await checkout.goOnWithout([second]);
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(lastGoing()).toEqual(['tier-spark -']);
    expect(checkout.form.$values.get()).toMatchObject({ children: [kai], parentName: 'Lim Wei Ming' });
    expect(readBasket(today)).toEqual([spark]);
    expect(readCampDraft()).toBeNull();
  });

  it('a refusal of the whole order names no part', async () => {
    browser.api.on('hold_order', refusal('sign_in_for_more', 409, 'lines'));
    const checkout = await openBoth();
    expect(checkout.sale.$view.get()).toEqual({
      state: 'refused',
      code: 'sign_in_for_more',
      refusedParts: [],
    });
  });
});
