/**
 * "Nothing has changed" decides which questions a known family need not answer again (decisions "Nothing has
 * changed").
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedDetails } from '#contract/recorded-details.ts';
import { writeStored } from '#browser/storage.ts';
import type { CheckoutForm } from '#features/checkout/form/form.ts';
import { checkForm } from '#features/checkout/form/check.ts';
import { type AnswersOnRecord, noPrivateDetails, type Purpose } from '#features/checkout/form/model.ts';
import { answersOnRecord } from '#features/checkout/form/on-record.ts';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { cart, order } from '#support/unit/examples.ts';
import { createCheckout } from '#features/checkout/store.ts';
import { address, openCheckout } from '#support/unit/checkout-store.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { form, kai, mira, rules, texts } from './examples.ts';

const browser = fakeBrowser();
const purposes = texts.map(({ purpose }) => purpose);
const health = { answered_at: '2026-11-01T00:00:00Z', notes: ['Peanuts'] };
const ofChild = { activity: true, liability: true, medical: true, photo: false };
const person = { terms: true, marketing: false };
const onRecord = (
  consents: RecordedDetails['consents'] = person,
  ...children: Partial<RecordedDetails['children'][number]>[]
): RecordedDetails => ({
  consents,
  children: (children.length === 0 ? [{}] : children).map((child) => ({
    name: 'Kai Lim',
    dob: '2018-03-14',
    consents: ofChild,
    health,
    ...child,
  })),
});
const miraOnRecord = { name: 'Mira Lim', dob: '2016-06-02' };
const reusedAnswers = (record: RecordedDetails, children = [kai]) =>
  answersOnRecord(record, children, purposes);
const openPurposes = (record: RecordedDetails, children = [kai]) =>
  purposes.filter((purpose) => reusedAnswers(record, children)?.consents[purpose] === undefined);

describe('the answers that are reused', () => {
  it('are all of them if all are on record, including a no', () => {
    expect(reusedAnswers(onRecord())).toEqual({
      health: [health],
      consents: { ...person, ...ofChild },
      asksConsent: false,
    });
  });

  it('are none for a child who is not on record', () => {
    expect(reusedAnswers(onRecord(), [mira])).toBeNull();
    expect(reusedAnswers(onRecord(), [{ ...kai, day: '15' }])).toBeNull();
    // If one of two children is new, only that child's questions and those about both are asked.
    expect(reusedAnswers(onRecord(), [kai, mira])).toMatchObject({
      health: [health, null],
      consents: person,
    });
  });

  it.each<[string, RecordedDetails, Purpose[]]>([
    ['an answer that is stale', onRecord({ marketing: false }), ['terms']],
    [
      'a no if a yes is required',
      onRecord(person, { consents: { ...ofChild, activity: false } }),
      ['activity'],
    ],
    [
      'boxes of first aid and risk that were left empty',
      onRecord(person, { consents: { ...ofChild, liability: false, medical: false } }),
      ['liability', 'medical'],
    ],
  ])('do not include %s', (_, record, purposes) => {
    expect(openPurposes(record)).toEqual(purposes);
    expect(reusedAnswers(record)?.asksConsent).toBe(true);
  });

  it('do not include one in which two children differ', () => {
    const record = onRecord(person, {}, { ...miraOnRecord, consents: { ...ofChild, photo: true } });
    expect(openPurposes(record, [kai, mira])).toEqual(['photo']);
  });
});

describe('the form', () => {
  const makeSigned = (over: Partial<AnswersOnRecord> = {}): AnswersOnRecord => ({
    health: [health],
    consents: { ...person, ...ofChild },
    asksConsent: false,
    signed: true,
    ...over,
  });
  const check = (now: AnswersOnRecord) => checkForm({ ...form, consents: {} }, noPrivateDetails, rules, now);

  it('needs one tap and nothing else', () => {
    expect(check(makeSigned({ signed: false })).faults).toEqual({ unchanged: { kind: 'missing' } });
    const { faults, details } = check(makeSigned());
    expect(faults).toEqual({});
    expect(details?.children).toEqual([{ name: 'Kai Lim', dob: '2018-03-14', health_unchanged: true }]);
    expect(details?.consents).toEqual(
      Object.fromEntries(purposes.map((purpose) => [purpose, { unchanged: true }])),
    );
    expect(details).not.toHaveProperty('signature');
  });

  it('also asks for outdated answers, with a signature', () => {
    const { terms: _, ...others } = { ...person, ...ofChild };
    expect(Object.keys(check(makeSigned({ consents: others, asksConsent: true })).faults)).toEqual([
      'consents.terms',
      'signature',
    ]);
    expect(Object.keys(check(makeSigned({ health: [null] })).faults)).toEqual(['children[0].health']);
  });
});

const sign = (form: CheckoutForm) => form.confirmRecord(true);

describe('the checkout of a signed-in family', () => {
  beforeEach(() => {
    storeSession({ id: 'parent-1' });
    writeStored('otter_cart', cart());
    writeStored('otter_checkout_draft', { ...form, consents: {}, of: keyOf(subjectOfCart(cart())) });
    browser.api
      .on('hold_order', { body: { ...order(), left_out: [] } })
      .on('consent_texts', { body: texts })
      .on('profiles', { body: [{ family_id: 'family-1', name: 'Lim Wei Ming', phone: '+6591234567' }] })
      .on('children', { body: [{ id: 'c1', name: 'Kai Lim', dob: '2018-03-14' }] })
      .on('get_recorded_details', { body: onRecord() })
      .on('create-checkout', { body: { url: 'https://checkout.stripe.test/c/pay/1' } });
  });
  async function openKnownFamily() {
    const { readFormPrefill } = await import('#api/form-prefill.ts');
    await readFormPrefill();
    const { checkout, go } = await openCheckout();
    checkout.form.fill(noPrivateDetails);
    await vi.waitFor(() => expect(checkout.form.$onRecord.get()).not.toBeNull());
    return { checkout, go };
  }

  it('pays after one tap', async () => {
    const { checkout, go } = await openKnownFamily();
    await checkout.paying.pay();
    expect(checkout.form.$faults.get()).toEqual({ unchanged: { kind: 'missing' } });
    sign(checkout.form);
    expect(checkout.form.$faults.get()).toEqual({});
    await checkout.paying.pay();
    expect(go).toHaveBeenCalledOnce();
    expect(browser.api.named('create-checkout')[0]?.body).toMatchObject({
      details: { children: [{ health_unchanged: true }], consents: { terms: { unchanged: true } } },
    });
  });

  it('asks for the tap again when another child comes', async () => {
    browser.api.on('get_recorded_details', { body: onRecord(person, {}, miraOnRecord) });
    const { checkout } = await openKnownFamily();
    sign(checkout.form);
    checkout.form.typeChild(0, mira);
    expect(checkout.form.$onRecord.get()).toMatchObject({ signed: false });
  });

  it('asks every question once the parent says that something has changed, for any child', async () => {
    const { checkout } = await openKnownFamily();
    checkout.form.$onRecord.set(null);
    checkout.form.typeChild(0, mira);
    checkout.form.typeChild(0, kai);
    expect(checkout.form.$onRecord.get()).toBeNull();
  });

  it('asks about a child who is not on record, and not about the known one afterwards', async () => {
    const { checkout } = await openKnownFamily();
    checkout.form.typeChild(0, mira);
    expect(checkout.form.$onRecord.get()).toBeNull();
    checkout.form.typeChild(0, kai);
    expect(checkout.form.$onRecord.get()).toMatchObject({ signed: false });
  });

  it('asks every question if the server says that something has changed', async () => {
    const { checkout } = await openKnownFamily();
    sign(checkout.form);
    browser.api.on('create-checkout', {
      status: 409,
      body: { code: 'not_on_record', field: 'consents.terms' },
    });
    await checkout.paying.pay();
    expect(checkout.paying.$problem.get()).toBe('not_on_record');
    expect(checkout.form.$onRecord.get()).toBeNull();
    await checkout.paying.pay();
    expect(Object.keys(checkout.form.$faults.get())).toContain('children[0].health');
  });

  it('lists missing answers only after the record and the texts have loaded', async () => {
    const draft = {
      ...form,
      consents: {},
      of: keyOf(subjectOfCart(cart())),
      givenAnswers: ['unchanged', 'pickup'],
    };
    writeStored('otter_checkout_draft', draft);
    const [record, words] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    browser.api
      .on('get_recorded_details', () => record.promise.then(() => ({ body: onRecord() })))
      .on('consent_texts', () => words.promise.then(() => ({ body: texts })));
    const checkout = createCheckout({ address });
    await checkout.open();
    const { $isRestored, $onRecord } = checkout.form;
    await vi.waitFor(() => expect(browser.api.named('get_recorded_details')).toHaveLength(1));
    expect($isRestored.get()).toBe(false);
    record.resolve(undefined);
    await vi.waitFor(() => expect($onRecord.get()).not.toBeNull());
    expect($isRestored.get()).toBe(false);
    words.resolve(undefined);
    await vi.waitFor(() => expect($isRestored.get()).toBe(true));
    expect($onRecord.get()).toMatchObject({ asksConsent: false, signed: false });
  });

  it('asks every question if the record cannot be read', async () => {
    browser.api.on('get_recorded_details', refusal('unexpected', 500));
    const { checkout } = await openCheckout();
    await vi.waitFor(() => expect(browser.api.named('get_recorded_details')).toHaveLength(1));
    expect(checkout.form.$onRecord.get()).toBeNull();
  });
});
