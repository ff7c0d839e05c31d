import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await orders.openShop();
  camp = await camps.makeCamp(db, { capacity: 100 });
});
afterAll(() => db.drop());

const readAddress = async (secret: string) => {
  const [row] = await db.sql`select transport_address as address from public.orders where secret = ${secret}`;
  return row?.['address'] as unknown;
};

test('the address for transport is stored with the order, and erased with its parent’s name', async () => {
  const order = await orders.hold(db, { lines: [campLine(camp)] });
  await orders.payOrder(
    db,
    order,
    orderDetails([childAged8('Kai Tan')], { transport_address: ' 5 Marine Parade, #08-21,  449290 ' }),
  );
  expect(await readAddress(order.secret)).toBe('5 Marine Parade, #08-21, 449290');
  const id = await orders.readOrderId(db, order);
  await db.sql`select private.forget_orders(array[${id}::uuid])`;
  expect(await readAddress(order.secret)).toBeNull();
});

describe('an order with transport needs an address', () => {
  const rides = async (transport_address: unknown, settle = shop.finalizeOrder) => {
    const order = await orders.hold(db, { lines: [campLine(camp, { transport: 'door-to-door' })] });
    const details = orderDetails([childAged8('Noa Tan')]);
    const withAddress = { ...details, transport_address };
    return {
      order,
      call: () => settle(db, order, transport_address === undefined ? dropAddress(details) : withAddress),
    };
  };
  const dropAddress = ({ transport_address: _, ...details }: ReturnType<typeof orderDetails>) => details;
  const refused = { code: 'invalid_input', field: 'transport_address' };

  test.each([undefined, null, '', ' ', '\t\n'])(
    '%j is refused when the order is finalized, so it cannot be paid',
    async (address) => {
      const { order, call } = await rides(address);
      expect(await refusal(call())).toMatchObject(refused);
      const id = await orders.readOrderId(db, order);
      const attempt = rpc(db, service, 'start_attempt', { p_order_id: id, p_params: {} });
      expect(await refusal(attempt)).toMatchObject({ status: expect.any(Number) as number });
      expect(await readAddress(order.secret)).toBeNull();
    },
  );

  test('siblings need it even if only one uses transport, and finalizing again without it does not keep the earlier one', async () => {
    const lines = [campLine(camp, { child: 0 }), campLine(camp, { child: 1, transport: 'door-to-door' })];
    const order = await orders.hold(db, { lines, children: [{}, {}] });
    const siblings = orderDetails([childAged8('Uma Tan'), childAged8('Ben Tan')]);
    expect(
      await refusal(shop.finalizeOrder(db, order, { ...siblings, transport_address: null })),
    ).toMatchObject(refused);
    await shop.finalizeOrder(db, order, siblings);
    expect(await refusal(shop.finalizeOrder(db, order, dropAddress(siblings)))).toMatchObject(refused);
    expect(await readAddress(order.secret)).toBe('12 Bishan Street 13, Singapore 570012');
  });

  test('a spot bought without an address cannot be changed to transport', async () => {
    const order = await orders.hold(db, { lines: [campLine(camp)] });
    await orders.payOrder(db, order, dropAddress(orderDetails([childAged8('Eve Tan')])));
    const p_access = { order_id: await orders.readOrderId(db, order) };
    const [line] = await db.sql<
      [{ id: string }]
    >`select id from public.order_lines where order_id = ${p_access.order_id}`;
    const p_target = { camp_id: await camps.makeCamp(db, { capacity: 9 }), transport: 'door-to-door' };
    const move = { p_access, p_line_id: line.id, p_target };
    const unavailable = { code: 'transport_not_available', field: 'p_target.transport' };
    expect(
      await refusal(rpc(db, service, 'move_line', { ...move, p_expected_difference_cents: 0 })),
    ).toMatchObject(unavailable);
    expect(await refusal(rpc(db, service, 'hold_upgrade', move))).toMatchObject(unavailable);
  });
});

test('without transport no address is stored', async () => {
  const order = await orders.hold(db, { lines: [campLine(camp)] });
  await orders.payOrder(db, order, orderDetails([childAged8('Lea Tan')], { transport_address: null }));
  expect(await readAddress(order.secret)).toBeNull();
});

test.each([' ', 'x'.repeat(301), 7, ['449290']])('%j is refused as an address', async (transport_address) => {
  const order = await orders.hold(db, { lines: [campLine(camp)] });
  expect(
    await refusal(orders.payOrder(db, order, orderDetails([childAged8('Noa Tan')], { transport_address }))),
  ).toMatchObject({ code: 'invalid_input', field: 'transport_address' });
});
