/**
 * Tests that a child has one try-out in its family, whether it was bought as a guest or signed in (docs/decisions
 * "Try-out once per child").
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, TestDatabase } from '#support/database.ts';
import { makeParent, saveChild } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8 } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

const tryOut = async (more: object = {}) => ({
  offer_id: 'pass-once',
  session_id: await shop.makeSession(db),
  ...more,
});
const hold = async () => orders.hold(db, { lines: [await tryOut()] });
let families = 0;
function makeDetails(name = 'Kai Tan') {
  const n = families++;
  const parent = { name: 'Mei Tan', email: `mei${n}@example.test`, phone: `+65900${10_000 + n}` };
  return { ...orderDetails([childAged8(name)]), parent };
}
const used = { code: 'try_out_used', status: 409, field: 'lines[0].child' };

describe('one try-out for a child of one family', () => {
  const byId = async (who: Caller, id: string) =>
    orders.hold(db, { lines: [{ ...(await tryOut()), child: 0 }], children: [{ id }] }, who);
  const readChild = async (who: Caller, name: string) => {
    const [child] = await db.sql<[{ id: string }]>`
      select c.id from public.children c join public.profiles p on p.family_id = c.family_id
      where p.id = ${who.sub ?? ''} and c.name = ${name} order by c.created_at limit 1`;
    return child.id;
  };

  test('a try-out bought as a guest counts in the family that the purchase joins', async () => {
    const typed = makeDetails('Ann Lim');
    const parent = await makeParent(db, typed.parent.email);
    await orders.payOrder(db, await hold(), typed);
    await rpc(db, parent, 'link_purchases', {});
    const id = await readChild(parent, 'Ann Lim');
    expect(await refusal(byId(parent, id))).toMatchObject({ code: 'try_out_used' });
    // The parent types the same child again with another contact.
    const again = await orders.hold(db, { lines: [await tryOut()] }, parent);
    const other = { ...typed, parent: makeDetails().parent };
    expect(await refusal(shop.finalizeOrder(db, again, other))).toMatchObject(used);
  });

  test('a child typed by a signed-in parent is later found by id, whichever parent writes', async () => {
    const typed = makeDetails('Bob Lim');
    const parent = await makeParent(db, typed.parent.email);
    await saveChild(db, parent, childAged8('Sister Lim'));
    const first = await orders.hold(db, { lines: [await tryOut()] }, parent);
    await orders.payOrder(db, first, typed);
    expect(await refusal(byId(parent, await readChild(parent, 'Bob Lim')))).toMatchObject({
      code: 'try_out_used',
    });
  });

  test('a child who is entered twice is the same child', async () => {
    const typed = makeDetails('Cat Lim');
    const parent = await makeParent(db, typed.parent.email);
    const [one, twin] = [
      await saveChild(db, parent, childAged8('Cat Lim')),
      await saveChild(db, parent, childAged8('Cat Lim')),
    ];
    await orders.payOrder(db, await byId(parent, one.id), { ...typed, children: [{}] });
    expect(await refusal(byId(parent, twin.id))).toMatchObject({ code: 'try_out_used' });
  });

  test('the reconciliation reports two try-outs of one child', async () => {
    const typed = makeDetails('Dan Lim');
    const parent = await makeParent(db, typed.parent.email);
    const [one, twin] = [
      await saveChild(db, parent, childAged8('Dan Lim')),
      await saveChild(db, parent, childAged8('Dan Lim')),
    ];
    await orders.payOrder(db, await byId(parent, one.id), { ...typed, children: [{}] });
    await db.sql`delete from public.trial_claims`;
    await orders.payOrder(db, await byId(parent, twin.id), {
      ...typed,
      children: [{}],
      parent: makeDetails().parent,
    });
    const odd = await db.sql<{ rule: string }[]>`select rule from private.discrepancies()`;
    expect(odd).toEqual([{ rule: 'tried_twice' }]);
  });
});
