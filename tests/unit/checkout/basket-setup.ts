import { vi } from 'vitest';
import type { HoldRequest } from '#contract/order-requests.ts';
import { startAdding } from '#browser/adding.ts';
import { saveBasket } from '#browser/basket.ts';
import type { CampDraft } from '#browser/camp-draft.ts';
import { writeStored } from '#browser/storage.ts';
import { ofPass } from '#features/checkout/purchase/found-subjects.ts';
import { ofDraft } from '#features/checkout/purchase/subject.ts';
import { createCheckout } from '#features/checkout/store.ts';
import type { fakeBrowser } from '#support/unit/browser.ts';
import { address, holdRequests } from '#support/unit/checkout-changes.ts';
import { secret, uuid } from '#support/unit/examples.ts';
import { campOrder, draft, heldAs, offer, texts } from './examples.ts';

export const today = '2026-11-20';
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
export const [spark, second] = [ofDraft(draft), ofDraft(ignite)];
export const third = { ...second, campId: uuid(303), name: 'Ignite Camp 2', firstDay: '2026-12-21' };
export const offers = [
  offer,
  {
    ...offer,
    id: 'tier-ignite',
    title: 'Ignite Camp',
    details: { ...offer.details, tier: 'ignite', transport: [] },
  },
  {
    ...offer,
    id: 'pass-8',
    kind: 'pass',
    title: '8 Classes',
    details: { ...offer.details, tier: undefined, transport: [] },
  },
];
export const pass = ofPass({ ...offer, id: 'pass-8', title: '8 Classes' }, today, 28000, null);

export const requestOf = (body: Record<string, unknown>) => body['p_order'] as HoldRequest;

type Browser = ReturnType<typeof fakeBrowser>;

/** Returns the offer and the child of each line of the last hold. */
export const lastGoing = (browser: Browser) =>
  (holdRequests(browser).at(-1) as HoldRequest | undefined)?.lines.map(
    ({ offer_id, child }) => `${offer_id} ${child ?? '-'}`,
  );

export function answerAsUsual(browser: Browser): void {
  browser.api
    .on('hold_order', ({ body }) => ({ body: heldAs(requestOf(body)) }))
    .on('offers', ({ url }) => ({ body: offers.filter(({ id }) => url.includes(`eq.${id}`)) }))
    .on('consent_texts', { body: texts })
    .on('get_order', { body: campOrder(1, { secret }) })
    .on('quote_order', { status: 500, body: {} })
    .on('release-order', { body: { released: true } });
}

export async function open(latest: CampDraft = ignite) {
  for (const key of ['selected_camp_data', 'otter-booking-data']) writeStored(key, latest);
  const checkout = createCheckout({ go: vi.fn(), address, now: () => Date.parse(`${today}T04:00:00Z`) });
  await checkout.open();
  return checkout;
}

export async function openBoth() {
  saveBasket([spark]);
  startAdding();
  return open();
}

/** Returns the prices of both camps, of which the second one is refused with this code. */
export const quoteOf = (code: string) => ({
  body: {
    ...{
      currency: 'SGD',
      code: null,
      subtotal_cents: 0,
      rebate_cents: 0,
      discount_cents: 0,
      transport_cents: 0,
    },
    ...{
      total_cents: 0,
      gst: null,
      price_changed: false,
      refusals: [],
      server_time: '2026-11-20T04:00:00Z',
    },
    lines: [null, { code, field: 'lines[1].camp_id' }].map((refused, child) => ({
      ...{ child, offer_id: 'x', kind: null, title: null, tier: null, rung_id: null, list_cents: null },
      ...{
        price_cents: null,
        sibling_rebate: false,
        rebate_cents: null,
        discount_cents: 0,
        transport_cents: 0,
      },
      ...{ total_cents: 0, session: null, camp: null, refusal: refused },
    })),
  },
});
