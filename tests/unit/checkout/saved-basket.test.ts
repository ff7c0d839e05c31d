/** A basket of which a part is full keeps what was typed, and reports the start of each part once. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { QueuedReport } from '#browser/report-queue.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { fakeBrowser, MemoryStorage, refusal } from '#support/unit/browser.ts';
import {
  answerAsUsual,
  lastGoing,
  open,
  openBoth,
  quoteOf,
  requestOf,
  second,
  spark,
} from './basket-setup.ts';
import { heldAs, kai, mira } from './examples.ts';

const browser = fakeBrowser();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  answerAsUsual(browser);
});

const startedCamps = () =>
  ((globalThis.reportQueue ?? []) as unknown as QueuedReport[]).flatMap((one) =>
    'event' in one && one.event === 'checkout_started' ? [one.data['campName']] : [],
  );

it('a child who went only to the full camp comes back with what was typed when a child is added', async () => {
  const checkout = await openBoth();
  checkout.form.setChildren([kai, { ...mira, skips: [keyOf(spark)] }]);
  checkout.form.changeHealth(1, { answer: 'some', allergies: 'Peanuts' });
  checkout.form.flush();
  browser.api
    .on('hold_order', ({ body }) =>
      requestOf(body).lines.some(({ offer_id }) => offer_id === 'tier-ignite')
        ? refusal('camp_full', 409, 'lines[1].camp_id')
        : { body: heldAs(requestOf(body)) },
    )
    .on('quote_order', quoteOf('camp_full'));
  await checkout.goOnWithout([second]);
  expect(lastGoing(browser)).toEqual(['tier-spark -']);
  expect(checkout.form.$values.get().children.map(({ name }) => name)).toEqual([kai.name]);
  browser.api.on('hold_order', refusal('rate_limited', 429));
  await checkout.changes.addChild();
  expect(checkout.form.$values.get().children).toHaveLength(1);
  answerAsUsual(browser);
  await checkout.changes.addChild();
  expect(checkout.form.$values.get().children[1]).toMatchObject({
    name: mira.name,
    day: mira.day,
    year: mira.year,
  });
  expect(checkout.form.$values.get().health[1]).toMatchObject({ allergies: 'Peanuts' });
  // The child is not offered twice.
  await checkout.changes.addChild();
  expect(checkout.form.$values.get().children[2]?.name).toBe('');
});

it('reports the start of each part of a basket once', async () => {
  await openBoth();
  expect(startedCamps()).toEqual([spark.name, second.name]);
  await open();
  expect(startedCamps()).toEqual([spark.name, second.name]);
});
