import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

const OWNER = shop.details.parent.email;
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  // Links of earlier tests expire here, so that only the links of this test are valid.
  await db.sql`update public.order_links set expires_at = clock_timestamp()`;
  await db.sql`truncate public.outbox, public.rate_limits, public.lost_links cascade`;
});
afterAll(() => db.drop());

const buy = async () =>
  afterSale.buy(db, [
    { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(20)) },
  ]);
const ask = (p_email: unknown, address = '203.0.113.7') =>
  rpc(db, { ...visitor, headers: { 'cf-connecting-ip': address } }, 'request_order_links', { p_email });
const runChore = async () => (await rpc<{ queued: number }>(db, service, 'queue_lost_links')).queued;
const mails = () => db.sql<{ recipient: string; number: string }[]>`
  select recipient, payload ->> 'number' as number from public.outbox where template = 'order_link' order by created_at`;

test('each booking under the address gets a link that opens it, which is sent to that address only', async () => {
  const [one, other] = [await buy(), await buy()];
  await db.sql`truncate public.outbox cascade`;
  expect(await ask(' MEI@example.test ')).toEqual({ requested: true });
  expect(await mails()).toEqual([]);
  expect(await runChore()).toBe(2);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([OWNER, OWNER]);
  for (const bought of [one, other])
    expect((await afterSale.viewOrder(db, bought)).order_id).toBe(bought.orderId);
  expect(await runChore()).toBe(0);
});

test('the answer and the stored row are the same for a known and an unknown address, and only the chore reads orders', async () => {
  await buy();
  const readTrace = async (email: string) => {
    await db.sql`truncate public.outbox, public.lost_links cascade`;
    const answer = await ask(email);
    const [row] = await db.sql`
      select (select count(*)::int from public.lost_links) as asked, (select count(*)::int from public.outbox) as mails,
        (select count(*)::int from public.order_links where expires_at > clock_timestamp()) as links`;
    return { answer, ...row };
  };
  expect(await readTrace('nobody@example.test')).toEqual(await readTrace(OWNER));
  // The calls read only their own table, so their time cannot tell whether an address has orders.
  const sources = await db.sql<{ source: string }[]>`
    select prosrc as source from pg_proc where proname in ('answer_request_order_links', 'answer_request_order_link')`;
  expect(
    sources.map(({ source }) => [...source.matchAll(/public\.(\w+)/g)].map(([, table]) => table)),
  ).toEqual([['lost_links'], ['lost_links']]);
  await ask('nobody@example.test');
  await db.sql`delete from public.lost_links where email = ${OWNER}`;
  expect(await runChore()).toBe(0);
  expect(await countRows(db, 'lost_links')).toBe(0);
});

test('a request by order number gets one link, and only if the booking was bought with this address', async () => {
  const [one] = [await buy(), await buy()];
  await db.sql`truncate public.outbox cascade`;
  const [row] = await db.sql<
    [{ number: string }]
  >`select number from public.orders where id = ${one.orderId}`;
  const requestLink = (p_email: string) =>
    rpc(db, visitor, 'request_order_link', { p_number: row.number.toLowerCase(), p_email });
  expect(await requestLink('else@example.test')).toEqual({ requested: true });
  expect(await runChore()).toBe(0);
  expect(await requestLink(OWNER)).toEqual({ requested: true });
  expect(await mails()).toEqual([]);
  expect(await runChore()).toBe(1);
  expect(await mails()).toEqual([{ recipient: OWNER, number: row.number }]);
});

test('requests cannot flood a mailbox: each booking gets at most one mail, and an address only a few in an hour', async () => {
  for (let n = 0; n < 9; n++) await buy();
  await db.sql`truncate public.outbox cascade`;
  for (let n = 0; n < 5; n++) {
    expect(await ask(OWNER, `203.0.113.${n}`)).toEqual({ requested: true });
    await runChore();
  }
  expect(await mails()).toHaveLength(5);
});

test('a caller who asks too often is refused, whether or not the address is known, and refused requests count too', async () => {
  await buy();
  const [{ most }] = await db.sql<[{ most: number }]>`
    select most from public.rate_rules where endpoint = 'request_order_links'`;
  for (let n = 0; n < most; n++) {
    const call = ask(n % 2 ? OWNER : 'no address');
    if (n % 2) expect(await call).toEqual({ requested: true });
    else expect(await refusal(call)).toMatchObject({ code: 'invalid_input', field: 'p_email' });
  }
  for (const email of [OWNER, 'nobody@example.test'])
    expect(await refusal(ask(email))).toMatchObject({ code: 'rate_limited' });
});

test('no mail is sent for a booking that is over or was never paid', async () => {
  const bought = await buy();
  await shop.openCheckout(db, await afterSale.makeSession(db, afterSale.dateIn(11)));
  await db.sql`update public.order_links set expires_at = clock_timestamp() where order_id = ${bought.orderId}`;
  await ask(OWNER);
  expect(await runChore()).toBe(0);
});

test('visitors can neither read the requests nor send the mails', async () => {
  await ask(OWNER);
  await expect(db.as(visitor, (sql) => sql`select email from public.lost_links`)).rejects.toThrow();
  expect(await sqlState(rpc(db, visitor, 'queue_lost_links'))).toBe('42501');
});

test('a request reads only the orders of its own address', async () => {
  const plan = await db.sql.begin(async (sql) => {
    // In such a small table a scan is faster, so scans are switched off to see whether an index can be used.
    await sql`set local enable_seqscan = off`;
    return sql`explain select id from public.orders where lower(parent_email) = ${OWNER} and paid_at is not null`;
  });
  expect(JSON.stringify(plan)).toContain('Index Cond: (lower(parent_email) =');
});
