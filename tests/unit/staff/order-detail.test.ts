/**
 * Actions on an order follow its current terms and run one at a time, and their messages do not appear on another
 * order.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderDetails } from '#contract/management-orders.ts';
import * as api from '#features/staff/orders/api.ts';
import { termsOf } from '#features/staff/orders/model.ts';
import { createOrderDetailsStore } from '#features/staff/orders/detail.ts';
import type { RefundForm } from '#features/staff/orders/refund.ts';

vi.mock(import('#features/staff/orders/api.ts'));

const first = '00000000-0000-4000-8000-000000000001';
const second = '00000000-0000-4000-8000-000000000002';
/** An order with one line whose rules refund this amount. */
const orderDetails = (id: string, refundCents = 5000, more = {}) =>
  ({
    order: { order_id: id, refunded_cents: 0 },
    managed: {
      lines: [{ line_id: 'line', can: { cancel: { refund_cents: refundCents } } }],
      cancel_all: null,
    },
    left: { line: 9000 },
    left_of_order: 9000,
    disputed_lines: [],
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

async function openDetail() {
  const detail = createOrderDetailsStore(vi.fn());
  detail.watch();
  await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
  return detail;
}

function formOf(detail: ReturnType<typeof createOrderDetailsStore>): RefundForm {
  const form = detail.$refund.get();
  if (form === null) throw new Error('no refund form is open');
  return form;
}

it('the refund terms are those of the current order, not of the moment when the form was opened', () => {
  const subject = { lineId: 'line' };
  expect(termsOf(orderDetails(first, 7000), subject)).toMatchObject({
    byRules: 7000,
    maxCents: 9000,
    lineIds: ['line'],
  });
  expect(termsOf(orderDetails(first, 5000), subject)).toMatchObject({ byRules: 5000 });
  expect(termsOf(orderDetails(first), { lineId: 'gone' })).toMatchObject({
    byRules: null,
    maxCents: 0,
    lineIds: [],
  });
});

it('an order runs one action at a time, even if it was left and opened again', async () => {
  const detail = await openDetail();
  let end: (value: { ok: true; value: { queued: boolean } }) => void = () => undefined;
  vi.mocked(api.sendLink).mockReturnValue(new Promise((resolve) => (end = resolve)));
  const sending = detail.sendLink();
  detail.open(second);
  await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
  expect(detail.$busy.get()).toBe(false);
  expect(detail.$outcome.get()).toBeNull();
  detail.open(first);
  await vi.waitFor(() => expect(detail.$view.get().state).toBe('ready'));
  expect(detail.$busy.get()).toBe(true);
  expect(await detail.sendLink()).toBe(false);
  end({ ok: true, value: { queued: true } });
  expect(await sending).toBe(true);
  expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'link' });
  expect(api.sendLink).toHaveBeenCalledTimes(1);
});

it('the outcome of an action is not shown for another order', async () => {
  const detail = await openDetail();
  vi.mocked(api.sendLink).mockImplementation(() => {
    detail.open(second);
    return Promise.resolve({ ok: true, value: { queued: true } });
  });
  expect(await detail.sendLink()).toBe(false);
  expect(detail.$busy.get()).toBe(false);
  expect(detail.$outcome.get()).toBeNull();
});

const lost = { ok: false, code: 'unexpected' } as const;
const answerWith = (more: object) =>
  vi
    .mocked(api.fetchOrder)
    .mockImplementation((id) => Promise.resolve({ ok: true, value: orderDetails(id, 5000, more) }));
const keyOf = (call: number) => vi.mocked(api.refund).mock.calls[call]?.[1];

it('a lost answer is requested again under the same key and with the same shown order, even after a reload of the order', async () => {
  const detail = await openDetail();
  detail.openRefund({ lineId: 'line' });
  formOf(detail).change({ amount: '20' });
  answerWith({ left: { line: 8000 } });
  vi.mocked(api.refund)
    .mockResolvedValueOnce(lost)
    .mockResolvedValueOnce({ ok: true, value: { refund_id: 'r' } });
  await formOf(detail).submit();
  expect(formOf(detail).$values.get().amount).toBe('20');
  await formOf(detail).submit();
  expect(keyOf(1)).toEqual(keyOf(0));
  expect(keyOf(0)).toMatchObject({ cents: 2000, shownMaxCents: 9000, shownRefunds: 0 });
  expect(detail.$outcome.get()).toMatchObject({ state: 'done', what: 'refunded' });
  expect(detail.$refund.get()).toBeNull();
});

it('a lost answer counts as no failure if its refund exists', async () => {
  const detail = await openDetail();
  detail.openRefund({ lineId: 'line' });
  answerWith({ refunds: [{ key: formOf(detail).key() }] });
  vi.mocked(api.refund).mockResolvedValueOnce(lost);
  await formOf(detail).submit();
  expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'refunded', cents: 9000 });
});

