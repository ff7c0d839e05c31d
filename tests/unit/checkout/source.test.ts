import type { WaitlistView } from '#contract/waitlists.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { backTo, findSource } from '#features/checkout/purchase/source.ts';
import { createCheckout } from '#features/checkout/store.ts';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { ofDraft, waitlistPath } from '#features/checkout/purchase/subject.ts';
import { forgetOrder, readOrderMemory, saveOrderMemory, type Subject } from '#browser/order-memory.ts';
import { brand } from '#config/brand.ts';
import { cartQuery } from '#browser/cart.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, row, secret, uuid } from '#support/unit/examples.ts';
import { campView, draft, epicCamp, heldCamp, offer, texts } from './examples.ts';

const browser = fakeBrowser();
const sourceAt = (path: string, query = '') => findSource({ path, query: new URLSearchParams(query) });
const entrySecret = uuid(555);
const entry = (over: Partial<WaitlistView> = {}): WaitlistView => ({
  entry_id: uuid(556),
  status: 'offered',
  places: 2,
  position: null,
  offer_id: 'tier-spark',
  offer_expires_at: '2026-11-21T04:00:00Z',
  session: null,
  camp: campView,
  children: [
    { id: null, name: 'Kai Lim', dob: '2018-03-14', is_friend: false },
    { id: null, name: 'Mira Lim', dob: null, is_friend: true },
  ],
  server_time: '2026-11-20T04:00:00Z',
  ...over,
});
const epic = { ...offer, id: 'tier-epic', details: { ...offer.details, tier: 'epic' } };
const remember = (subject: Subject) =>
  saveOrderMemory({
    secret,
    sessionId: subject.sessionId ?? '',
    offerId: subject.offerId,
    agreedCents: 1,
    heldUntil: null,
    payUrl: null,
    subject,
  });

beforeEach(() => {
  forgetOrder();
  browser.api
    .on('offers', { body: [offer, epic] })
    .on('camps', { body: [epicCamp] })
    .on('consent_texts', { body: texts })
    .on('get_waitlist_entry', { body: entry() });
});

describe('the checkout at an address', () => {
  it('is empty if nothing was chosen', async () => {
    for (const query of ['', 'type=camp', 'type=camp&camp=none'])
      expect(await sourceAt('/checkout', query)).toEqual({ is: 'empty' });
    expect(await sourceAt('/try-out-checkout')).toEqual({ is: 'empty' });
    expect(browser.api.calls).toEqual([]);
  });

  it('uses the cart for a pass and the draft for a camp', async () => {
    writeStored('otter_cart', cart());
    writeStored('otter-booking-data', draft);
    expect(await sourceAt('/checkout/term')).toEqual({ is: 'subject', subject: subjectOfCart(cart()) });
    expect(await sourceAt('/checkout', 'type=camp')).toEqual({ is: 'subject', subject: ofDraft(draft) });
  });

  it('finds the class named in the address if the browser did not store it', async () => {
    browser.api.on('get_session_availability_with_enrollments', {
      body: [row({ id: 101, available_spots: 0 })],
    });
    // An older cart that is still stored does not take precedence.
    writeStored('otter_cart', cart({ sessionId: uuid(102) }));
    const query = cartQuery(cart());
    const named = {
      kind: 'class',
      offerId: 'pass-term',
      sessionId: uuid(101),
      seenCents: 69700,
      firstDay: '2026-11-21',
      name: `Red ${brand.product} A`,
    };
    expect(await sourceAt('/checkout/term', query)).toMatchObject({ is: 'subject', subject: named });
    expect(await sourceAt('/checkout/term', query.replace('69700', 'much'))).toMatchObject({
      subject: { ...named, seenCents: null },
    });
    expect(await sourceAt('/checkout/term', query.replace(uuid(101), uuid(109)))).toEqual({
      is: 'refused',
      code: 'session_not_found',
    });
    expect(await sourceAt('/checkout/term', 'session=none&offer=pass-term')).toEqual({ is: 'empty' });
    expect(await sourceAt('/checkout/term', `session=${uuid(101)}`)).toEqual({ is: 'empty' });
    browser.api.on('get_session_availability_with_enrollments', 'network failure');
    expect(await sourceAt('/checkout/term', query)).toEqual({ is: 'refused', code: 'unexpected' });
  });

  it('the checkout of a try-out without a cart lists the weekend’s sessions of every team at its price', async () => {
    browser.api.on('get_session_availability_with_enrollments', {
      body: [row({ id: 101 }), row({ id: 102 })],
    });
    const tryOut = { offerId: 'pass-tryout', priceCents: 3800 };
    const open = (path: string) => findSource({ path, query: new URLSearchParams() }, tryOut);
    // Another chosen pass is not the try-out.
    writeStored('otter_cart', cart());
    for (const path of ['/try-out-checkout', '/checkout/try-out'])
      expect(await open(path)).toMatchObject({
        is: 'sessions',
        sessions: [
          { subject: { offerId: 'pass-tryout', sessionId: uuid(101), seenCents: 3800 } },
          { subject: { offerId: 'pass-tryout', sessionId: uuid(102), seenCents: 3800 } },
        ],
      });
    expect(await open('/checkout/term')).toEqual({ is: 'subject', subject: subjectOfCart(cart()) });
    // A cart of the try-out is used unless its session has ended.
    const ownCart = cart({ sessionDate: '2999-11-23' });
    const tryoutCart = { ...ownCart, selectedPass: { ...ownCart.selectedPass, offerId: 'pass-tryout' } };
    writeStored('otter_cart', tryoutCart);
    expect(await open('/try-out-checkout')).toEqual({ is: 'subject', subject: subjectOfCart(tryoutCart) });
    writeStored('otter_cart', { ...tryoutCart, sessionDate: '2020-11-21' });
    expect(await open('/try-out-checkout')).toMatchObject({ is: 'sessions' });
  });

  it('reports the start of a camp’s checkout to analytics once', async () => {
    writeStored('selected_camp_data', draft);
    browser.api.on('consent_texts', { body: texts }).on('offers', { body: [offer] });
    browser.api.on('hold_order', { body: heldCamp(1) });
    const checkout = createCheckout({
      address: () => ({ path: '/checkout/camp', query: new URLSearchParams() }),
    });
    await checkout.open();
    await checkout.open();
    const events = globalThis.reportQueue;
    expect(events).toMatchObject([
      {
        event: 'checkout_started',
        data: {
          campId: draft.campId,
          packageType: 'spark',
          price: 549,
          priceCents: 54900,
          currency: 'SGD',
        },
      },
    ]);
  });

  it('/checkout/camp uses the chosen camp', async () => {
    writeStored('selected_camp_data', draft);
    expect(await sourceAt('/checkout/camp')).toEqual({ is: 'subject', subject: ofDraft(draft) });
  });

  it('has a link back from Stripe that names the class and contains no secret', () => {
    const returnPath = (query: string) =>
      backTo({ path: '/checkout/term', query: new URLSearchParams(query) });
    expect(returnPath(cartQuery(cart()))).toBe(`/checkout/term?${cartQuery(cart())}`);
    expect(returnPath(`waitlist=${entrySecret}`)).toBe('/checkout/term');
    expect(returnPath(`session=${uuid(101)}&waitlist=${entrySecret}`)).toBe(
      `/checkout/term?session=${uuid(101)}`,
    );
    expect(returnPath('type=camp')).toBe('/checkout/term');
    expect(returnPath(`type=camp&camp=${epicCamp.id}`)).toBe(`/checkout/term?camp=${epicCamp.id}`);
  });

  it('without a query uses the remembered order, as after Stripe’s page', async () => {
    writeStored('otter_cart', cart());
    remember(ofDraft(draft));
    expect(await sourceAt('/checkout')).toEqual({ is: 'subject', subject: ofDraft(draft) });
    expect(await sourceAt('/checkout/term')).toEqual({ is: 'subject', subject: subjectOfCart(cart()) });
  });

  it('finds the camp named in the address if the browser did not store it', async () => {
    // An older draft that is still stored does not take precedence.
    writeStored('otter-booking-data', { ...draft, campId: uuid(77) });
    const source = await sourceAt('/checkout', `type=camp&camp=${epicCamp.id}`);
    expect(source).toMatchObject({
      is: 'subject',
      subject: { campId: epicCamp.id, offerId: 'tier-epic', seenCents: 99000, minAge: 7, maxAge: 13 },
    });
    browser.api.on('camps', { body: [] });
    expect(await sourceAt('/checkout', `type=camp&camp=${epicCamp.id}`)).toEqual({
      is: 'refused',
      code: 'camp_not_found',
    });
  });
});

