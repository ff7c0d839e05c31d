import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { makeParent, saveChild } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8 } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop(
    camps.tierOffer('spark'),
    camps.tierOffer('epic', { rungs: [camps.rung('first', 99000, { places: 1 })] }),
  );
  await afterSale.sellWithRules(db);
});
afterAll(() => db.drop());

const place = (camp_id: string, tier: camps.Tier = 'epic') => ({ offer_id: `tier-${tier}`, camp_id });
const readExperience = async ({ secret }: { secret: string }) => [
  ...(await db.sql`
    select c.experience_level as answered, c.overnight, k.experience_level as saved
    from public.order_children c join public.orders o on o.id = c.order_id
    left join public.children k on k.id = c.child_id where o.secret = ${secret} order by c.position`),
];

test('board skills are stored for the child with the payment, and the choice of night stays with the order', async () => {
  const camp = await camps.makeCamp(db, { tier: 'epic' });
  const order = await orders.hold(db, { lines: [place(camp), place(camp), place(camp)] });
  const details = orderDetails([
    childAged8('Kai Tan', { experience_level: 'turns', overnight: true }),
    childAged8('Lea Tan', { overnight: false }),
    childAged8('Noa Tan'),
  ]);
  const paying = await shop.openPaymentPage(db, order, details);
  expect(await readExperience(order)).toEqual([
    { answered: 'turns', overnight: true, saved: null },
    { answered: null, overnight: false, saved: null },
    { answered: null, overnight: null, saved: null },
  ]);
  await shop.confirmPayment(db, shop.paymentOf(paying));
  expect((await readExperience(order)).map(({ saved }) => saved as unknown)).toEqual(['turns', null, null]);

  const [day] = await db.sql<[{ start: string }]>`
    select start_date::text as start from public.camp_weeks where id = ${camp}`;
  const [roster] = await db.sql<[{ children: Record<string, unknown>[] }]>`
    select e -> 'children' as children from jsonb_array_elements(private.serve_roster(${day.start}::date)) e
    where e ->> 'camp_id' = ${camp}`;
  expect(
    roster.children.map(({ name, experience_level, overnight }) => [name, experience_level, overnight]),
  ).toEqual([
    ['Kai Tan', 'turns', true],
    ['Lea Tan', null, false],
    ['Noa Tan', null, null],
  ]);
});

test('an answer typed again replaces the earlier one', async () => {
  const camp = await camps.makeCamp(db, { tier: 'epic' });
  const order = await orders.hold(db, { lines: [place(camp)] });
  await shop.finalizeOrder(
    db,
    order,
    orderDetails([childAged8('Kai Tan', { experience_level: 'new', overnight: true })]),
  );
  await shop.finalizeOrder(db, order, orderDetails([childAged8('Kai Tan', { overnight: false })]));
  expect(await readExperience(order)).toEqual([{ answered: null, overnight: false, saved: null }]);
});

test('for a known child a new answer counts, and no answer changes nothing', async () => {
  const parent = await makeParent(db, 'mei@example.com');
  const child = await saveChild(db, parent, {
    name: 'Kai Tan',
    dob: '2081-05-01',
    experience_level: 'wobbles',
  });
  const buy = async (more: object) => {
    const camp = await camps.makeCamp(db, { tier: 'epic' });
    const request = { lines: [{ ...place(camp), child: 0 }], children: [{ id: child.id }] };
    const order = await orders.hold(db, request, parent);
    expect(await orders.payOrder(db, order, orderDetails([more]))).toBe('confirmed');
    return (await readExperience(order))[0]?.['saved'] as unknown;
  };
  expect(await buy({})).toBe('wobbles');
  expect(await buy({ experience_level: 'turns' })).toBe('turns');
});

test('when a guest’s child joins a family, its answer becomes a proposal and the family’s own answer stays', async () => {
  const parent = await makeParent(db, 'jun@example.com');
  const child = (more: object) => saveChild(db, parent, { name: 'Kai Tan', dob: '2081-05-01', ...more });
  const readLevel = async ({ id }: { id: string }) =>
    (await db.sql`select experience_level as level from public.children where id = ${id}`)[0]?.[
      'level'
    ] as unknown;
  const merge = (from: { id: string }, into: { id: string }) =>
    db.sql`select private.merge_child(${from.id}, ${into.id})`;
  const keptChild = await child({});
  await merge(await child({ experience_level: 'turns' }), keptChild);
  expect(await readLevel(keptChild)).toBeNull();
  await saveChild(db, parent, { id: keptChild.id, experience_level: 'stands' });
  await merge(await child({ experience_level: 'turns' }), keptChild);
  await merge(await child({}), keptChild);
  expect(await readLevel(keptChild)).toBe('stands');
  const proposed = await db.sql`
    select kind, field, value from public.family_proposals where child_id = ${keptChild.id}`;
  expect([...proposed]).toEqual([{ kind: 'child', field: 'experience_level', value: 'turns' }]);
});

test('only EPIC camps have a choice of night, and invalid values are refused', async () => {
  const spark = await camps.makeCamp(db);
  const order = await orders.hold(db, { lines: [place(spark, 'spark')] });
  for (const [more, field] of [
    [{ overnight: true }, 'children[0].overnight'],
    [{ overnight: 'yes' }, 'children[0].overnight'],
    [{ experience_level: 'x'.repeat(41) }, 'children[0].experience_level'],
    [{ experience_level: 3 }, 'children[0].experience_level'],
  ] as const)
    expect(
      await refusal(shop.finalizeOrder(db, order, orderDetails([childAged8('Kai Tan', more)]))),
    ).toMatchObject({
      code: 'invalid_input',
      field,
    });
  await shop.finalizeOrder(db, order, orderDetails([childAged8('Kai Tan', { overnight: false })]));
});

test('a move to a more expensive EPIC week keeps the chosen night', async () => {
  const [from, to] = [await camps.makeCamp(db, { tier: 'epic' }), await camps.makeCamp(db, { tier: 'epic' })];
  const order = await orders.hold(db, { lines: [place(from)] });
  await orders.payOrder(db, order, orderDetails([childAged8('Kai Tan', { overnight: true })]));
  const bought = await afterSale.readBought(db, await orders.readOrderId(db, order));
  const upgrade = { camp_id: to, transport: 'door-to-door' };
  const move = await afterSale.holdUpgrade(db, bought, bought.lines[0] ?? '', upgrade);
  expect((await shop.confirmPayment(db, await afterSale.openMovePayment(db, move))).result).toBe('confirmed');
  expect(await readExperience(move)).toMatchObject([{ overnight: true }]);
});

test('board skills and nights are deleted with the family’s data', async () => {
  const camp = await camps.makeCamp(db, { tier: 'epic' });
  const order = await orders.hold(db, { lines: [place(camp)] });
  await shop.finalizeOrder(
    db,
    order,
    orderDetails([childAged8('Kai Tan', { experience_level: 'drops', overnight: true })]),
  );
  await db.sql`select private.forget_orders(array[${await orders.readOrderId(db, order)}]::uuid[])`;
  expect(await readExperience(order)).toEqual([{ answered: null, overnight: null, saved: null }]);
});
