/** What stays in a basket (docs/decisions "One basket"). */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startAdding } from '#browser/adding.ts';
import { readBasket, saveBasket } from '#browser/basket.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser, MemoryStorage, refusal } from '#support/unit/browser.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
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

it('a part that another version of the site saved is left out alone', () => {
  writeStored('otter_basket', [spark, { ...second, kind: 'trip' }, null, 'x']);
  expect(readBasket('2026-11-20')).toEqual([spark]);
});

it.each([
  [29, ['tier-spark', 'tier-ignite']],
  [31, undefined],
])('“Add another camp” counts %s minutes later for %j', async (minutes, held) => {
  const pressedAt = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(pressedAt - minutes * 60_000);
  startAdding();
  clock.mockRestore();
  saveBasket([spark]);
  await open();
  expect(lastGoing(browser)?.map((line) => line.split(' ')[0])).toEqual(held);
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

describe('a part that was removed by mistake', () => {
  const peanuts = { answer: 'some', allergies: 'Peanuts', conditions: '' } as const;
  async function removeIgnite() {
    const checkout = await openBoth();
    await checkout.changes.addChild();
    const [sparkOnly, igniteOnly] = [
      { ...kai, skips: [keyOf(second)] },
      { ...mira, skips: [keyOf(spark)] },
    ];
    checkout.form.setChildren([sparkOnly, igniteOnly]);
    checkout.form.changeHealth(1, peanuts);
    await checkout.changes.removePart(second);
    expect(checkout.form.$values.get().children.map(({ name }) => name)).toEqual([kai.name]);
    expect(checkout.sale.$parts.get()).toEqual([spark]);
    return checkout;
  }

  it('comes back with the child who went only there, and with its health details', async () => {
    const { changes, form, sale } = await removeIgnite();
    await changes.restorePart();
    expect(sale.$parts.get()).toEqual([spark, second]);
    expect(form.$values.get().children.map(({ name }) => name)).toEqual([kai.name, mira.name]);
    expect(form.$values.get().health[1]).toEqual(peanuts);
    expect(lastGoing(browser)).toEqual(['tier-spark 0', 'tier-ignite 1']);
    expect(readBasket('2026-11-20')).toEqual([spark, second]);
    expect(changes.$removedPart.get()).toBeNull();
  });

  it('is in this browser again while its answer is on its way, in case the parent goes on to another page', async () => {
    const { changes } = await removeIgnite();
    let kept: unknown;
    browser.api.on('hold_order', () => {
      kept = readBasket('2026-11-20');
      return refusal('rate_limited', 429);
    });
    await changes.restorePart();
    expect(kept).toEqual([spark, second]);
    expect(readBasket('2026-11-20')).toEqual([spark]);
  });

  it('can be put back later if its spot is taken now, and the rest stays held', async () => {
    const { changes, form, sale } = await removeIgnite();
    browser.api.on('hold_order', refusal('camp_full', 409, 'lines[1].camp_id'));
    await changes.restorePart();
    expect(sale.$parts.get()).toEqual([spark]);
    expect(sale.$view.get().state).toBe('open');
    expect(form.$values.get().children.map(({ name }) => name)).toEqual([kai.name]);
    expect(changes.$refusedPart.get()).toMatchObject({ part: second, code: 'camp_full' });
    expect(changes.$removedPart.get()?.children[0]).toMatchObject({ child: mira, health: peanuts });
    expect(readBasket('2026-11-20')).toEqual([spark]);
  });

  it('can’t be put back after another change', async () => {
    const { changes, sale } = await removeIgnite();
    await changes.addChild();
    await changes.restorePart();
    expect(sale.$parts.get()).toEqual([spark]);
  });
});
