/** Actions on an order: they use its current terms, run one at a time, and show no outcome at another order. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderDetails } from '#contract/management-orders.ts';
import * as api from '#features/staff/orders/api.ts';
import { termsOf } from '#features/staff/orders/model.ts';
import { createOrderDetail } from '#features/staff/orders/detail.ts';

vi.mock(import('#features/staff/orders/api.ts'));

const first = '00000000-0000-4000-8000-000000000001';
const second = '00000000-0000-4000-8000-000000000002';
/** An order with one line whose refund by the rules is this amount. */
const orderDetails = (id: string, refundCents = 5000, more = {}) =>
  ({
    order: { order_id: id, refunded_cents: 0 },
    managed: {
      lines: [{ line_id: 'line', can: { cancel: { refund_cents: refundCents } } }],
      cancel_all: null,
    },
    left: { line: 9000 },
    left_of_order: 9000,
    refunds: [],
    ...more,
  }) as unknown as OrderDetails;

let address = '';
beforeEach(() => {
  address = `?order=${first}`;
  vi.stubGlobal('location', {
    pathname: '/management/orders',
    get search() {
      return address;
    },
  });
  const go = (_state: unknown, _title: string, to: string) => (address = to.slice(to.indexOf('?')));
  vi.stubGlobal('history', { state: null, pushState: go, replaceState: go });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.mocked(api.fetchOrder).mockImplementation((id) =>
    Promise.resolve({ ok: true, value: orderDetails(id) }),
  );
});

async function openOrder() {
  const detail = createOrderDetail(vi.fn());
  detail.watch();
  await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
  return detail;
}

it('uses the terms of the order as it is now, not as it was when the form was opened', () => {
  const subject = { lineId: 'line' };
  expect(termsOf(orderDetails(first, 7000), subject)).toMatchObject({
    byRules: 7000,
    most: 9000,
    lineIds: ['line'],
  });
  expect(termsOf(orderDetails(first, 5000), subject)).toMatchObject({ byRules: 5000 });
  expect(termsOf(orderDetails(first), { lineId: 'gone' })).toMatchObject({
    byRules: null,
    most: 0,
    lineIds: [],
  });
});

it('runs one action of an order at a time, even if it was left and opened again', async () => {
  const detail = await openOrder();
  let end: (value: { ok: true; value: { queued: boolean } }) => void = () => undefined;
  vi.mocked(api.sendLink).mockReturnValue(new Promise((resolve) => (end = resolve)));
  const act = detail.sendLink();
  detail.open(second);
  await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
  expect(detail.$busy.get()).toBe(false);
  expect(detail.$outcome.get()).toBeNull();
  detail.open(first);
  await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
  expect(detail.$busy.get()).toBe(true);
  expect(await detail.sendLink()).toBe(false);
  end({ ok: true, value: { queued: true } });
  expect(await act).toBe(true);
  expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'link' });
  expect(api.sendLink).toHaveBeenCalledTimes(1);
});

it('shows no outcome at another order', async () => {
  const detail = await openOrder();
  vi.mocked(api.sendLink).mockImplementation(() => {
    detail.open(second);
    return Promise.resolve({ ok: true, value: { queued: true } });
  });
  expect(await detail.sendLink()).toBe(false);
  expect(detail.$busy.get()).toBe(false);
  expect(detail.$outcome.get()).toBeNull();
});

const lost = { ok: false, code: 'unexpected' } as const;
const answerOrder = (more: object) =>
  vi
    .mocked(api.fetchOrder)
    .mockImplementation((id) => Promise.resolve({ ok: true, value: orderDetails(id, 5000, more) }));
const keyOf = (call: number) => vi.mocked(api.payBack).mock.calls[call]?.[1];

it('repeats a lost refund with the same key and the same expected amounts', async () => {
  const detail = await openOrder();
  detail.openRefund({ lineId: 'line' });
  detail.change({ amount: '20' });
  answerOrder({ left: { line: 8000 } });
  vi.mocked(api.payBack)
    .mockResolvedValueOnce(lost)
    .mockResolvedValueOnce({ ok: true, value: { refund_id: 'r' } });
  await detail.refund();
  expect(detail.$form.get()?.draft.amount).toBe('20');
  await detail.refund();
  expect(keyOf(1)).toEqual(keyOf(0));
  expect(keyOf(0)).toMatchObject({ cents: 2000, seenLeft: 9000, seenRefunds: 0 });
  expect(detail.$outcome.get()).toMatchObject({ state: 'done', what: 'paid_back' });
  expect(detail.$form.get()).toBeNull();
});

