import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { makeParent, saveChild } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import { findMarkers } from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
beforeAll(async () => {
  db = await orders.openShop();
  camp = await camps.makeCamp(db, { capacity: 100 });
});
afterAll(() => db.drop());

/** Returns private details that contain this mark, by which the test finds them later. */
const privateDetails = (mark: string) => ({
  allergies: `${mark} peanuts`,
  medical_conditions: `${mark} asthma`,
  pickup_authorizations: [{ name: `${mark} nanny`, relationship: 'nanny', phone: '+6598760001' }],
  emergency_contacts: [{ name: `${mark} aunt`, relationship: 'aunt', phone: '+6598760002' }],
});
const holdFor = (count: number) =>
  orders.hold(db, { lines: Array.from({ length: count }, () => campLine(camp)) });
const ofChild = async (order: { secret: string }) => {
  const rows = await db.sql`
    select k.name, h.allergies, h.medical_conditions,
      (select array_agg(name || ' ' || phone) from public.pickup_authorizations where child_id = k.id) as pickup,
      (select array_agg(name || ' ' || phone) from public.emergency_contacts where child_id = k.id) as emergency
    from public.order_children c join public.orders o on o.id = c.order_id join public.children k on k.id = c.child_id
    left join public.child_health h on h.child_id = k.id where o.secret = ${order.secret} order by c.position`;
  return [...rows];
};

test('before the payment health is only in one closed table, and afterwards only in the child’s tables', async () => {
  const order = await holdFor(2);
  const details = orderDetails([
    childAged8('Kai Tan', privateDetails('otterly')),
    childAged8('Lea Tan', { allergies: 'otterly pollen' }),
  ]);
  const paying = await shop.openPaymentPage(db, order, details);
  expect(await findMarkers(db, ['otterly'])).toEqual([
    'order_child_details.allergies',
    'order_child_details.emergency_contacts',
    'order_child_details.medical_conditions',
    'order_child_details.pickup_authorizations',
  ]);
  await shop.confirmPayment(db, shop.paymentOf(paying));
  expect(await findMarkers(db, ['otterly'])).toEqual([
    'child_health.allergies',
    'child_health.medical_conditions',
    'emergency_contacts.name',
    // The confirmation mail contains only who may collect the child.
    'outbox.payload',
    'pickup_authorizations.name',
  ]);
  const [mail] = await db.sql<
    { payloads: string }[]
  >`select string_agg(payload::text, ' ') as payloads from public.outbox`;
  expect(mail?.payloads).toContain('otterly nanny');
  expect(mail?.payloads).not.toMatch(/otterly (peanuts|asthma|pollen|aunt)/);
  expect(await ofChild(order)).toEqual([
    {
      name: 'Kai Tan',
      allergies: 'otterly peanuts',
      medical_conditions: 'otterly asthma',
      pickup: ['otterly nanny +6598760001'],
      emergency: ['otterly aunt +6598760002'],
    },
    { name: 'Lea Tan', allergies: 'otterly pollen', medical_conditions: null, pickup: null, emergency: null },
  ]);
});

test('no answer about the order contains health or emergency contacts, and no role can read the table', async () => {
  const order = await holdFor(1);
  const settled = await shop.finalizeOrder(
    db,
    order,
    orderDetails([childAged8('Kai Tan', privateDetails('secretly'))]),
  );
  const { attempt } = await rpc<{ attempt: number }>(db, service, 'start_attempt', {
    p_order_id: settled.order_id,
    p_params: {},
  });
  expect(attempt).toBe(1);
  expect(JSON.stringify(settled)).not.toContain('secretly');
  // The order's secret shows only the collectors, so that they can be corrected.
  expect(JSON.stringify(await orders.viewOrder(db, order))).not.toMatch(/secretly (peanuts|asthma|aunt)/);
  const who = [
    visitor,
    service,
    await makeParent(db, 'reader@example.test'),
    { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) } as const,
  ];
  for (const caller of who) {
    const read = db.as(caller, (sql) => sql`select * from public.order_child_details`);
    expect(await sqlState(read)).toBe('42501');
  }
});

test('a correction at the checkout replaces the earlier answer, and a withdrawn answer is deleted', async () => {
  const order = await holdFor(1);
  await shop.finalizeOrder(db, order, orderDetails([childAged8('Kai Tan', privateDetails('firstly'))]));
  const takenBack = { pickup_authorizations: [], emergency_contacts: [] };
  await orders.payOrder(
    db,
    order,
    orderDetails([childAged8('Kai Tan', { allergies: 'lastly none', ...takenBack })]),
  );
  expect(await findMarkers(db, ['firstly'])).toEqual([]);
  expect(await ofChild(order)).toMatchObject([{ allergies: 'lastly none', pickup: null }]);
});

test('health that the family reported before stays, unless the checkout reports something new', async () => {
  const parent = await makeParent(db, 'known@example.test');
  const child = await saveChild(db, parent, {
    ...childAged8('Noa Tan'),
    health: { allergies: 'nuts', medical_conditions: 'asthma' },
    pickup_authorizations: [{ name: 'Granny', phone: '+6598760003' }],
  });
  const order = await orders.hold(
    db,
    { lines: [campLine(camp, { child: 0 })], children: [{ id: child.id }] },
    parent,
  );
  await orders.payOrder(db, order, orderDetails([{ allergies: 'nuts and pollen' }]));
  expect(await ofChild(order)).toEqual([
    {
      name: 'Noa Tan',
      // A booking adds to what the family reported and overwrites nothing.
      allergies: 'nuts\nnuts and pollen',
      medical_conditions: 'asthma',
      pickup: ['Granny +6598760003'],
      emergency: null,
    },
  ]);
});

test('"nothing to report" is stored as an answer, and a question that was not asked has no answer', async () => {
  const order = await holdFor(3);
  const nothing = childAged8('Ada Tan', { nothing_to_report: true });
  await orders.payOrder(
    db,
    order,
    orderDetails([nothing, childAged8('Bea Tan'), childAged8('Cas Tan', { allergies: 'eggs' })]),
  );
  const answers = await db.sql`
    select k.name, private.health_answer(k.id) ->> 'state' as state, h.answered_through
    from public.orders o join public.order_children c on c.order_id = o.id join public.children k on k.id = c.child_id
    left join public.child_health h on h.child_id = k.id where o.secret = ${order.secret} order by c.position`;
  expect([...answers]).toEqual([
    { name: 'Ada Tan', state: 'nothing', answered_through: 'booking' },
    { name: 'Bea Tan', state: 'unknown', answered_through: null },
    { name: 'Cas Tan', state: 'reported', answered_through: 'booking' },
  ]);
});
