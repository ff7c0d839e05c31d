import { beforeEach, describe, expect, it } from 'vitest';
import { keyOf, ofDraft } from '#features/checkout/purchase/subject.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { secret, uuid } from '#support/unit/examples.ts';
import { campOrder, draft, form as filled, heldCamp, offer, texts, privateDetails } from './examples.ts';
import { type HoldRequest, lastHoldRequest, openCheckout } from '#support/unit/checkout-changes.ts';

const browser = fakeBrowser();
const payUrl = 'https://checkout.stripe.test/c/pay/1';
const draftKey = keyOf(ofDraft(draft));
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

describe('a discount code', () => {
  it('is part of the hold, survives other changes, and can be removed', async () => {
    const { changes, sale } = await openCheckout();
    await changes.applyCode(' RIVER20 ');
    expect(lastHoldRequest(browser)).toMatchObject({ code: 'RIVER20' });
    expect(sale.$order.get()?.code).toBe('RIVER20');
    await changes.addChild();
    expect(lastHoldRequest(browser)).toMatchObject({ code: 'RIVER20' });
    await changes.removeCode();
    expect(lastHoldRequest(browser)).not.toHaveProperty('code');
    expect(sale.$order.get()?.code).toBeNull();
  });

  it.each(['code_invalid', 'code_expired', 'code_used_up', 'code_not_applicable', 'code_minimum'] as const)(
    'that is refused (%s) shows the reason, and the spots stay held',
    async (code) => {
      const { changes, sale } = await openCheckout();
      browser.api.on('hold_order', refusal(code, 409, 'code'));
      await changes.applyCode('X');
      expect(changes.$codeFault.get()).toEqual({ code });
      expect(sale.$view.get()).toMatchObject({ state: 'open', order: { secret } });
    },
  );

  it('below its minimum shows the amount, at once and when paying', async () => {
    const { changes, form, paying } = await openCheckout();
    browser.api.on('hold_order', {
      status: 409,
      body: { code: 'PT409', message: 'code_minimum', details: '100000', hint: 'code' },
    });
    await changes.applyCode('BIG');
    expect(changes.$codeFault.get()).toEqual({ code: 'code_minimum', cents: 100_000 });
    form.fill({ ...filled, of: draftKey });
    form.fill(privateDetails);
    browser.api.on('create-checkout', {
      status: 409,
      body: { code: 'code_minimum', field: 'code', cents: 60_000 },
    });
    await paying.pay();
    expect(changes.$codeFault.get()).toEqual({ code: 'code_minimum', cents: 60_000 });
  });

  it('that is used up while paying shows the reason', async () => {
    const { changes, form, paying, sale } = await openCheckout();
    form.fill({ ...filled, of: draftKey });
    form.fill(privateDetails);
    browser.api.on('create-checkout', { status: 409, body: { code: 'code_used_up', field: 'code' } });
    await paying.pay();
    expect(changes.$codeFault.get()).toEqual({ code: 'code_used_up' });
    expect(sale.$view.get().state).toBe('open');
  });

  it('that expired with the hold does not prevent holding again', async () => {
    const checkout = await openCheckout();
    await checkout.changes.applyCode('RIVER20');
    browser.api.on('hold_order', ({ body }) =>
      (body['p_order'] as HoldRequest).code === undefined
        ? { body: heldCamp(1) }
        : refusal('code_expired', 409, 'code'),
    );
    await checkout.holdAgain();
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(checkout.changes.$codeFault.get()).toEqual({ code: 'code_expired' });
  });
});