it('reports success after a lost answer if the refund exists', async () => {
  const detail = await openOrder();
  detail.openRefund({ lineId: 'line' });
  answerOrder({ refunds: [{ key: detail.$form.get()?.key }] });
  vi.mocked(api.payBack).mockResolvedValueOnce(lost);
  await detail.refund();
  expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'paid_back', cents: 9000 });
});

it('says that somebody else has refunded, uses the new amounts, and keeps the input', async () => {
  const detail = await openOrder();
  detail.openRefund({ lineId: 'line' });
  detail.change({ amount: '20', reason: 'cancelled_by_us' });
  const before = detail.$form.get();
  answerOrder({ left: { line: 7000 } });
  vi.mocked(api.payBack).mockResolvedValueOnce({ ok: false, code: 'refund_changed' });
  await detail.refund();
  expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'refund_changed' });
  expect(detail.$form.get()).toMatchObject({
    terms: { most: 7000 },
    draft: { amount: '20', reason: 'cancelled_by_us' },
  });
  expect(detail.$form.get()?.key).not.toBe(before?.key);
});

describe('a cancellation with a refund above the rules', () => {
  const gone = { managed: { lines: [], cancel_all: null } };
  async function asked(amount: string) {
    const detail = await openOrder();
    detail.openRefund({ lineId: 'line' });
    detail.change({ place: 'goes', amount, reason: 'cancelled_by_us' });
    return detail;
  }
  beforeEach(() => void vi.mocked(api.payBack).mockClear());

  it('is one call with the expected amounts', async () => {
    const detail = await asked('60');
    const key = detail.$form.get()?.key;
    vi.mocked(api.giveBack).mockResolvedValueOnce({ ok: true, value: { refund_id: 'r' } });
    await detail.refund();
    expect(vi.mocked(api.giveBack).mock.lastCall).toEqual([
      first,
      { byRules: 5000, most: 9000, lineIds: ['line'], endsRenewal: false },
      { cents: 6000, reason: 'cancelled_by_us', seenLeft: 9000, seenRefunds: 0, key, isWhole: false },
    ]);
    expect(api.payBack).not.toHaveBeenCalled();
    expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'given_back', cents: 6000 });
    expect(detail.$form.get()).toBeNull();
  });

  it('that is refused changes nothing, and the input stays', async () => {
    const detail = await asked('60');
    vi.mocked(api.giveBack).mockResolvedValueOnce({ ok: false, code: 'refund_changed' });
    await detail.refund();
    expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'refund_changed' });
    expect(detail.$form.get()?.draft).toEqual({ place: 'goes', amount: '60', reason: 'cancelled_by_us' });
  });

  it.each([
    ['60', { refunds: [{ key: 'own' }] }],
    ['50', { refunds: [] }],
  ])('of %s dollars succeeds after a lost answer if it was carried out', async (amount, { refunds }) => {
    const detail = await asked(amount);
    const own = refunds.map(() => ({ key: detail.$form.get()?.key }));
    answerOrder({ ...gone, refunds: own });
    vi.mocked(api.giveBack).mockResolvedValueOnce(lost);
    await detail.refund();
    expect(detail.$outcome.get()).toMatchObject({
      state: 'done',
      what: 'given_back',
      cents: Number(amount) * 100,
    });
    expect(detail.$form.get()).toBeNull();
  });

  it('whose answer was lost while somebody else cancelled says so, and offers the remaining refund', async () => {
    const detail = await asked('60');
    answerOrder({ ...gone, left: { line: 4000 } });
    vi.mocked(api.giveBack).mockResolvedValueOnce(lost);
    await detail.refund();
    expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'line_closed' });
    expect(detail.$form.get()).toMatchObject({
      terms: { most: 4000 },
      draft: { place: 'keeps', amount: '10' },
    });
  });
});