describe('a checkout of EPIC without a week', () => {
  const query = 'experience=overnight-camping-thu';

  it('asks for one of the weeks on sale', async () => {
    browser.api.on('camps', {
      body: [
        epicCamp,
        { ...epicCamp, id: uuid(403), cancelled_at: '2026-11-01T00:00:00Z' },
        { ...epicCamp, id: uuid(404), price_cents: null, price: null },
      ],
    });
    const source = await sourceAt('/checkout', query);
    expect(source.is === 'weeks' && source.weeks.map(({ camp }) => camp.id)).toEqual([epicCamp.id]);
  });

  it('holds the chosen week, which stays chosen after a reload', async () => {
    browser.api.on('hold_order', { body: heldCamp(1) }).on('get_order', { body: heldCamp(1) });
    const address = () => ({ path: '/checkout', query: new URLSearchParams(query) });
    const checkout = createCheckout({ go: vi.fn(), address });
    await checkout.open();
    const view = checkout.sale.$view.get();
    if (view.state !== 'weeks' || !view.weeks[0]) throw new Error('no weeks');
    await checkout.choose(view.weeks[0].subject);
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(readOrderMemory()?.subject?.campId).toBe(epicCamp.id);
    const reopened = createCheckout({ go: vi.fn(), address });
    await reopened.open();
    expect(reopened.sale.$view.get().state).toBe('open');
    expect(browser.api.named('hold_order')).toHaveLength(1);
  });

  it('can be retried if the server does not answer', async () => {
    browser.api.on('camps', 'network failure');
    expect(await sourceAt('/checkout', query)).toEqual({ is: 'refused', code: 'unexpected' });
  });
});

it('a full session or camp leads to its waitlist with all the children', () => {
  expect(waitlistPath(ofDraft(draft), 2)).toBe(`/waitlist?camp=${uuid(301)}&offer=tier-spark&children=2`);
  expect(waitlistPath(subjectOfCart(cart()), 1)).toBe(
    `/waitlist?session=${uuid(101)}&offer=pass-term&children=1`,
  );
});

it('an order is remembered in memory if the browser stores nothing', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  });
  remember(ofDraft(draft));
  expect(readOrderMemory()?.secret).toBe(secret);
  forgetOrder();
  expect(readOrderMemory()).toBeNull();
});
