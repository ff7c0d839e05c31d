import { beforeEach, expect, it, vi } from 'vitest';
import { readText, writeText } from '#browser/text-storage.ts';
import { storageKeys } from '#config/paths.ts';
import { createCheckout } from '#features/checkout/store.ts';
import { waitInQueue, type WaitingPlace } from '#features/checkout/purchase/queue.ts';
import { address } from '#support/unit/checkout-store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { cart, order, uuid } from '#support/unit/examples.ts';
import { texts } from './examples.ts';

// While many families book a camp, the checkout waits in a queue, and continues automatically.
const browser = fakeBrowser();
const ticket = uuid(77);
const waiting = { state: 'waiting', ahead: 3, wait_seconds: 12 };
const pauses: number[] = [];
const pause = (ms: number) => {
  pauses.push(ms);
  return Promise.resolve();
};
/** Gives one answer after the other, and the last one again. */
const inTurn = (...answers: unknown[]) => {
  let n = 0;
  return () => answers[Math.min(n++, answers.length - 1)] as never;
};
const queue = (shown: (WaitingPlace | null)[] = [], current: boolean[] = []) =>
  waitInQueue((place, isCurrent) => {
    shown.push(place);
    current.push(isCurrent);
  }, pause);

beforeEach(() => {
  pauses.length = 0;
});

it('a browser joins once, keeps its ticket, and is admitted', async () => {
  browser.api
    .on('join_queue', { body: { ...waiting, ticket } })
    .on('queue_state', inTurn({ body: { ...waiting, ahead: 1 } }, { body: { state: 'admitted' } }));
  const shown: (WaitingPlace | null)[] = [];
  expect(await queue(shown)).toBe(true);
  expect(shown.map((place) => place?.ahead)).toEqual([3, 1]);
  expect(browser.api.named('join_queue')).toHaveLength(1);
  expect(readText(storageKeys.queueTicket)).toBe(ticket);
});

it('a reload asks for the place of the stored ticket, and joins anew only if that has ended', async () => {
  writeText(storageKeys.queueTicket, ticket);
  browser.api.on('queue_state', { body: { state: 'admitted' } });
  expect(await queue()).toBe(true);
  expect(browser.api.named('join_queue')).toEqual([]);
  browser.api
    .on('queue_state', { body: { state: 'ended' } })
    .on('join_queue', { body: { state: 'admitted', ticket: uuid(78) } });
  expect(await queue()).toBe(true);
  expect(readText(storageKeys.queueTicket)).toBe(uuid(78));
});

it('a tab that is admitted has its own ticket, although another tab has forgotten the stored one', async () => {
  writeText(storageKeys.queueTicket, ticket);
  browser.api.on('queue_state', inTurn({ body: waiting }, { body: { state: 'admitted' } }));
  const forgetful = (ms: number) => {
    localStorage.removeItem(storageKeys.queueTicket);
    return pause(ms);
  };
  expect(await waitInQueue(() => undefined, forgetful)).toBe(true);
  expect(readText(storageKeys.queueTicket)).toBe(ticket);
});

it('a failed call loses no place: the browser asks again after a pause', async () => {
  writeText(storageKeys.queueTicket, ticket);
  browser.api.on(
    'queue_state',
    inTurn({ body: waiting }, 'network failure', { status: 500, body: {} }, { body: { state: 'admitted' } }),
  );
  const [shown, current]: [(WaitingPlace | null)[], boolean[]] = [[], []];
  expect(await queue(shown, current)).toBe(true);
  expect(shown.map((place) => place?.ahead)).toEqual([3, 3, 3]);
  expect(current).toEqual([true, false, false]);
  expect(pauses).toEqual([5_000, 20_000, 20_000]);
  expect(browser.api.named('join_queue')).toEqual([]);
});

it('the hold after the queue has the ticket, which is forgotten then', async () => {
  writeText(storageKeys.queueTicket, ticket);
  writeText('otter_cart', JSON.stringify(cart()));
  browser.api
    .on('hold_order', inTurn(refusal('queue_first', 400), { body: { ...order(), left_out: [] } }))
    .on('queue_state', { body: { state: 'admitted' } })
    .on('offers', { body: [] })
    .on('consent_texts', { body: texts });
  const checkout = createCheckout({ go: vi.fn(), address });
  await checkout.open();
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(browser.api.named('hold_order').at(-1)?.body).toMatchObject({ p_order: { ticket } });
  expect(readText(storageKeys.queueTicket)).toBeNull();
});
