import { afterAll, beforeAll, expect, test } from 'vitest';
import { FinalizedOrder } from '#server/orders.ts';
import { sessionParams } from '#server/session.ts';
import * as v from 'valibot';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop(
    camps.tierOffer('spark'),
    // Each early-bird price is for one spot, so the second sibling gets the next price.
    camps.tierOffer('ignite', {
      rungs: [camps.rung('first', 69000, { places: 1 }), camps.rung('second', 79000, { places: 1 })],
    }),
  );
  await db.sql`insert into public.promotion_codes (code, percent) values ('THIRD', 33)`;
});
afterAll(() => db.drop());

const two = [childAged8('Kai Tan'), childAged8('Lea Tan')];
const three = [...two, childAged8('Ben Tan')];
const session = () => shop.makeSession(db);
const camp = (more: object = {}) => camps.makeCamp(db, more);

/** Goes from the hold to the parameters that Stripe gets. */
async function readCharge(order: object, children: object[] = two) {
  const held = await orders.hold(db, { children: children.map(() => ({})), ...order });
  const settled = v.parse(FinalizedOrder, await shop.finalizeOrder(db, held, orderDetails(children)));
  const params = sessionParams(
    settled,
    { success: 'https://otter.test/s', cancel: 'https://otter.test/c' },
    new Date(),
  );
  const items = params.line_items ?? [];
  return {
    held,
    params,
    sum: items.reduce(
      (sum, { price_data, quantity }) => sum + (price_data?.unit_amount ?? NaN) * (quantity ?? NaN),
      0,
    ),
    amounts: items.map(({ price_data }) => price_data?.unit_amount),
    texts: items.map(({ price_data }) => price_data?.product_data?.description ?? null),
  };
}

const kinds: Record<string, () => Promise<Awaited<ReturnType<typeof readCharge>>>> = {
  'a pass with its first session': async () =>
    readCharge({ lines: [{ offer_id: 'pass-term', session_id: await session(), child: 0 }] }, [
      childAged8('Kai Tan'),
    ]),
  'a pass alone': () => readCharge({ lines: [{ offer_id: 'pass-term', child: 0 }] }, [childAged8('Kai Tan')]),
  'a camp for siblings, with a rebate': async () => {
    const id = await camp();
    return readCharge({ lines: [campLine(id, { child: 0 }), campLine(id, { child: 1 })] });
  },
  'all of it together, with a code that does not divide evenly': async () => {
    const id = await camp();
    return readCharge({
      code: 'third',
      lines: [
        { offer_id: 'pass-term', session_id: await session(), child: 0 },
        campLine(id, { child: 0 }),
        campLine(id, { child: 1 }),
        { offer_id: 'pass-tryout', child: 1 },
      ],
    });
  },
  'siblings, the early bird ending between them': async () => {
    const id = await camp({ tier: 'ignite' });
    const lines = three.map((_, child) => campLine(id, { offer_id: 'tier-ignite', child }));
    const order = await readCharge({ lines, code: 'third' }, three);
    expect(order.held.lines.map(({ rung_id, price_cents }) => [rung_id, price_cents])).toEqual([
      ['first', 69000],
      ['second', 79000],
      ['listed', 89000],
    ]);
    return order;
  },
  'several weeks for two, each fetched at the door': async () => {
    const weeks = [await camp(), await camp()];
    return readCharge({
      lines: weeks.flatMap((id) => two.map((_, child) => campLine(id, { child, transport: 'door-to-door' }))),
    });
  },
  'what was left of a split order': async () => {
    const [id, full] = [await camp(), await camp({ capacity: 1 })];
    await orders.hold(db, { lines: [campLine(full, { child: 0 })], children: [{}] });
    return readCharge({
      split: true,
      lines: [campLine(id, { child: 0 }), campLine(full, { child: 0 }), campLine(id, { child: 1 })],
    });
  },
};

test.each(Object.entries(kinds))(
  '%s: the amounts for Stripe add up to the checkout’s total',
  async (_, make) => {
    const { held, params, sum, amounts } = await make();
    expect(sum).toBe(held.total_cents);
    // The amounts equal the lines of the checkout.
    expect(amounts).toEqual(held.lines.map(({ total_cents }) => total_cents));
    expect(sum).toBeGreaterThan(0);
    for (const secret of ['Kai', 'Lea', '2081', held.secret])
      expect(JSON.stringify(params.line_items)).not.toContain(secret);
  },
);

test('each line names its child and week, numbered as in the order', async () => {
  const id = await camp({ name: 'Spark Week' });
  const { texts } = await readCharge({ lines: [campLine(id, { child: 0 }), campLine(id, { child: 1 })] });
  expect(texts).toEqual([
    expect.stringMatching(/^Child 1, .+ to \d+ \w+ 20\d\d, /),
    expect.stringMatching(/^Child 2, .+ to \d+ \w+ 20\d\d, /),
  ]);
});

test('a single child gets no number, and passes for two children have one', async () => {
  const { texts } = await readCharge({ lines: [campLine(await camp(), { child: 0 })] }, [
    childAged8('Kai Tan'),
  ]);
  expect(texts[0]).not.toContain('Child');
  const passes = [0, 1].map((child) => ({ offer_id: 'pass-term', child }));
  expect((await readCharge({ lines: passes })).texts).toEqual(['Child 1', 'Child 2']);
});
