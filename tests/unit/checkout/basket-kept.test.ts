/** What stays in a basket (docs/decisions "One basket"). */
import { beforeEach, expect, it, vi } from 'vitest';
import { readBasket, saveBasket, startAdding } from '#browser/basket.ts';
import { fakeBrowser, MemoryStorage, refusal } from '#support/unit/browser.ts';
import { answerAsUsual, lastGoing, open, openBoth, pass, second, spark } from './basket-setup.ts';
import { kai, mira } from './examples.ts';

const browser = fakeBrowser();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  answerAsUsual(browser);
});

it('a pass without a session is still there after midnight', () => {
  saveBasket([spark, pass]);
  expect(readBasket('2026-11-21')).toEqual([spark, pass]);
  expect(readBasket('2027-01-01')).toEqual([pass]);
});

it('two offers for one place stay side by side if the second was added for another child', async () => {
  const other = { ...second, offerId: 'tier-spark' };
  saveBasket([other]);
  startAdding();
  const checkout = await open();
  expect(checkout.sale.$parts.get()).toEqual([other, second]);
});

it('a child who can’t be put back can be put back later', async () => {
  const checkout = await openBoth();
  await checkout.changes.addChild();
  checkout.form.setChildren([kai, mira]);
  await checkout.changes.removeChild(1);
  browser.api.on('hold_order', refusal('rate_limited', 429));
  await checkout.changes.restoreChild();
  expect(checkout.form.$values.get().children.map(({ name }) => name)).toEqual([kai.name]);
  expect(checkout.changes.$removed.get()).toMatchObject({ index: 1, child: mira });
  expect(lastGoing(browser)).toHaveLength(4);
});
