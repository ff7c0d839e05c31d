import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(
    db,
    camps.tierOffer('spark', { rungs: [camps.rung('first', 49000, { places: 2 })] }),
    camps.tierOffer('ignite'),
  );
  await afterSale.sellWithRules(db);
  await db.sql`
    update public.offers set details = details || '{"once_per_child": true}' where id = 'pass-tryout'`;
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const pass = { offer_id: shop.term.id };
const buySession = async (line: object = pass) => {
  const session_id = await afterSale.makeSession(db, afterSale.dateIn(12));
  return { session_id, bought: await afterSale.buy(db, [{ ...pass, ...line, session_id }]) };
};

describe('who may cancel an order', () => {
  test('a signed-in parent may open the order by its id, but another family or a visitor without a link may not', async () => {
    const { bought } = await buySession();
    const [mine, other] = [await makeUser(db, 'mine@example.test'), await makeUser(db, 'else@example.test')];
    await db.sql`update public.families set primary_parent_id = ${mine} where id = ${bought.familyId}`;
    const readOrderAs = (who: Parameters<TestDatabase['as']>[0]) =>
      afterSale.manage(db, bought, 'get_managed_order', {}, { access: { order_id: bought.orderId }, who });
    const own = await readOrderAs({ role: 'authenticated', sub: mine });
    expect(own).toMatchObject({ order_id: bought.orderId });
    expect(own.acting_for).toBeUndefined();
    const admin = await makeUser(db, 'staff@example.test', ['admin']);
    const [order] = await db.sql`select parent_name as name from public.orders where id = ${bought.orderId}`;
    // The page tells staff whose booking this is.
    expect((await readOrderAs({ role: 'authenticated', sub: admin })).acting_for).toEqual(order);
    expect(await refusal(readOrderAs({ role: 'authenticated', sub: other }))).toMatchObject({
      code: 'order_not_found',
      status: 404,
      field: 'p_access.order_id',
    });
    expect(await refusal(readOrderAs(visitor))).toMatchObject({ code: 'not_allowed', status: 403 });
  });

  test('an expired or unknown link is refused, and another order’s lines are not found', async () => {
    const { bought } = await buySession();
    const stranger = (await buySession()).bought;
    expect(await refusal(afterSale.cancelLines(db, bought, stranger.lines, 69700))).toMatchObject({
      code: 'line_not_found',
      status: 404,
      field: 'p_line_ids[0]',
    });
    const link = await afterSale.readLink(db, bought.orderId);
    const wrong = afterSale.manage(
      db,
      bought,
      'get_managed_order',
      {},
      { access: { token: 'f'.repeat(32) } },
    );
    expect(await refusal(wrong)).toMatchObject({ code: 'link_not_found', status: 404 });
    const [stored] = await db.sql<[{ n: number }]>`
      select count(*) as n from public.order_links where token_hash = ${link.token}`;
    expect(stored.n).toBe(0);
    await db.sql`update public.order_links set expires_at = clock_timestamp() where order_id = ${bought.orderId}`;
    expect(await refusal(afterSale.viewOrder(db, bought))).toMatchObject({
      code: 'link_expired',
      field: 'p_access.token',
    });
  });

  const one = '00000000-0000-4000-8000-000000000000';
  const garbage: [string, string, Record<string, unknown>, string][] = [
    ['no access', 'get_managed_order', { p_access: null }, 'p_access'],
    ['access as text', 'get_managed_order', { p_access: 'token' }, 'p_access'],
    ['a token as number', 'get_managed_order', { p_access: { token: 5 } }, 'p_access.token'],
    ['an endless token', 'get_managed_order', { p_access: { token: 'x'.repeat(101) } }, 'p_access.token'],
    ['half an id', 'get_managed_order', { p_access: { order_id: '0' } }, 'p_access.order_id'],
    ['no lines', 'cancel_lines', { p_line_ids: [], p_expected_refund_cents: 0 }, 'p_line_ids'],
    ['no list', 'cancel_lines', { p_line_ids: null, p_expected_refund_cents: 0 }, 'p_line_ids'],
    ['a line twice', 'cancel_lines', { p_line_ids: [one, one], p_expected_refund_cents: 0 }, 'p_line_ids'],
    [
      'nine lines',
      'cancel_lines',
      { p_line_ids: Array(9).fill(one), p_expected_refund_cents: 0 },
      'p_line_ids',
    ],
    [
      'no amount',
      'cancel_lines',
      { p_line_ids: 'own', p_expected_refund_cents: null },
      'p_expected_refund_cents',
    ],
    [
      'less than nothing',
      'cancel_lines',
      { p_line_ids: 'own', p_expected_refund_cents: -1 },
      'p_expected_refund_cents',
    ],
  ];
  test.each(garbage)('%s is refused with its field', async (_, name, args, field) => {
    const { bought } = await buySession();
    const given = args['p_line_ids'] === 'own' ? { ...args, p_line_ids: bought.lines } : args;
    const call = rpc(db, visitor, name, { p_access: await afterSale.readLink(db, bought.orderId), ...given });
    expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
  });
});
