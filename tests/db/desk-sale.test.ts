import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { DeskOrder } from '#contract/passes.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { callAs, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, countRows, makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterAll(() => db.drop());

const child = { name: 'Kai Tan', dob: '2018-05-01' };
const consents = { terms: true, activity: true };
let walkIns = 0;
/** Returns the body of a sale of a Term pass with its first session to a new customer. */
async function sale(more: Record<string, unknown> = {}) {
  return {
    key: randomUUID(),
    parent: { ...shop.details.parent, email: `walk${++walkIns}@example.test` },
    children: [child],
    lines: [{ offer_id: 'pass-term', session_id: await shop.makeSession(db), child: 0 }],
    consents,
    method: 'cash',
    expected_total_cents: 69_700,
    ...more,
  };
}
const sell = async (body: object, who: Caller = admin) =>
  v.parse(DeskOrder, await callAs(db, who, 'sell_at_desk', body));
const readRefusal = async (more: Record<string, unknown>) => {
  const before = await countRows(db, 'orders');
  const answer = await refusal(sell(await sale(more)));
  expect(await countRows(db, 'orders')).toBe(before);
  return answer;
};

describe('a sale at the desk', () => {
  test('a sale to a walk-in creates a family, a child, a pass, a booking, a payment and a receipt', async () => {
    const body = await sale();
    const order = await sell(body);
    expect(order).toMatchObject({ status: 'paid', method: 'cash', total_cents: 69_700 });
    const [row] = await db.sql`
      select o.channel, p.provider, p.method, p.payment_intent, p.amount_cents, f.contact_email,
        (select count(*) from public.bookings b where b.family_id = f.id) as bookings,
        (select sum(l.delta) from public.credit_ledger l join public.passes s on s.id = l.pass_id where s.family_id = f.id) as credits,
        (select count(*) from public.outbox m where m.template = 'booking_confirmed' and m.recipient = f.contact_email) as mails,
        (select count(*) from public.consents c where c.family_id = f.id and c.source = 'staff' and c.given) as consents,
        (select count(*) from public.holds h where h.order_id = o.id) as holds
      from public.orders o join public.payments p on p.order_id = o.id join public.families f on f.id = o.family_id
      where o.number = ${order.number}`;
    expect(row).toEqual({
      channel: 'desk',
      provider: 'desk',
      method: 'cash',
      payment_intent: `desk:${body.key}`,
      amount_cents: 69_700,
      contact_email: body.parent.email,
      bookings: 1,
      credits: 17,
      mails: 1,
      consents: 2,
      holds: 0,
    });
  });

  test('the receipt of a pass that renews on the website says that it does not renew, because there is no card', async () => {
    await db.sql`update public.offers set details = details || '{"renews": true}' where id = 'pass-term'`;
    const order = await sell(await sale());
    await db.sql`update public.offers set details = details - 'renews' where id = 'pass-term'`;
    expect(order.lines.map(({ renews }) => renews)).toEqual([false]);
  });

  test('five parallel requests with one key make one sale', async () => {
    const body = await sale();
    const orders = await Promise.all(Array.from({ length: 5 }, () => sell(body)));
    expect(new Set(orders.map(({ number }) => number)).size).toBe(1);
    const [{ n }] = await db.sql<[{ n: number }]>`
      select count(*)::int as n from public.orders where parent_email = ${body.parent.email}`;
    expect(n).toBe(1);
  });

  test('a sale to a known family is for its child by id and for a new child', async () => {
    const home = await passes.makeHome(db);
    const start = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    const camp = await camps.makeCamp(db, { start });
    const order = await sell({
      key: randomUUID(),
      family_id: home.familyId,
      parent: { phone: '+6591234567' },
      children: [{ id: home.childId }, { name: 'New Child', dob: '2019-01-01' }],
      lines: [0, 1].map((n) => ({ offer_id: 'tier-spark', camp_id: camp, child: n })),
      consents,
      method: 'paynow',
      expected_total_cents: 49_000 + 44_000,
    });
    expect(order).toMatchObject({ family_id: home.familyId, parent_email: home.email });
    const enrolled = await db.sql`
      select c.name from public.camp_enrollments e join public.children c on c.id = e.child_id
      where e.family_id = ${home.familyId} and e.status = 'enrolled' order by 1`;
    expect(enrolled.map(({ name }) => name as string)).toEqual([
      expect.stringMatching(/^Child \d+$/) as string,
      'New Child',
    ]);
  });

  test('a sale of door-to-door transport needs the address to collect from', async () => {
    const start = new Date(Date.now() + 16 * 86_400_000).toISOString().slice(0, 10);
    const camp = await camps.makeCamp(db, { start });
    const lines = [{ offer_id: 'tier-spark', camp_id: camp, child: 0, transport: 'door-to-door' }];
    const ride = { lines, expected_total_cents: 49_000 + 6_000 };
    for (const transport_address of [undefined, null, ' '])
      expect(await readRefusal({ ...ride, transport_address })).toMatchObject({
        code: 'invalid_input',
        field: 'transport_address',
      });
    const order = await sell(await sale({ ...ride, transport_address: ' 5 Marine Parade, 449290 ' }));
    const [row] = await db.sql`select transport_address from public.orders where number = ${order.number}`;
    expect(row).toEqual({ transport_address: '5 Marine Parade, 449290' });
  });

  test('a sale of the last spot succeeds once, even against an online checkout', async () => {
    const session = await shop.makeSession(db, { capacity: 1 });
    const makeTermSale = async () =>
      sale({ lines: [{ offer_id: 'pass-term', session_id: session, child: 0 }] });
    const sales = [await makeTermSale(), await makeTermSale()];
    const { won, lost } = await atOnce<unknown>(db, { table: 'sessions', id: session }, [
      ...sales.map((body) => () => sell(body)),
      () => shop.hold(db, session),
    ]);
    expect([won.length, lost]).toEqual([1, ['session_full', 'session_full']]);
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });
});

