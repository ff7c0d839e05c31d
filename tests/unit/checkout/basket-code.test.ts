/** The code of an order whose parts change (docs/decisions "One basket"). */
import { beforeEach, expect, it, vi } from 'vitest';
import { startAdding } from '#browser/adding.ts';
import { fakeBrowser, MemoryStorage, refusal } from '#support/unit/browser.ts';
import { lastHoldRequest } from '#support/unit/checkout-changes.ts';
import { secret } from '#support/unit/examples.ts';
import { answerAsUsual, lastGoing, open, openBoth, requestOf, second } from './basket-setup.ts';
import { campOrder, draft, heldAs } from './examples.ts';

const browser = fakeBrowser();
const held = (body: Record<string, unknown>) => ({
  body: { ...heldAs(requestOf(body)), code: requestOf(body).code ?? null },
});

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  answerAsUsual(browser);
  browser.api.on('hold_order', ({ body }) => held(body));
});

it('stays when a camp is added', async () => {
  const checkout = await open(draft);
  await checkout.changes.applyCode('TENTH');
  browser.api.on('get_order', { body: campOrder(1, { secret, code: 'TENTH' }) });
  startAdding();
  await open();
  expect(lastGoing(browser)).toEqual(['tier-spark 0', 'tier-ignite 0']);
  expect(lastHoldRequest(browser)).toMatchObject({ code: 'TENTH' });
});

it('stays when a camp that can’t be booked is left out', async () => {
  const checkout = await openBoth();
  await checkout.changes.applyCode('TENTH');
  browser.api.on('get_order', { body: campOrder(1, { secret, code: 'TENTH' }) });
  await checkout.goOnWithout([second]);
  expect(lastGoing(browser)).toEqual(['tier-spark -']);
  expect(lastHoldRequest(browser)).toMatchObject({ code: 'TENTH' });
});

it('goes with a message when what is left is too little for it', async () => {
  const checkout = await openBoth();
  await checkout.changes.applyCode('BIG');
  browser.api.on('hold_order', ({ body }) =>
    requestOf(body).code && requestOf(body).lines.length === 1 ? refusal('code_minimum', 409) : held(body),
  );
  await checkout.changes.removePart(second);
  expect(checkout.sale.$parts.get()).toHaveLength(1);
  expect(checkout.sale.$order.get()?.code).toBeNull();
  expect(checkout.changes.$codeFault.get()?.code).toBe('code_minimum');
});
