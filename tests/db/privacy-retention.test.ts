import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { fullChild, makeParent, saveChild } from '#support/sql-details.ts';
import * as privacy from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let session: string;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  session = await shop.makeSession(db, { capacity: 50 });
});
afterAll(() => db.drop());

const purge = () => privacy.purge(db);
const findMarkers = (mark: string) => privacy.findMarkers(db, [mark]);
const old = (table: string, column: string, age: string, where: string) =>
  privacy.backdate(
    db,
    `update public.${table} set ${column} = clock_timestamp() - interval '${age}' where ${where}`,
  );

test('every retention class names an existing function, and every such function has a class', async () => {
  const rows = await db.sql<{ purge: string }[]>`select purge from public.retention_periods order by 1`;
  const functions = await db.sql<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'private'::regnamespace and proname ~ '^purge_' order by 1`;
  expect(functions.map(({ name }) => name)).toEqual(rows.map(({ purge }) => purge));
  const [fresh] = await db.sql`select jsonb_object_agg(class, 0) as none from public.retention_periods`;
  expect(await purge()).toEqual(fresh?.none);
});

describe('a lapsed order', () => {
  test('the order is deleted after its period and not a day earlier', async () => {
    const { order } = await privacy.goToPay(db, 'dingo', session);
    await rpc(db, service, 'lapse_checkout', { p_session_id: `cs_${(await readId(order.secret)) ?? ''}` });
    await rpc(db, service, 'release_order', { p_secret: order.secret });
    const [row] = await db.sql`select status from public.orders where secret = ${order.secret}`;
    expect(['released', 'expired']).toContain(row?.status);
    await old('orders', 'updated_at', '6 days 23 hours', `secret = '${order.secret}'`);
    expect(await purge()).toMatchObject({ lapsed_orders: 0 });
    expect(await findMarkers('dingo')).toContain('orders.parent_email');
    await old('orders', 'updated_at', '7 days 1 minute', `secret = '${order.secret}'`);
    expect(await purge()).toMatchObject({ lapsed_orders: 1 });
    expect(await findMarkers('dingo')).toEqual([]);
    expect(await db.sql`select from public.orders where secret = ${order.secret}`).toHaveLength(0);
    expect(await purge()).toMatchObject({ lapsed_orders: 0 });
  });

  test('the order keeps its personal data while a payment may still arrive', async () => {
    const { order } = await privacy.goToPay(db, 'tapir', session);
    await rpc(db, service, 'release_order', { p_secret: order.secret });
    await old('orders', 'updated_at', '30 days', `secret = '${order.secret}'`);
    expect(await purge()).toMatchObject({ lapsed_orders: 0 });
    await rpc(db, service, 'lapse_checkout', { p_session_id: `cs_${(await readId(order.secret)) ?? ''}` });
    await old('orders', 'updated_at', '30 days', `secret = '${order.secret}'`);
    expect(await purge()).toMatchObject({ lapsed_orders: 1 });
  });

  test('if money was paid and refunded, the order stays without personal data, and is then closed', async () => {
    const { order } = await privacy.goToPay(db, 'civet', session);
    const id = await readId(order.secret);
    await rpc(db, service, 'lapse_checkout', { p_session_id: `cs_${id ?? ''}` });
    await rpc(db, service, 'release_order', { p_secret: order.secret });
    await db.sql`insert into public.payments (order_id, amount_cents, currency) values (${id ?? null}, 100, 'SGD')`;
    await old('orders', 'updated_at', '30 days', `secret = '${order.secret}'`);
    expect(await purge()).toMatchObject({ lapsed_orders: 1 });
    const readRemaining = () => db.sql`
      select parent_email, kept_at is not null as kept from public.orders where secret = ${order.secret}`;
    expect([...(await readRemaining())]).toEqual([{ parent_email: null, kept: true }]);
    await old('orders', 'updated_at', '30 days', `secret = '${order.secret}'`);
    expect(await purge()).toMatchObject({ lapsed_orders: 0 });
    expect(await readRemaining()).toHaveLength(1);
  });

  const readId = async (secret: string) => {
    const [row] = await db.sql<{ id: string }[]>`select id from public.orders where secret = ${secret}`;
    return row?.id;
  };
});

test('a paid order keeps its parent for the period of the books, and its amounts for ever', async () => {
  const { orderId } = await privacy.buyAs(db, 'ibex', session);
  await old('orders', 'paid_at', '6 years 364 days', `id = '${orderId}'`);
  expect(await purge()).toMatchObject({ paid_orders: 0, lapsed_orders: 0 });
  await old('orders', 'paid_at', '7 years 1 day', `id = '${orderId}'`);
  expect(await purge()).toMatchObject({ paid_orders: 1 });
  const columns = (await findMarkers('ibex')).filter((column) => /^(orders|order_lines)\./.test(column));
  expect(columns).toEqual([]);
  const [row] =
    await db.sql`select status, total_cents, consents_at is not null as consented from public.orders where id = ${orderId}`;
  expect(row).toEqual({ status: 'paid', total_cents: 3800, consented: true });
});

test('the request to the payment provider is deleted after a month, for closed orders only', async () => {
  const paid = await privacy.buyAs(db, 'moose', session);
  const open = await privacy.goToPay(db, 'moose', session);
  await old(
    'checkout_attempts',
    'created_at',
    '31 days',
    `order_id in ('${paid.orderId}', '${open.orderId}')`,
  );
  expect(await purge()).toMatchObject({ payment_parameters: 1 });
  const rows = await db.sql`
    select order_id, params <> '{}' as kept, terms ? 'email' as email from public.checkout_attempts
    where order_id in ${db.sql([paid.orderId, open.orderId])}`;
  expect(rows).toContainEqual({ order_id: paid.orderId, kept: false, email: false });
  expect(rows).toContainEqual({ order_id: open.orderId, kept: true, email: true });
});

test('mails are emptied a month after they were sent or failed, waiting ones stay, and none is queued twice', async () => {
  await privacy.buyAs(db, 'eland', session);
  const key = async (suffix: string, sent: boolean, attempts: number) => {
    await db.sql`
      insert into public.outbox (key, template, recipient, payload, sent_at, attempts, created_at)
      select ${`eland:${suffix}`}, template, 'eland@example.test', '{"name": "eland"}', ${sent ? new Date().toISOString() : null},
        ${attempts}, clock_timestamp() - interval '31 days' from public.outbox limit 1`;
  };
  await key('sent', true, 1);
  await key('given up', false, 24);
  await key('waiting', false, 3);
  expect(await purge()).toMatchObject({ sent_messages: 2 });
  const rows = await db.sql`
    select key, recipient from public.outbox where key like 'eland:%' order by key`;
  expect([...rows]).toEqual([
    { key: 'eland:given up', recipient: '' },
    { key: 'eland:sent', recipient: '' },
    { key: 'eland:waiting', recipient: 'eland@example.test' },
  ]);
});

test('a child’s details are deleted two years after the last session, pass and change, and the child stays', async () => {
  const make = async (email: string) => {
    const parent = await makeParent(db, email);
    const child = await saveChild(db, parent, fullChild('bison'));
    for (const table of ['child_health', 'child_behaviour']) {
      await old(table, 'updated_at', '800 days', `child_id = '${child.id}'`);
    }
    await old('children', 'updated_at', '800 days', `id = '${child.id}'`);
    return child;
  };
  const [idle, active] = [await make('gone@example.test'), await make('active@example.test')];
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${active.id}, ${active.family_id} from public.sessions where id = ${session}`;
  expect(await purge()).toMatchObject({ child_details: 1 });
  const countDetails = async (id: string) => {
    const [row] = await db.sql`
      select (select count(*) from public.child_health where child_id = ${id})
        + (select count(*) from public.child_behaviour where child_id = ${id})
        + (select count(*) from public.emergency_contacts where child_id = ${id})
        + (select count(*) from public.pickup_authorizations where child_id = ${id}) as details,
        (select name from public.children where id = ${id}) as name`;
    return row;
  };
  expect(await countDetails(idle.id)).toEqual({ details: 0, name: 'bison child' });
  expect(await countDetails(active.id)).toEqual({ details: 4, name: 'bison child' });
});

