import { describe, expect, it } from 'vitest';
import { toThing } from '#features/confirmation/content.ts';
import { createConfirmation } from '#features/confirmation/store.ts';
import { childrenOf, dayOf, hasCamp, hasPass, isMove, placesOf } from '#features/confirmation/model.ts';
import { orderFile } from '#browser/calendar-file.ts';
import { calendarPlaces } from '#features/confirmation/calendar.ts';
import { readCart } from '#browser/cart.ts';
import { readOrderMemory, saveOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { type Call, refusal, fakeBrowser } from '#support/unit/browser.ts';
import { cart, order, secret, uuid } from '#support/unit/examples.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
const paidOrder = (over = {}) =>
  order({ status: 'paid', hold_expires_at: null, paid_at: '2026-11-20T04:10:00Z', ...over });
const memory = {
  secret,
  sessionId: uuid(101),
  offerId: 'pass-term',
  agreedCents: 69700,
  heldUntil: null,
  payUrl: null,
};

/** Opens the page with a fake timer, which does not wait but adds up the time that the page would wait. */
async function openPage(query = `order=${secret}&session_id=cs_1`) {
  let now = 0;
  const wait = (ms: number) => {
    now += ms;
    return Promise.resolve();
  };
  const confirmation = createConfirmation({ query: new URLSearchParams(query), now: () => now, wait });
  await confirmation.open();
  return { confirmation, waited: () => now };
}

it('shows a paid order as booked, and clears its cart', async () => {
  writeStored('otter_cart', cart());
  saveOrderMemory(memory);
  browser.api.on('get_order', { body: paidOrder() });
  const { confirmation } = await openPage();
  expect(confirmation.$view.get()).toEqual({ state: 'booked', order: paidOrder(), late: false });
  expect(readCart()).toBeNull();
  expect(readOrderMemory()).toBeNull();
  expect(browser.api.named('handle-pass-payment-success')).toEqual([]);
});

it('shows a signed-in parent both addresses, and otherwise what the link may show', async () => {
  storeSession({ id: 'parent-1' });
  const [masked, both] = [
    ['mei@x.test', 'w•••@x.test'],
    ['mei@x.test', 'wei@x.test'],
  ];
  const isMember = ({ headers }: Call) => headers['authorization'] === 'Bearer token';
  browser.api.on('get_order', (call) => ({ body: paidOrder({ mailed_to: isMember(call) ? both : masked }) }));
  expect((await openPage()).confirmation.$view.get()).toMatchObject({ order: { mailed_to: both } });
  browser.api.on('get_order', (call) =>
    isMember(call) ? refusal('session_ended', 401) : { body: paidOrder({ mailed_to: masked }) },
  );
  expect((await openPage()).confirmation.$view.get()).toMatchObject({ order: { mailed_to: masked } });
});

it('puts neither a child’s name nor a birth date into analytics or storage', async () => {
  saveOrderMemory(memory);
  const [line] = order().lines;
  const lines = line ? [{ ...line, child_name: 'Kai Zephyrin', child_dob: '2018-05-01' }] : [];
  browser.api.on('get_order', { body: paidOrder({ lines }) });
  const { confirmation } = await openPage();
  expect(confirmation.$view.get()).toMatchObject({ order: { lines: [{ child_dob: '2018-05-01' }] } });
  const sent = JSON.stringify([browser.api.calls, [...browser.storage.entries], globalThis.reportQueue]);
  expect(sent).toContain('checkout_completed');
  expect(sent).not.toMatch(/2018-05-01|Zephyrin/);
});

it('keeps a newer cart when an old link is opened', async () => {
  writeStored('otter_cart', cart());
  saveOrderMemory({ ...memory, secret: uuid(888) });
  browser.api.on('get_order', { body: paidOrder() });
  await openPage();
  expect(readCart()).not.toBeNull();
});

it('asks Stripe once about an unpaid order, and then waits', async () => {
  let readCount = 0;
  browser.api
    .on('get_order', () => ({ body: ++readCount < 4 ? order({ status: 'awaiting_payment' }) : paidOrder() }))
    .on('handle-pass-payment-success', { body: order({ status: 'awaiting_payment' }) });
  const { confirmation, waited } = await openPage();
  expect(confirmation.$view.get().state).toBe('booked');
  expect(browser.api.named('handle-pass-payment-success').map((call) => call.body)).toEqual([
    { sessionId: 'cs_1', customData: { secret } },
  ]);
  expect(waited()).toBe(6_000);
});

it('the page does not wait if Stripe’s answer says paid', async () => {
  browser.api.on('get_order', { body: order() }).on('handle-pass-payment-success', { body: paidOrder() });
  const { confirmation, waited } = await openPage();
  expect(confirmation.$view.get().state).toBe('booked');
  expect(waited()).toBe(0);
});

it('waits at most 30 seconds, and keeps the cart', async () => {
  writeStored('otter_cart', cart());
  browser.api.on('get_order', { body: order() }).on('handle-pass-payment-success', 'network failure');
  const { confirmation, waited } = await openPage();
  expect(confirmation.$view.get()).toEqual({ state: 'unpaid', order: order(), activation: true });
  expect(waited()).toBe(30_000);
  expect(readCart()).not.toBeNull();
});

it('shows a payment under way as pending, and asks nobody to pay again', async () => {
  const promised = order({ status: 'awaiting_payment' });
  browser.api.on('get_order', { body: promised }).on('handle-pass-payment-success', { body: promised });
  const { confirmation } = await openPage();
  expect(confirmation.$view.get()).toEqual({ state: 'pending', order: promised });
});

it.each(['expired', 'released', 'held'] as const)(
  'the page shows an order that is %s as unpaid',
  async (status) => {
    browser.api.on('get_order', { body: order({ status }) });
    browser.api.on('handle-pass-payment-success', { body: order({ status }) });
    const { confirmation } = await openPage();
    expect(confirmation.$view.get()).toMatchObject({ state: 'unpaid', activation: false });
  },
);

it.each([
  ['reseated', { state: 'booked', late: true }],
  ['enrolled', { state: 'booked', late: true }],
  ['needs_choice', { state: 'needs_choice' }],
  ['needs_choice', { state: 'needs_choice' }, ['move', 'credit', 'refund']],
  // After a deposit the database accepts only the refund.
  ['needs_choice', { state: 'only_refund' }, ['refund']],
])('the page shows a late payment that was %s', async (outcome, view, late_choices?: string[]) => {
  browser.api.on('get_order', { body: paidOrder({ status: 'paid_late', outcome, late_choices }) });
  const { confirmation } = await openPage();
  expect(confirmation.$view.get()).toMatchObject(view);
});

it('shows a mismatched payment as under review, and asks nobody to pay again', async () => {
  browser.api.on('get_order', { body: order({ outcome: 'under_review' }) });
  const { confirmation } = await openPage();
  expect(confirmation.$view.get()).toMatchObject({ state: 'under_review' });
});

describe('an order that cannot be read', () => {
  it.each(['', 'order=1', 'order=../../etc'])(
    'is not found if "%s" has no secret, without a request',
    async (query) => {
      const { confirmation } = await openPage(query);
      expect(confirmation.$view.get()).toEqual({ state: 'not_found' });
      expect(browser.api.calls).toEqual([]);
    },
  );

  it('is not found if the server does not know it', async () => {
    browser.api.on('get_order', refusal('order_not_found', 404));
    const { confirmation } = await openPage();
    expect(confirmation.$view.get()).toEqual({ state: 'not_found' });
  });

  it('for another reason is reported without its secret, and can be retried', async () => {
    browser.api.on('get_order', 'network failure');
    const { confirmation } = await openPage();
    expect(confirmation.$view.get()).toEqual({ state: 'failed' });
    expect(JSON.stringify(browser.reports())).not.toContain(secret);
    browser.api.on('get_order', { body: paidOrder() });
    await confirmation.retry();
    expect(confirmation.$view.get().state).toBe('booked');
  });
});

it('finds the names of the children and the weekday of an order', () => {
  const [line] = order().lines;
  if (!line) throw new Error('no example');
  const two = paidOrder({ lines: [line, { ...line, child_name: 'Kai' }, { ...line, child_name: 'Kai' }] });
  expect(childrenOf(two)).toEqual(['Kai']);
  expect(dayOf(two)).toBe('Saturday');
  expect(dayOf(paidOrder({ lines: [] }))).toBeNull();
});

it('the calendar file has the session in UTC, and neither child nor secret', () => {
  const file = orderFile('OT-4K7M', calendarPlaces(paidOrder()), 'otter.test');
  expect(file).toContain('DTSTART:20261121T023000Z');
  expect(file).toContain('DTEND:20261121T033000Z');
  expect(file).toContain('LOCATION:Somerset Skate Park');
  expect(file).not.toContain(secret);
});

const camp = {
  camp_id: uuid(501),
  name: 'Spark Camp',
  tier: 'spark' as const,
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  starts_at: '2026-12-07T01:00:00Z',
  ends_at: '2026-12-07T07:00:00Z',
  location_name: 'East Coast',
  location_address: null,
};
const campLine = (n: number, child_name: string, status: 'placed' | 'cancelled' = 'placed') => {
  const [line] = order().lines;
  if (!line) throw new Error('no example');
  return {
    ...line,
    line_id: uuid(n),
    kind: 'camp_tier',
    sessions: null,
    session: null,
    camp,
    child_name,
    status,
  };
};

it('shows two children on one camp as one appointment, without cancelled lines', () => {
  const booked = paidOrder({
    lines: [campLine(1, 'Lia'), campLine(2, 'Max'), campLine(3, 'Noa', 'cancelled')],
  });
  expect(placesOf(booked)).toMatchObject([{ camp, lines: [{ child_name: 'Lia' }, { child_name: 'Max' }] }]);
  expect(childrenOf(booked)).toEqual(['Lia', 'Max']);
  expect([hasCamp(booked), hasPass(booked)]).toEqual([true, false]);
});

it('the calendar file has each day of a camp, with both reminders', () => {
  const file = orderFile(
    'OT-4K7M',
    calendarPlaces(paidOrder({ lines: [campLine(1, 'Lia'), campLine(2, 'Max')] })),
    'otter.test',
  );
  expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(file).toContain('DTSTART:20261207T010000Z');
  expect(file).toContain('RRULE:FREQ=DAILY;COUNT=3');
  expect(file.match(/TRIGGER:-P(1D|T2H)/g)).toHaveLength(2);
  expect(file).not.toContain('Lia');
});

it.each([
  ['Closed shoes: flat soles grip best', { name: 'Closed shoes', why: 'flat soles grip best' }],
  ['Sunscreen', { name: 'Sunscreen', why: '' }],
])('splits the item to bring “%s” into name and reason', (text, expected) =>
  expect(toThing(text)).toEqual(expected),
);

describe('a move that costs more', () => {
  const [line] = order().lines;
  if (!line) throw new Error('no example');
  const moveLine = { ...line, kind: 'camp_tier', transferred_cents: 54_900 };

  it('is shown as booked after it was made', async () => {
    const moved = paidOrder({ lines: [{ ...moveLine, status: 'placed' }] });
    browser.api.on('get_order', { body: moved });
    const { confirmation } = await openPage();
    expect(confirmation.$view.get()).toMatchObject({ state: 'booked' });
    expect(isMove(moved)).toBe(true);
    expect(isMove(paidOrder())).toBe(false);
  });

  it('is not shown as booked if it could no longer be made', async () => {
    const refused = paidOrder({ status: 'paid_late', lines: [{ ...moveLine, status: 'cancelled' }] });
    browser.api.on('get_order', { body: refused });
    const { confirmation } = await openPage();
    expect(confirmation.$view.get()).toEqual({ state: 'not_moved', order: refused });
  });
});
