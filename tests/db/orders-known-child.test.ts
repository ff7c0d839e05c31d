import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Caller, TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type ChildDetails, makeParent, saveChild } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, visitor, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
let parent: Caller;
let child: ChildDetails;
beforeAll(async () => {
  db = await orders.openShop();
  parent = await makeParent(db, 'parent@example.test');
  child = await saveChild(db, parent, childAged8('Kai Tan'));
});
beforeEach(async () => {
  camp = await camps.makeCamp(db);
});
afterAll(() => db.drop());

const holdById = (who: Caller = parent) =>
  orders.hold(db, { lines: [campLine(camp, { child: 0 })], children: [{ id: child.id }] }, who);
const holdByName = (who: Caller = parent) => orders.hold(db, { lines: [campLine(camp)] }, who);
const kai = orderDetails([childAged8('Kai Tan')]);
const readChildren = async (familyId: string) => {
  const rows = await db.sql<{ name: string }[]>`
    select name from public.children where family_id = ${familyId} order by 1`;
  return rows.map(({ name }) => name);
};

describe('a family that is signed in', () => {
  test('the family buys for its own child by id, whatever name is typed, and gets no second child', async () => {
    const order = await holdById();
    expect(order.lines[0]?.child_name).toBe('Kai Tan');
    expect(await orders.payOrder(db, order, orderDetails([childAged8('Somebody Else')]))).toBe('confirmed');
    const [row] = await db.sql`
      select o.family_id, e.child_id from public.camp_enrollments e
      join public.order_lines l on l.id = e.order_line_id join public.orders o on o.id = l.order_id
      where e.camp_id = ${camp}`;
    expect(row).toEqual({ family_id: child.family_id, child_id: child.id });
    expect(await readChildren(child.family_id)).toEqual(['Kai Tan']);
  });

  test('the family may type the name of its own child, and that child is enrolled', async () => {
    expect(await orders.payOrder(db, await holdByName(), orderDetails([childAged8(' kai  TAN')]))).toBe(
      'confirmed',
    );
    expect(await readChildren(child.family_id)).toEqual(['Kai Tan']);
    expect(await orders.readEnrolled(db, camp)).toMatchObject([{ name: 'Kai Tan' }]);
  });

  test('the family is refused a child that is already enrolled, by id and by name', async () => {
    await orders.payOrder(db, await holdById(), orderDetails([{}]));
    const again = { code: 'already_booked', status: 409, field: 'lines[0].child' };
    expect(await refusal(holdById())).toMatchObject(again);
    expect(await refusal(shop.finalizeOrder(db, await holdByName(), kai))).toMatchObject(again);
    expect(await orders.readEnrolled(db, camp)).toHaveLength(1);
  });

  test('the family is refused the same child twice, once by id and once by name', async () => {
    const order = await orders.hold(
      db,
      {
        lines: [campLine(camp, { child: 0 }), campLine(camp, { child: 1 })],
        children: [{ id: child.id }, {}],
      },
      parent,
    );
    expect(
      await refusal(shop.finalizeOrder(db, order, orderDetails([{}, childAged8('Kai Tan')]))),
    ).toMatchObject({
      code: 'child_twice',
      field: 'children[1].name',
    });
  });

  test('two parallel payments for one child make one enrolment, and the other charge is not lost', async () => {
    const paying = [
      await shop.openPaymentPage(db, await holdById(), orderDetails([{}])),
      await shop.openPaymentPage(db, await holdByName(), kai),
    ];
    const results = await Promise.all(paying.map((one) => shop.confirmPayment(db, shop.paymentOf(one))));
    expect(results.map(({ result }) => result).sort()).toEqual(['confirmed', 'needs_choice']);
    expect(await orders.readEnrolled(db, camp)).toHaveLength(1);
  });

  test('two parallel payments for a new child make one child, one spot and one decision', async () => {
    const lea = orderDetails([childAged8('Lea Tan')]);
    const paying = [
      await shop.openPaymentPage(db, await holdByName(), lea),
      await shop.openPaymentPage(db, await holdByName(), lea),
    ];
    const results = await Promise.all(paying.map((one) => shop.confirmPayment(db, shop.paymentOf(one))));
    expect(results.map(({ result }) => result).sort()).toEqual(['confirmed', 'needs_choice']);
    expect(await readChildren(child.family_id)).toEqual(['Kai Tan', 'Lea Tan']);
  });

  test('two parallel payments for two camps of a new child make one child', async () => {
    const noa = orderDetails([childAged8('Noa Tan')]);
    const first = await shop.openPaymentPage(db, await holdByName(), noa);
    const session = { offer_id: 'pass-term', session_id: await shop.makeSession(db) };
    const second = await shop.openPaymentPage(db, await orders.hold(db, { lines: [session] }, parent), noa);
    let results: Promise<{ result: string }[]> | undefined;
    await db.sql.begin(async (gate) => {
      await gate`select from public.families where id = ${child.family_id} for update`;
      results = Promise.all([first, second].map((one) => shop.confirmPayment(db, shop.paymentOf(one))));
      await waitForLocked(db, 2);
    });
    expect((await results)?.map(({ result }) => result)).toEqual(['confirmed', 'confirmed']);
    expect((await readChildren(child.family_id)).filter((name) => name === 'Noa Tan')).toEqual(['Noa Tan']);
  });
});

describe('a child of another family', () => {
  test.each(['a visitor', 'another family', 'an account without family'])('%s is refused', async (what) => {
    const who: Record<string, Caller> = {
      'another family': await makeParent(db, `other-${camp}@example.test`),
      'an account without family': await makeParent(db, `none-${camp}@example.test`),
    };
    if (what === 'another family') await saveChild(db, who[what] ?? visitor, childAged8('Ida Lim'));
    const before = await countRows(db, 'orders');
    expect(await refusal(holdById(who[what] ?? visitor))).toMatchObject({
      code: 'child_not_found',
      field: 'children[0].id',
    });
    expect(await countRows(db, 'orders')).toBe(before);
  });
});

test('a guest’s purchase creates a new family, whatever name and address the guest types', async () => {
  const order = await holdByName(visitor);
  const asParent = { ...kai, parent: { ...shop.details.parent, email: 'parent@example.test' } };
  expect(await orders.payOrder(db, order, asParent)).toBe('confirmed');
  const [row] = await db.sql`
    select o.family_id <> ${child.family_id} as another, f.primary_parent_id, c.id <> ${child.id} as new_child
    from public.orders o join public.families f on f.id = o.family_id join public.children c on c.family_id = f.id
    where o.secret = ${order.secret}`;
  expect(row).toEqual({ another: true, primary_parent_id: null, new_child: true });
});
