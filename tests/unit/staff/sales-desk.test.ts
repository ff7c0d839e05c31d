/** Tests the sales desk: prices, sales, no lost input and no double sale. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DeskQuote } from '#contract/desk.ts';
import { fromPostgrest } from '#api/errors.ts';
import * as api from '#features/staff/sales/api.ts';
import { emptyDraft, type SaleDraft } from '#features/staff/sales/draft.ts';
import {
  buildQuoteRequest,
  checkSale,
  findItemId,
  planOf,
  type Catalogue,
} from '#features/staff/sales/model.ts';
import { Payment } from '#features/staff/sales/Payment.tsx';
import { createDesk } from '#features/staff/sales/store.ts';

vi.mock(import('#features/staff/sales/api.ts'));

const catalogue = {
  offers: [
    { id: 'pass-term', kind: 'pass', title: 'Term', price_cents: 69_700, details: { transport: [] } },
    {
      id: 'tier-spark',
      kind: 'camp_tier',
      title: 'Spark',
      price_cents: 49_000,
      details: { tier: 'spark', transport: [] },
    },
  ],
  sessions: [],
  camps: [{ id: 'camp-1', tier: 'spark' }],
} as unknown as Catalogue;
const item = (product: string) => ({ product, session: '', transport: '' });
const child = { id: null, name: 'Kai', day: '1', month: '5', year: '2018', items: [item('offer:pass-term')] };
const completeSale = (): SaleDraft => ({
  ...emptyDraft(),
  isNew: true,
  name: 'Wei',
  email: 'Wei@Example.test ',
  phone: '91234567',
  children: [child],
  consents: { terms: 2, activity: 1, photo: 3 },
  method: 'cash' as const,
});
const rules = { today: '2026-11-18', displayedTotal: 69_700 };

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.mocked(api.fetchOffers).mockResolvedValue({ ok: true, value: [...catalogue.offers] });
  vi.mocked(api.fetchSessionsAhead).mockResolvedValue({ ok: true, value: [] });
  vi.mocked(api.fetchCamps).mockResolvedValue({ ok: true, value: [...catalogue.camps] });
  vi.mocked(api.fetchTexts).mockResolvedValue({ ok: true, value: [] });
  vi.mocked(api.fetchPaynowSales).mockResolvedValue({ ok: true, value: [] });
  price(69_700);
  vi.mocked(api.sell).mockReset();
});
const price = (
  total_cents: number,
  refusals: DeskQuote['refusals'] = [],
  instalments: DeskQuote['instalments'] = [],
) =>
  vi.mocked(api.quoteSale).mockResolvedValue({
    ok: true,
    value: { total_cents, refusals, lines: [], instalments } as unknown as DeskQuote,
  });

it.each([
  ['not ticked', false, 100_000, { method: 'cash' }],
  ['more than the total', true, 100_000, { method: 'balance' }],
  ['less than the total', true, 20_000, { method: 'cash', balance_cents: 20_000 }],
  ['nothing', true, 0, { method: 'cash' }],
])('the sale has the right payment with a balance that is %s', (_, fromBalance, balance, paid) => {
  const { faults, sale } = checkSale({ ...completeSale(), fromBalance }, catalogue, { ...rules, balance });
  expect(faults).toEqual({});
  expect({ method: sale?.method, ...(sale?.balance_cents && { balance_cents: sale.balance_cents }) }).toEqual(
    paid,
  );
});

it('the desk asks for no method if the balance pays everything', () => {
  const draft = { ...completeSale(), method: null, fromBalance: true };
  expect(checkSale(draft, catalogue, { ...rules, balance: 69_700 }).faults).toEqual({});
  expect(checkSale(draft, catalogue, { ...rules, balance: 69_699 }).faults).toEqual({
    method: { kind: 'choose' },
  });
});

it('the desk requests prices only for chosen lines, and assigns the answers to their items', () => {
  const children = [{ ...child, items: [item(''), item('camp:camp-1')] }, child];
  const quoteRequest = buildQuoteRequest({ ...emptyDraft(), children }, catalogue);
  expect(quoteRequest?.sale.lines).toEqual([
    { offer_id: 'tier-spark', camp_id: 'camp-1', child: 0 },
    { offer_id: 'pass-term', child: 1 },
  ]);
  expect(quoteRequest?.itemIndexes).toEqual([1, 2]);
  expect(findItemId({ field: 'lines[0].camp_id' }, quoteRequest?.itemIndexes ?? [])).toBe('lines[1]');
  expect(findItemId({ field: 'code' }, [1])).toBe('code');
  expect(
    buildQuoteRequest({ ...emptyDraft(), children: [{ ...child, items: [item('')] }] }, catalogue),
  ).toBeNull();
});

it('the desk names missing fields, and turns a complete form into the contract’s sale', () => {
  const empty = {
    ...emptyDraft(),
    isNew: true,
    children: [{ ...child, name: '', day: '', items: [item('')] }],
  };
  expect(Object.keys(checkSale(empty, catalogue, rules).faults)).toEqual([
    ...['parent.name', 'parent.email', 'parent.phone', 'children[0].name', 'children[0].dob', 'lines[0]'],
    ...['consents.terms', 'consents.activity', 'method'],
  ]);
  expect(checkSale(completeSale(), catalogue, rules)).toMatchObject({
    faults: {},
    sale: {
      parent: { name: 'Wei', email: 'wei@example.test', phone: '+6591234567' },
      children: [{ name: 'Kai', dob: '2018-05-01' }],
      consents: { terms: { given: true, version: 2 }, photo: { given: true, version: 3 } },
      expected_total_cents: 69_700,
    },
  });
  expect(checkSale(completeSale(), catalogue, { ...rules, displayedTotal: null }).sale).toBeNull();
});

async function openDesk() {
  const desk = createDesk();
  desk.open();
  await vi.waitFor(() => expect(desk.$catalogue.get().state).toBe('ready'));
  desk.change(completeSale());
  await vi.waitFor(() => expect(desk.$price.get().state).toBe('ready'));
  return desk;
}
const soldAnswer = { ok: true, value: { order_id: 'o' } } as never;

it('the desk repeats a sale under the same key after a lost answer, even after a reload', async () => {
  const desk = await openDesk();
  vi.mocked(api.sell)
    .mockResolvedValueOnce({ ok: false, code: 'unexpected' })
    .mockResolvedValueOnce(soldAnswer);
  await desk.sell();
  expect(desk.$sale.get()).toMatchObject({ state: 'refused', code: 'unexpected' });
  const reopened = createDesk();
  reopened.open();
  await vi.waitFor(() => expect(reopened.$price.get().state).toBe('ready'));
  expect(reopened.$draft.get()).toEqual(desk.$draft.get());
  await reopened.sell();
  const [first, second] = vi.mocked(api.sell).mock.calls;
  expect(second?.[0].key).toBe(first?.[0].key);
  expect(reopened.$sale.get().state).toBe('sold');
  expect(storage.size).toBe(0);
  reopened.startNextSale();
  expect(reopened.$draft.get().key).not.toBe(first?.[0].key);
});

it('the desk clears the tick for the balance with another family', async () => {
  vi.mocked(api.fetchBalance).mockResolvedValue({
    ok: true,
    value: { cents: 500, reserved_cents: 0, entries: [] },
  });
  const desk = await openDesk();
  desk.change({ fromBalance: true });
  desk.chooseFamily({ family_id: 'other', children: [] } as never);
  expect(desk.$draft.get().fromBalance).toBe(false);
});

it('the desk shows the code if a UEN was entered after it opened', async () => {
  const desk = await openDesk();
  desk.change({ method: 'paynow' });
  vi.mocked(api.sell).mockResolvedValueOnce({ ok: false, code: 'invalid_input', field: 'method' });
  vi.mocked(api.fetchDeskAccess).mockResolvedValue({
    ok: true,
    value: { sells: true, spends_balance: true, uen: '202612345D', discount: { percent: 0, cents: 0 } },
  });
  vi.mocked(api.holdPaynow).mockResolvedValue({
    ok: true,
    value: { order_id: 'o', held_until: null } as never,
  });
  await desk.sell();
  expect(desk.$sale.get().state).toBe('waiting');
  expect(desk.$access.get().uen).toBe('202612345D');
  expect(api.holdPaynow).toHaveBeenCalledTimes(1);
});

it('the desk names the order that an earlier press created from another sale', async () => {
  const desk = await openDesk();
  const refusal = fromPostgrest(409, { message: 'sale_differs', hint: 'key', details: 'OT-4F7K' });
  vi.mocked(api.sell).mockResolvedValueOnce(refusal);
  await desk.sell();
  expect(desk.$sale.get()).toEqual({ state: 'refused', code: 'sale_differs', number: 'OT-4F7K' });
  const html = renderToStaticMarkup(createElement(Payment, { desk }));
  expect(html).toContain('as order OT-4F7K');
  expect(html).toContain('href="/management/orders?search=OT-4F7K"');
  // A coach cannot open orders.
  const ofCoach = renderToStaticMarkup(createElement(Payment, { desk: { ...desk, isManager: false } }));
  expect(ofCoach).toContain('as order OT-4F7K');
  expect(ofCoach).not.toContain('/management/orders');
});

it('the desk sells once for two clicks', async () => {
  const desk = await openDesk();
  vi.mocked(api.sell).mockResolvedValue(soldAnswer);
  await Promise.all([desk.sell(), desk.sell()]);
  expect(api.sell).toHaveBeenCalledTimes(1);
});

it('the desk asks again after a price change, keeps the input, and sends the new price', async () => {
  const desk = await openDesk();
  vi.mocked(api.sell).mockResolvedValueOnce({
    ok: false,
    code: 'price_changed',
    field: 'expected_total_cents',
  });
  price(71_000);
  const before = desk.$draft.get();
  await desk.sell();
  expect(desk.$sale.get()).toMatchObject({ code: 'price_changed' });
  expect(desk.$draft.get()).toBe(before);
  vi.mocked(api.sell).mockResolvedValueOnce(soldAnswer);
  await desk.sell();
  expect(vi.mocked(api.sell).mock.calls[1]?.[0].expected_total_cents).toBe(71_000);
});

it('the desk shows at an item that it is full, and does not sell', async () => {
  const desk = await openDesk();
  vi.mocked(api.sell).mockResolvedValueOnce({
    ok: false,
    code: 'session_full',
    field: 'lines[0].session_id',
  });
  price(0, [{ code: 'session_full', field: 'lines[0].session_id' }]);
  await desk.sell();
  expect(desk.$failedSubmits.get()).toMatchObject({ 'lines[0]': { code: 'session_full' } });
  await desk.sell();
  expect(api.sell).toHaveBeenCalledTimes(1);
});

it('the desk finds a family for a coach only by a whole address or number', async () => {
  vi.useFakeTimers();
  vi.mocked(api.findFamilies).mockResolvedValue({ ok: true, value: { more: false, rows: [] } });
  const desk = createDesk({ isManager: false });
  for (const text of [
    'Wei',
    'wei@',
    'wei@example',
    '9111 2',
    'wei@example.test',
    '9111 2222',
    '+6591112222',
  ]) {
    desk.search(text);
    await vi.advanceTimersByTimeAsync(2000);
  }
  const searches = vi.mocked(api.findFamilies).mock.calls.map(([text]) => text);
  vi.useRealTimers();
  expect(searches).toEqual(['wei@example.test', '9111 2222', '+6591112222']);
});

it('the desk sends a discount by hand with its reason, and not without one', () => {
  const discounted = { ...completeSale(), off: '20.50' };
  expect(checkSale(discounted, catalogue, rules)).toMatchObject({
    faults: { 'discount.reason': { kind: 'missing' } },
    sale: null,
  });
  expect(checkSale({ ...discounted, reason: ' Rain ' }, catalogue, rules).sale?.discount).toEqual({
    cents: 2050,
    reason: 'Rain',
  });
  expect(checkSale({ ...discounted, off: '-5' }, catalogue, rules).faults['discount.cents']).toBeDefined();
  expect(checkSale(completeSale(), catalogue, rules).sale?.discount).toBeUndefined();
});

it('the desk sells for the deposit of the chosen plan while it is offered, and otherwise for the whole price', () => {
  const option = { parts: 2, deposit_cents: 14_700, rest: [{ due_on: '2026-12-01', cents: 55_000 }] };
  expect(planOf({ parts: 2 }, [option])).toEqual(option);
  expect(planOf({ parts: 2 }, [])).toBeNull();
  expect(checkSale(completeSale(), catalogue, { ...rules, plan: option }).sale?.instalments).toEqual({
    parts: 2,
    deposit_cents: 14_700,
  });
  expect(checkSale(completeSale(), catalogue, rules).sale?.instalments).toBeUndefined();
});
