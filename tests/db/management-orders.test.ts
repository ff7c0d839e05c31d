/**
 * Tests staff's list of orders and the page of one order, which only admins read (spec 1 §6, docs/decisions
 * "/management/orders").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LinksEnded, MailQueued, OrderDetails, StaffOrders } from '#contract/management-orders.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let sold: { order_id: string; number: string };
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  sold = await callAs(db, people.callers.admin, 'sell_at_desk', {
    key: randomUUID(),
    parent: {
      ...shop.details.parent,
      name: 'Wei Ng-O’Brien',
      email: 'wei_ng@example.test',
      phone: '+6591112222',
    },
    children: [{ name: 'Zhi Xuan', dob: '2018-05-01' }],
    lines: [{ offer_id: 'pass-term', session_id: await shop.makeSession(db), child: 0 }],
    consents: { terms: true, activity: true },
    method: 'paynow',
    expected_total_cents: 69_700,
  });
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const list = async (
  filter: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
  role: Role = 'admin',
) => v.parse(StaffOrders, await rpc(db, people.callers[role], 'list_orders', { p_filter: filter, ...more }));
const readOrder = async (id: string) =>
  v.parse(OrderDetails, await rpc(db, people.callers.admin, 'get_order_details', { p_order_id: id }));

const calls = (): [string, Record<string, unknown>][] => [
  ['list_orders', {}],
  ['get_order_details', { p_order_id: sold.order_id }],
  ['send_order_link', { p_order_id: sold.order_id }],
  ['end_order_links', { p_order_id: sold.order_id }],
];
describe.each([0, 1, 2, 3])('call %i', (at) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) => {
    const [name, body] = calls()[at] ?? ['', {}];
    expect(await sqlState(rpc(db, people.callers[role], name, body))).toBe('42501');
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
    const [name, body] = calls()[at] ?? ['', {}];
    expect(await refusal(rpc(db, people.callers[role], name, body))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    });
  });
});

test.each(['admin', 'business admin'] as const)(
  '%s can read every order, and nobody’s health',
  async (role) => {
    const all = await list({ state: 'any' }, {}, role);
    const [{ n }] = await db.sql<[{ n: number }]>`select count(*)::int as n from public.orders`;
    expect(all).toMatchObject({ count: n, more: false, next: null });
    expect(all.rows.find(({ number }) => number === sold.number)).toMatchObject({
      state: 'paid',
      channel: 'desk',
      paid_cents: 69_700,
      refunded_cents: 0,
      children: ['Zhi Xuan'],
      // A pass has no base or days, although its first class has them.
      bought: [{ base: null, days: null }],
    });
    expect(JSON.stringify(all)).not.toMatch(/allerg|medical|secret/);
  },
);

test.each([
  ['the number', () => sold.number],
  ['the number without its prefix, in small letters', () => sold.number.split('-')[1]?.toLowerCase() ?? ''],
  ['a part of the name', () => 'brien'],
  ['the words in another order', () => 'ng-o wei'],
  ['a surname of two letters', () => 'ng'],
  ['the address, whose line means itself', () => 'wei_ng@'],
  ['the telephone, with blanks', () => '9111 2222'],
  ['the child', () => 'zhi xu'],
])('staff find an order by %s', async (_, term) =>
  expect((await list({ search: term() })).rows.map(({ number }) => number)).toContain(sold.number),
);

test('staff find an order by the full id of its charge, but not by part of it or a wildcard', async () => {
  const [{ name }] = await db.sql<[{ name: string }]>`
    select payment_intent as name from public.payments where order_id = ${sold.order_id}`;
  const findNumbers = async (search: string) => (await list({ search })).rows.map(({ number }) => number);
  expect(await findNumbers(name)).toEqual([sold.number]);
  expect(await findNumbers(name.slice(0, -1))).toEqual([]);
  expect(await findNumbers('weiXng@')).toEqual([]);
  expect(await findNumbers('%')).toEqual([]);
});

test('a search term that is too common for the index still finds the order', async () => {
  const rare = await list({ search: 'zhi xu' });
  const [{ where }] = await db.sql<
    [{ where: string }]
  >`select private.orders_where('{"search": "zhi xu"}', false) as where`;
  const rows = await db.sql.unsafe<{ number: string }[]>(
    `select o.number from public.orders o where ${where.replaceAll('$2', `private.search_patterns('zhi xu')`)}`,
  );
  expect(rows.map(({ number }) => number)).toEqual(rare.rows.map(({ number }) => number));
  expect(await db.sql`select private.find_orders('zhi xu', 0) as ids`).toEqual([{ ids: null }]);
});

test.each(['-created', 'created', '-total', 'total'])(
  'the pages by %s return every order once',
  async (sort) => {
    const allIds = (await list({}, { p_sort: sort })).rows.map(({ order_id }) => order_id);
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const page: StaffOrders = await list({}, { p_sort: sort, p_after: after, p_limit: 2 });
      if (after !== null) expect(page.count).toBeNull();
      paged.push(...page.rows.map(({ order_id }) => order_id));
      after = page.next;
    } while (after !== null);
    expect(paged).toEqual(allIds);
    expect(new Set(paged).size).toBe(paged.length);
  },
);

test.each<[Record<string, unknown>, Record<string, unknown>, string]>([
  [{ state: 'gone' }, {}, 'p_filter.state'],
  [{ channel: "web' or true --" }, {}, 'p_filter.channel'],
  [{ from: '2026-02-31' }, {}, 'p_filter.from'],
  [{ search: '  ' }, {}, 'p_filter.search'],
  [{ health: 'x' }, {}, 'p_filter.health'],
  [{}, { p_sort: 'secret' }, 'p_sort'],
  [{}, { p_limit: 1001 }, 'p_limit'],
])('%o %o is refused', async (filter, more, field) =>
  expect(await refusal(list(filter, more))).toMatchObject({ code: 'invalid_input', field }),
);

test('the list can be filtered by state and channel', async () => {
  const listRows = async (filter: Record<string, unknown>) => (await list(filter)).rows;
  expect((await listRows({ channel: 'desk' })).map(({ number }) => number)).toEqual([sold.number]);
  const [open, refunded] = [await listRows({ state: 'open' }), await listRows({ state: 'refunded' })];
  expect(open.every(({ paid_at }) => paid_at === null)).toBe(true);
  expect(refunded.every(({ refunded_cents }) => refunded_cents > 0)).toBe(true);
  for (const some of [open, refunded, await listRows({ state: 'decide' })])
    expect(some.length).toBeGreaterThan(0);
});

test('the history shows what was done and by whom, including refunds and links', async () => {
  const [line] = (await readOrder(sold.order_id)).managed.lines;
  await refundAsStaff(db, people.callers.admin, { line: line?.line_id ?? '' }, 5_000);
  const link = () =>
    rpc(db, people.callers['business admin'], 'send_order_link', { p_order_id: sold.order_id }).then(
      (answer) => v.parse(MailQueued, answer),
    );
  expect(await link()).toEqual({ queued: true });
  // A link is sent at most once in ten minutes.
  expect(await link()).toEqual({ queued: false });
  const details = await readOrder(sold.order_id);
  expect(details.order).toMatchObject({ state: 'part_refunded', refunded_cents: 5_000 });
  expect(details.left_of_order).toBe(64_700);
  expect(details.left[line?.line_id ?? '']).toBe(64_700);
  expect(details.refunds).toMatchObject([{ amount_cents: 5_000, reason: 'goodwill', by_hand: true }]);
  expect(details.events.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['opened', 'charged', 'refund_requested', 'mail_waits']),
  );
  expect(details.events.find(({ kind }) => kind === 'refund_requested')?.who).not.toBeNull();
  expect(JSON.stringify(details)).not.toMatch(/allerg|medical|"secret"|token/);
});

test('all links of one order end at once, and those of others stay', async () => {
  const [other] = await db.sql<[{ id: string }]>`
    select id from public.orders where id <> ${sold.order_id} and paid_at is not null limit 1`;
  const makeLink = async (id: string, purpose: string) => {
    const [row] = await db.sql<
      [{ token: string }]
    >`select private.make_order_link(${id}, ${purpose}) as token`;
    return row.token;
  };
  const links = [await makeLink(sold.order_id, 'manage'), await makeLink(sold.order_id, 'payment')];
  const kept = await makeLink(other.id, 'manage');
  const manage = (token: string | undefined) =>
    rpc(db, visitor, 'get_managed_order', { p_access: { token: token ?? '' } });
  expect(await manage(links[0])).toMatchObject({ order_id: sold.order_id });
  const { ended } = await rpc<{ ended: number }>(db, people.callers.admin, 'end_order_links', {
    p_order_id: sold.order_id,
  });
  expect(ended).toBeGreaterThanOrEqual(2);
  expect(await refusal(manage(links[0]))).toMatchObject({ code: 'link_expired' });
  expect(await manage(kept)).toMatchObject({ order_id: other.id });
  // The first press has mailed a new link, which the second press revokes.
  expect(await rpc(db, people.callers.admin, 'end_order_links', { p_order_id: sold.order_id })).toEqual({
    ended: 1,
    queued: true,
  });
  expect(
    await refusal(rpc(db, people.callers.admin, 'end_order_links', { p_order_id: randomUUID() })),
  ).toMatchObject({ code: 'order_not_found' });
});

test('ending all links also ends the button of earlier e-mails, and mails the family a new link at once', async () => {
  const [former] = await db.sql<[{ secret: string }]>`
    select secret from public.orders where id = ${sold.order_id}`;
  const view = (p_secret: string) => rpc(db, visitor, 'get_order', { p_secret });
  const readLinks = () => db.sql<{ token: string; reason: string }[]>`
    select payload ->> 'manage_token' as token, payload ->> 'reason' as reason from public.outbox
    where template = 'order_link' and sent_at is null order by created_at`;
  expect(await view(former.secret)).toMatchObject({ number: sold.number });
  await db.sql`delete from public.outbox where template = 'order_link'`;
  await rpc(db, people.callers.admin, 'send_order_link', { p_order_id: sold.order_id });
  expect(await readLinks()).toHaveLength(1);
  const [waiting] = await db.sql<[{ token: string }]>`
    update public.outbox set payload = payload || jsonb_build_object('manage_token', private.make_order_link(${sold.order_id}, 'manage'))
    where key = ${`booking_confirmed:${sold.order_id}`} returning payload ->> 'manage_token' as token`;
  expect(
    v.parse(
      LinksEnded,
      await rpc(db, people.callers.admin, 'end_order_links', { p_order_id: sold.order_id }),
    ),
  ).toMatchObject({ queued: true });
  expect(await refusal(view(former.secret))).toMatchObject({ code: 'order_not_found' });
  // The link that waited to be sent has ended, so it is not sent, although another one was queued just before.
  const [link, ...others] = await readLinks();
  expect([link?.reason, others]).toEqual(['ended', []]);
  expect(
    await rpc(db, visitor, 'get_managed_order', { p_access: { token: link?.token ?? '' } }),
  ).toMatchObject({ order_id: sold.order_id });
  // A mail that waits has reached nobody, so its link works.
  expect(await rpc(db, visitor, 'get_managed_order', { p_access: { token: waiting.token } })).toMatchObject({
    order_id: sold.order_id,
  });
  const [renewed] = await db.sql<[{ secret: string; same: boolean }]>`
    select o.secret, m.payload ->> 'secret' = o.secret::text as same
    from public.orders o join public.outbox m on m.key = 'booking_confirmed:' || o.id where o.id = ${sold.order_id}`;
  // The confirmation was not sent yet, so its button opens the order.
  expect(renewed.same).toBe(true);
  expect(await view(renewed.secret)).toMatchObject({ number: sold.number });
  // The family can also ask for its links by its address alone.
  await db.sql`delete from public.outbox where template = 'order_link'`;
  await rpc(db, visitor, 'request_order_links', { p_email: 'wei_ng@example.test' });
  expect(await rpc(db, service, 'queue_lost_links')).toEqual({ queued: 1 });
  expect(await readLinks()).toHaveLength(1);
});

test('the links of an order that is not paid end without a new one, and its payment goes on', async () => {
  const [open] = (await list({ state: 'open' })).rows;
  const readSecret = () => db.sql`select secret from public.orders where id = ${open?.order_id ?? ''}`;
  const former = await readSecret();
  expect(
    await rpc(db, people.callers.admin, 'end_order_links', { p_order_id: open?.order_id }),
  ).toMatchObject({ queued: false });
  expect(await readSecret()).toEqual(former);
});

test('no link can be made for an order that does not exist or is not paid', async () => {
  const ask = (id: string | undefined) =>
    refusal(rpc(db, people.callers.admin, 'send_order_link', { p_order_id: id }));
  expect(await ask(randomUUID())).toMatchObject({ code: 'order_not_found' });
  const [open] = (await list({ state: 'open' })).rows;
  expect(await ask(open?.order_id)).toMatchObject({ code: 'order_closed' });
});

test('a search by part of a name uses its index, however large the table is', async () => {
  await db.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`;
    // In a small table the planner may use any of these indexes, so they are dropped.
    await sql`drop index public.orders_parent_email, public.orders_paid_at, public.orders_with_people`;
    const plan = await sql`explain select id from public.orders where paid_at is not null
      and lower(' ' || coalesce(parent_name, '') || ' ' || coalesce(parent_email, '') || ' ' || coalesce(parent_phone, '')) like '%brien%'`;
    expect(JSON.stringify(plan)).toContain('orders_searched');
    const page = await sql`explain select id from public.orders o
      where (o.created_at, o.id) < (now(), '00000000-0000-0000-0000-000000000000') order by o.created_at desc, o.id desc limit 50`;
    expect(JSON.stringify(page)).toMatch(/orders_by_creation/);
  });
});