describe('a desk sale that is refused and writes nothing', () => {
  test.each<[string, Record<string, unknown>, object]>([
    ['no key', { key: null }, { code: 'invalid_input', field: 'key' }],
    ['a key that is none', { key: 'abc' }, { field: 'key' }],
    ['a strange method', { method: 'cheque' }, { code: 'invalid_input', field: 'method' }],
    ['no method', { method: null }, { field: 'method' }],
    ['no total', { expected_total_cents: null }, { field: 'expected_total_cents' }],
    ['a total of nothing', { expected_total_cents: 0 }, { field: 'expected_total_cents' }],
    ['another total', { expected_total_cents: 69_699 }, { code: 'price_changed', detail: '69700' }],
    ['no lines', { lines: [] }, { code: 'invalid_input', field: 'lines' }],
    ['no children', { children: [] }, { code: 'invalid_input' }],
    ['no name', { children: [{ dob: '2018-05-01' }] }, { field: 'children[0].name' }],
    ['no birth date', { children: [{ name: 'Kai' }] }, { field: 'children[0].dob' }],
    ['no parent', { parent: null }, { field: 'parent.name' }],
    ['a parent that is none', { parent: 'Mei' }, { field: 'parent' }],
    ['no telephone', { parent: { name: 'Mei', email: 'm@example.test' } }, { field: 'parent.phone' }],
    ['no consents', { consents: null }, { code: 'invalid_input', field: 'consents' }],
    ['no terms', { consents: { activity: true } }, { field: 'consents.terms' }],
    [
      'an old text',
      { consents: { ...consents, terms: { given: true, version: 9 } } },
      { code: 'consent_text_changed' },
    ],
    ['an unknown code', { code: 'NOSUCH' }, { code: 'code_invalid', field: 'code' }],
    ['an unknown family', { family_id: randomUUID() }, { code: 'family_not_found', field: 'family_id' }],
    ['a family that is none', { family_id: 'x' }, { code: 'invalid_input', field: 'family_id' }],
    ['what is not sold', { lines: [{ offer_id: 'pass-none', child: 0 }] }, { code: 'offer_not_available' }],
  ])('%s', async (_, more, expected) => {
    expect(await readRefusal(more)).toMatchObject(expected);
  });

  test('the desk cannot sell to another family’s child, even if it is the seller’s own', async () => {
    const [home, other] = [await passes.makeHome(db), await passes.makeHome(db)];
    const request = { family_id: home.familyId, children: [{ id: other.childId }] };
    const expected = { code: 'child_not_found', field: 'children[0].id' };
    expect(await readRefusal(request)).toMatchObject(expected);
    expect(await readRefusal({ children: [{ id: other.childId }] })).toMatchObject(expected);
    await db.sql`insert into public.user_roles (user_id, role) values (${other.who.sub ?? ''}, 'admin')`;
    expect(await refusal(sell(await sale(request), other.who))).toMatchObject(expected);
  });

  test('the desk cannot sell a second try-out to the same child', async () => {
    await db.sql`update public.offers set details = details || '{"once_per_child": true}' where id = 'pass-tryout'`;
    const parent = { ...shop.details.parent, email: 'once@example.test' };
    const tryout = { parent, lines: [{ offer_id: 'pass-tryout', child: 0 }], expected_total_cents: 3800 };
    await sell(await sale(tryout));
    expect(await readRefusal(tryout)).toMatchObject({ code: 'try_out_used', field: 'lines[0].child' });
  });

  test('only an admin can sell at the desk by default', async () => {
    const body = await sale();
    const coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
    for (const who of [coach, (await passes.makeHome(db)).who]) {
      expect(await refusal(sell(body, who))).toMatchObject({ code: 'not_allowed', status: 403 });
    }
    expect(await sqlState(sell(body, visitor))).toBe('42501');
    expect(await sqlState(sell(body, service))).toBe('42501');
  });
});

test('the seller is stored and named in the answer, in the mail and in the history of the order', async () => {
  const sub = await makeUser(db, 'seller@example.test', ['admin']);
  await db.sql`update public.profiles set name = 'Priya Nair' where id = ${sub}`;
  await db.sql`
    update public.settings set legal_name = 'Otter Trails Pte. Ltd.', legal_address = '1 Trail Road', uen = '202612345D'`;
  const who = signedIn(sub);
  const order = await sell(await sale(), who);
  const provider = { name: 'Otter Trails Pte. Ltd.', address: '1 Trail Road', uen: '202612345D' };
  expect(order).toMatchObject({ seller: 'Priya Nair', provider });
  const [mail] = await db.sql`
    select payload from public.outbox where template = 'booking_confirmed' and payload ->> 'number' = ${order.number}`;
  expect(mail?.['payload']).toMatchObject({ seller: 'Priya Nair', provider, desk_method: 'cash' });
  const details = await rpc<{ order: { seller: string }; events: { kind: string; who: string }[] }>(
    ...([db, admin, 'get_order_details', { p_order_id: order.order_id }] as const),
  );
  expect(details.order.seller).toBe('Priya Nair');
  expect(details.events.find(({ kind }) => kind === 'opened')?.who).toBe('Priya Nair');
  await db.sql`update public.settings set legal_name = null, legal_address = null, uen = null`;
});
