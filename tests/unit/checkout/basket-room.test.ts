/** A basket in which not every child has a spot everywhere (docs/decisions "One basket"). */
import { beforeEach, expect, it, vi } from 'vitest';
import type { HoldRequest } from '#contract/order-requests.ts';
import { writeStored } from '#browser/storage.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { fakeBrowser, MemoryStorage, refusal } from '#support/unit/browser.ts';
import { answerAsUsual, lastGoing, openBoth, requestOf, second, spark } from './basket-setup.ts';
import { form, heldAs, kai, mira } from './examples.ts';

const browser = fakeBrowser();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  answerAsUsual(browser);
  writeStored('otter_checkout_draft', { ...form, of: keyOf(spark), children: [kai, mira] });
});

/** Answers a hold as if the last camp had this many spots. */
const answerWithRoomAtIgnite = (count: number) =>
  browser.api.on('hold_order', ({ body }) => {
    const request = requestOf(body);
    const ignite = request.lines.flatMap(({ offer_id }, index) =>
      offer_id === 'tier-ignite' ? [index] : [],
    );
    const full = ignite[count];
    return full === undefined
      ? { body: heldAs(request) }
      : refusal('camp_full', 409, `lines[${full}].camp_id`);
  });

it('the last spot goes to the first child, and the page says for whom there is none', async () => {
  answerWithRoomAtIgnite(1);
  const checkout = await openBoth();
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(lastGoing(browser)).toEqual(['tier-spark 0', 'tier-spark 1', 'tier-ignite 0']);
  expect(checkout.changes.$refusedPart.get()).toEqual({ part: second, code: 'camp_full', child: 1 });
});

it('a part without any spot is named, and nobody loses the others', async () => {
  answerWithRoomAtIgnite(0);
  const checkout = await openBoth();
  expect(checkout.sale.$view.get()).toMatchObject({ state: 'refused', code: 'camp_full' });
  expect(checkout.form.$values.get().children).toHaveLength(2);
});

it('two children go to one camp each if both camps are at the same time', async () => {
  browser.api.on('hold_order', ({ body }) => {
    const { lines }: HoldRequest = requestOf(body);
    for (const [index, line] of lines.entries()) {
      const other = lines.findIndex(({ child }, at) => at < index && child === line.child);
      if (other >= 0) return refusal('times_overlap', 409, `lines[${index}].child`, `lines[${other}]`);
    }
    return { body: heldAs(requestOf(body)) };
  });
  const checkout = await openBoth();
  expect(checkout.form.$values.get().children.map(({ name }) => name)).toEqual([kai.name, mira.name]);
  expect(lastGoing(browser)).toEqual(['tier-spark 0', 'tier-ignite 1']);
});
