import type { WaitlistView } from '#contract/waitlists.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { findSource } from '#features/checkout/purchase/source.ts';
import { createCheckout } from '#features/checkout/store.ts';
import { forgetOrder } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { uuid } from '#support/unit/examples.ts';
import { campView, epicCamp, heldCamp, kai, mira, offer, texts } from './examples.ts';

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

beforeEach(() => {
  forgetOrder();
  browser.api
    .on('offers', { body: [offer, epic] })
    .on('camps', { body: [epicCamp] })
    .on('consent_texts', { body: texts })
    .on('get_waitlist_entry', { body: entry() });
});

describe('an offer of the waitlist', () => {
  it('books for all children on the waitlist', async () => {
    browser.api.on('hold_order', { body: heldCamp(2) });
    const checkout = createCheckout({
      go: vi.fn(),
      address: () => ({ path: '/checkout', query: new URLSearchParams({ waitlist: entrySecret }) }),
    });
    await checkout.open();
    expect(browser.api.named('hold_order')[0]?.body).toMatchObject({
      p_order: { waitlist_secret: entrySecret, lines: [{ camp_id: uuid(301) }, { camp_id: uuid(301) }] },
    });
    expect(checkout.form.$values.get().children).toEqual([
      { ...kai, month: '03' },
      { name: mira.name, day: '', month: '', year: '' },
    ]);
    // The parent cannot add more children than were offered spots.
    await vi.waitFor(() => expect(checkout.sale.$offer.get()).not.toBeNull());
    expect(checkout.changes.$mayAdd.get()).toBe(false);
  });

  describe('fills in the contact details of its entry', () => {
    const aisha = { name: 'Aisha Rahman', email: 'aisha@example.test', phone: '+6598765432' };
    const filledIn = { parentName: aisha.name, email: aisha.email, phone: aisha.phone };
    const stranger = { children: [mira], parentName: 'Jo', email: 'jo@example.test', phone: '91234567' };
    const open = async () => {
      const checkout = createCheckout({
        go: vi.fn(),
        address: () => ({ path: '/checkout', query: new URLSearchParams({ waitlist: entrySecret }) }),
      });
      await checkout.open();
      return checkout;
    };
    beforeEach(() => {
      browser.api
        .on('get_waitlist_entry', { body: entry({ parent: aisha }) })
        .on('hold_order', { body: heldCamp(2) })
        .on('get_order', { body: heldCamp(2) });
    });

    it('instead of those of another guest saved in this browser', async () => {
      writeStored('otter_guest', stranger);
      expect((await open()).form.$values.get()).toMatchObject(filledIn);
    });

    it('again after a reload if nothing was typed', async () => {
      await open();
      const reopened = await open();
      expect(reopened.form.$values.get()).toMatchObject({ ...filledIn, children: [{ name: 'Kai Lim' }, {}] });
      expect(browser.api.named('hold_order')).toHaveLength(1);
    });

    it('but not over what was typed since', async () => {
      const checkout = await open();
      checkout.form.type({ email: 'another@example.test' });
      checkout.form.flush();
      expect((await open()).form.$values.get()).toMatchObject({ ...filledIn, email: 'another@example.test' });
    });

    it('but leaves them empty if the parent’s details were deleted', async () => {
      browser.api.on('get_waitlist_entry', {
        body: entry({ parent: { name: null, email: null, phone: null } }),
      });
      expect((await open()).form.$values.get()).toMatchObject({ parentName: '', email: '', phone: '' });
    });

    it('and does not read the entry again once spots are held', async () => {
      await open();
      browser.api.on('get_waitlist_entry', 'network failure');
      const checkout = await open();
      expect(checkout.sale.$view.get()).toMatchObject({ state: 'open' });
      expect(browser.api.named('hold_order')).toHaveLength(1);
    });
  });

  it.each([
    [entry({ status: 'lapsed' }), 'waitlist_offer_over'],
    [entry({ status: 'waiting' }), 'waitlist_offer_over'],
    [entry({ offer_id: null, camp: null }), 'offer_not_available'],
  ])('case %# is refused with %s if it is not valid', async (body, code) => {
    browser.api.on('get_waitlist_entry', { body });
    expect(await sourceAt('/checkout', `waitlist=${entrySecret}`)).toEqual({ is: 'refused', code });
  });

  it('that was paid for leads to the page that says so, and is not called ended', async () => {
    browser.api.on('get_waitlist_entry', { body: entry({ status: 'enrolled' }) });
    const replace = vi.fn<(path: string) => void>();
    vi.stubGlobal('location', { replace });
    const answered = vi.fn<() => void>();
    void sourceAt('/checkout', `waitlist=${entrySecret}`).then(answered);
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith(`/waitlist?entry=${entrySecret}`));
    expect(answered).not.toHaveBeenCalled();
  });

  it('uses the camp’s own tier if the entry has no offer', async () => {
    browser.api.on('get_waitlist_entry', { body: entry({ offer_id: null }) });
    expect(await sourceAt('/checkout', `waitlist=${entrySecret}`)).toMatchObject({
      subject: { offerId: 'tier-spark', waitlist: entrySecret, places: 2 },
    });
  });

  it('is not read with a malformed secret, and not found with an unknown one', async () => {
    expect(await sourceAt('/checkout', 'waitlist=1')).toEqual({
      is: 'refused',
      code: 'waitlist_entry_not_found',
    });
    expect(browser.api.calls).toEqual([]);
    browser.api.on('get_waitlist_entry', refusal('waitlist_entry_not_found', 404));
    expect(await sourceAt('/checkout', `waitlist=${entrySecret}`)).toEqual({
      is: 'refused',
      code: 'waitlist_entry_not_found',
    });
  });
});