it('a refund that somebody else made in between is shown, and what was typed stays', async () => {
  const detail = await openDetail();
  detail.openRefund({ lineId: 'line' });
  formOf(detail).change({ amount: '20', reason: 'cancelled_by_us' });
  const before = formOf(detail).key();
  answerWith({ left: { line: 7000 } });
  vi.mocked(api.refund).mockResolvedValueOnce({ ok: false, code: 'refund_changed' });
  await formOf(detail).submit();
  expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'refund_changed' });
  expect(formOf(detail).$terms.get().maxCents).toBe(7000);
  expect(formOf(detail).$values.get()).toMatchObject({ amount: '20', reason: 'cancelled_by_us' });
  expect(formOf(detail).key()).not.toBe(before);
});

it('an amount that is not possible is refused at its field, and nothing is sent', async () => {
  const detail = await openDetail();
  detail.openRefund({ lineId: 'line' });
  vi.mocked(api.refund).mockClear();
  formOf(detail).change({ amount: '90.01' });
  await formOf(detail).submit();
  expect(formOf(detail).$faults.get()).toEqual({ amount: { kind: 'refund_too_much' } });
  formOf(detail).change({ amount: '90' });
  expect(formOf(detail).$faults.get()).toEqual({});
  expect(api.refund).not.toHaveBeenCalled();
});

describe('cancelling with a larger refund than the rules give', () => {
  const cancelled = { managed: { lines: [], cancel_all: null } };
  async function startRefund(amount: string) {
    const detail = await openDetail();
    detail.openRefund({ lineId: 'line' });
    formOf(detail).change({ cancelsPlace: true, amount, reason: 'cancelled_by_us', note: ' Rain ' });
    return detail;
  }
  beforeEach(() => void vi.mocked(api.refund).mockClear());

  it('is one call, which sends the order that was shown', async () => {
    const detail = await startRefund('60');
    const key = formOf(detail).key();
    vi.mocked(api.cancelLines).mockResolvedValueOnce({ ok: true, value: { refund_id: 'r' } });
    await formOf(detail).submit();
    expect(vi.mocked(api.cancelLines).mock.lastCall).toEqual([
      first,
      {
        byRules: 5000,
        maxCents: 9000,
        leftCents: 9000,
        lineIds: ['line'],
        endsRenewal: false,
        isDisputed: false,
        hasOpenParts: false,
      },
      {
        cents: 6000,
        reason: 'cancelled_by_us',
        note: 'Rain',
        to_balance: false,
        shownMaxCents: 9000,
        shownRefunds: 0,
        key,
        isWhole: false,
      },
    ]);
    expect(api.refund).not.toHaveBeenCalled();
    expect(detail.$outcome.get()).toEqual({ state: 'done', what: 'cancelled', cents: 6000 });
    expect(detail.$refund.get()).toBeNull();
  });

  it('leaves the spot and what was typed unchanged after a refusal', async () => {
    const detail = await startRefund('60');
    vi.mocked(api.cancelLines).mockResolvedValueOnce({ ok: false, code: 'refund_changed' });
    await formOf(detail).submit();
    expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'refund_changed' });
    expect(formOf(detail).$values.get()).toEqual({
      cancelsPlace: true,
      amount: '60',
      reason: 'cancelled_by_us',
      note: ' Rain ',
      toBalance: false,
    });
  });

  it.each([
    ['60', { refunds: [{ key: 'own' }] }],
    ['50', { refunds: [] }],
  ])(
    'is no failure if the answer to %s dollars was lost and the refund was made',
    async (amount, { refunds }) => {
      const detail = await startRefund(amount);
      const ownRefunds = refunds.map(() => ({ key: formOf(detail).key() }));
      answerWith({ ...cancelled, refunds: ownRefunds });
      vi.mocked(api.cancelLines).mockResolvedValueOnce(lost);
      await formOf(detail).submit();
      expect(detail.$outcome.get()).toMatchObject({
        state: 'done',
        what: 'cancelled',
        cents: Number(amount) * 100,
      });
      expect(detail.$refund.get()).toBeNull();
    },
  );

  it('shows after a lost answer that somebody else has cancelled, and offers a refund of the rest', async () => {
    const detail = await startRefund('60');
    answerWith({ ...cancelled, left: { line: 4000 } });
    vi.mocked(api.cancelLines).mockResolvedValueOnce(lost);
    await formOf(detail).submit();
    expect(detail.$outcome.get()).toEqual({ state: 'refused', code: 'line_closed' });
    expect(formOf(detail).$terms.get().maxCents).toBe(4000);
    expect(formOf(detail).$values.get()).toMatchObject({ cancelsPlace: false, amount: '10' });
  });
});

it('an order is read again when staff return from the family’s page in another tab', async () => {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  await openDetail();
  const readCount = vi.mocked(api.fetchOrder).mock.calls.length;
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  listeners.get('visibilitychange')?.();
  expect(api.fetchOrder).toHaveBeenCalledTimes(readCount);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  listeners.get('visibilitychange')?.();
  expect(api.fetchOrder).toHaveBeenCalledTimes(readCount + 1);
});