test('invitations are deleted a month after they ended', async () => {
  const parent = await makeParent(db, 'inviter@example.test');
  await rpc(db, parent, 'invite_parent', { p_email: 'hyena@example.test' });
  await old('family_invitations', 'expires_at', '29 days', `email = 'hyena@example.test'`);
  expect(await purge()).toMatchObject({ invitations: 0 });
  await old('family_invitations', 'expires_at', '31 days', `email = 'hyena@example.test'`);
  expect(await purge()).toMatchObject({ invitations: 1 });
  expect(await findMarkers('hyena')).toEqual([]);
});

test.each([
  ['access_log', '2 years', `(accessed_table, access_type, created_at) values ('children', 'read',`],
  [
    'audit_log',
    '7 years',
    `(actor, action, table_name, row_key, created_at) values ('postgres', 'update', 'settings', 'k',`,
  ],
])('%s deletes entries older than %s, and no younger ones', async (table, period, insert) => {
  for (const age of ["- interval '1 day'", "+ interval '1 day'"]) {
    await db.sql.unsafe(
      `insert into public.${table} ${insert} clock_timestamp() - interval '${period}' ${age})`,
    );
  }
  const before = await countRows(db, table);
  const early = db.sql.unsafe(`delete from public.${table}`);
  expect(await sqlState(early)).toBe('23001');
  expect(await purge()).toMatchObject({ [table]: 1 });
  expect(await countRows(db, table)).toBe(before - 1);
});

test('the purge follows the periods in the table', async () => {
  const { order } = await privacy.goToPay(db, 'quokka', session);
  await rpc(db, service, 'lapse_checkout', { p_session_id: await readSession(order.secret) });
  await old('orders', 'updated_at', '2 days', `secret = '${order.secret}'`);
  expect(await purge()).toMatchObject({ lapsed_orders: 0 });
  await db.sql`update public.retention_periods set keep = '1 day' where class = 'lapsed_orders'`;
  expect(await purge()).toMatchObject({ lapsed_orders: 1 });
  await db.sql`update public.retention_periods set keep = '7 days' where class = 'lapsed_orders'`;
});

test('four parallel purges delete everything once', async () => {
  for (let n = 0; n < 12; n++) {
    const { order } = await privacy.goToPay(db, 'gecko', session);
    await rpc(db, service, 'lapse_checkout', { p_session_id: await readSession(order.secret) });
    await old('orders', 'updated_at', '8 days', `secret = '${order.secret}'`);
  }
  const counts = await Promise.all([purge(), purge(), purge(), purge()]);
  expect(counts.reduce((sum, { lapsed_orders: n }) => sum + (n ?? 0), 0)).toBe(12);
  expect(await findMarkers('gecko')).toEqual([]);
});

const readSession = async (secret: string) => {
  const [row] = await db.sql<[{ session_id: string }]>`
    select a.session_id from public.checkout_attempts a join public.orders o on o.id = a.order_id where o.secret = ${secret}`;
  return row.session_id;
};
