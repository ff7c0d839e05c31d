import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

const buy = async (more = {}) =>
  afterSale.buy(
    db,
    [{ offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(20)) }],
    more,
  );
const readNumber = async (orderId: string) =>
  (await db.sql<[{ number: string }]>`select number from public.orders where id = ${orderId}`)[0].number;

describe('asking for a new link to an order', () => {
  /** Requests links and runs the chore that sends them, because the request itself only stores the address. */
  const ask = async (p_number: unknown, p_email: unknown, headers?: Record<string, string>) => {
    const who = { ...visitor, ...(headers && { headers }) };
    const answer = await rpc(db, who, 'request_order_link', { p_number, p_email });
    await rpc(db, service, 'queue_lost_links');
    return answer;
  };

  test('the link is mailed to the order’s address, and opens the order after the first link has expired', async () => {
    const bought = await buy();
    const first = await afterSale.readLink(db, bought.orderId);
    await db.sql`update public.order_links set expires_at = clock_timestamp() where order_id = ${bought.orderId}`;
    const number = await readNumber(bought.orderId);
    expect(await ask(` ${number.toLowerCase()} `, ' MEI@example.test')).toEqual({ requested: true });
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['booking_confirmed', 'order_link']);
    const link = await afterSale.readLink(db, bought.orderId);
    expect(link).not.toEqual(first);
    expect((await afterSale.viewOrder(db, bought)).order_id).toBe(bought.orderId);
    const [mail] = await db.sql`select recipient from public.outbox where template = 'order_link'`;
    expect(mail).toMatchObject({ recipient: 'mei@example.test' });
  });

  test('the answer is the same for an unknown order, and no mail or link is made', async () => {
    const bought = await buy();
    const number = await readNumber(bought.orderId);
    const unpaid = await shop.openCheckout(db, await afterSale.makeSession(db, afterSale.dateIn(11)));
    const [before] = await db.sql`
      select (select count(*) from public.outbox) as mails, (select count(*) from public.order_links) as links`;
    for (const [p_number, p_email] of [
      [number, 'else@example.test'],
      ['OT-0000', 'mei@example.test'],
      [await readNumber(unpaid.orderId), shop.details.parent.email],
      ["' or true --", 'mei@example.test'],
    ]) {
      expect(await ask(p_number, p_email)).toEqual({ requested: true });
    }
    const [then] = await db.sql`
      select (select count(*) from public.outbox) as mails, (select count(*) from public.order_links) as links`;
    expect(then).toEqual(before);
  });

  test('one link per period is mailed, however many requests come at once', async () => {
    const bought = await buy();
    const number = await readNumber(bought.orderId);
    await Promise.all(Array.from({ length: 4 }, () => ask(number, 'mei@example.test')));
    await ask(number, 'mei@example.test');
    const mails = await afterSale.readMails(db, bought.orderId);
    // There are two mails if the time window ended between the requests.
    expect(mails.filter((template) => template === 'order_link').length).toBeLessThanOrEqual(2);
    expect(mails).toContain('order_link');
    await db.sql`
      update public.outbox set key = key || ':before' where template = 'order_link' and payload ->> 'number' = ${number}`;
    await ask(number, 'mei@example.test');
    expect(await afterSale.readMails(db, bought.orderId)).toHaveLength(mails.length + 1);
  });

  test('for an order that waits for the parent’s choice, the mailed link leads to that choice', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(12), 1);
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }], {
      isLate: true,
      beforePayment: () => shop.hold(db, session_id),
    });
    await ask(await readNumber(bought.orderId), 'mei@example.test');
    const link = await afterSale.readLink(db, bought.orderId);
    const choice = { p_access: link, p_choice: { kind: 'refund' } };
    expect(await rpc(db, visitor, 'choose_late', choice)).toMatchObject({ must_choose: false });
  });

  test('an invalid order number or address is refused, whether or not the order is known', async () => {
    for (const [p_number, p_email, field] of [
      [null, 'mei@example.test', 'p_number'],
      ['', 'mei@example.test', 'p_number'],
      ['x'.repeat(21), 'mei@example.test', 'p_number'],
      ['OT-0000', null, 'p_email'],
      ['OT-0000', 'mei', 'p_email'],
      ['OT-0000', `${'x'.repeat(250)}@example.test`, 'p_email'],
    ]) {
      expect(await refusal(ask(p_number, p_email))).toMatchObject({ code: 'invalid_input', field });
    }
  });

  test('a caller who asks too often is refused, whether or not the order is known', async () => {
    const bought = await buy();
    const headers = { 'cf-connecting-ip': '203.0.113.77' };
    for (let n = 0; n < 20; n++) await ask('OT-0000', 'mei@example.test', headers);
    const number = await readNumber(bought.orderId);
    for (const known of ['OT-0000', number]) {
      expect(await refusal(ask(known, 'mei@example.test', headers))).toMatchObject({ code: 'rate_limited' });
    }
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['booking_confirmed']);
  });
});

describe('a parent saves a child’s details with the link of an order', () => {
  const person = (name: string) => ({ name, relationship: 'aunt', phone: '+6591112222' });
  const save = async (bought: afterSale.BoughtOrder, child: unknown, details: unknown, access?: object) =>
    rpc(db, visitor, 'save_order_child', {
      p_access: access ?? (await afterSale.readLink(db, bought.orderId)),
      p_child: child,
      p_details: details,
    });
  async function readDetails(bought: afterSale.BoughtOrder, position = 0) {
    const [row] = await db.sql<[Record<string, unknown>]>`
      select h.allergies, h.medical_conditions,
        array(select name from public.pickup_authorizations p where p.child_id = c.child_id order by p.position) as pickup,
        array(select name from public.emergency_contacts e where e.child_id = c.child_id order by e.position) as contacts
      from public.order_children c left join public.child_health h on h.child_id = c.child_id
      where c.order_id = ${bought.orderId} and c.position = ${position}`;
    return { ...row };
  }
  const readLog = async (familyId: string) => {
    const rows = await db.sql<{ accessed_table: string }[]>`
      select accessed_table from public.access_log
      where family_id = ${familyId} and access_type = 'changed_after_sale' order by id`;
    return rows.map(({ accessed_table }) => accessed_table);
  };

  test('the details are saved for the child, and the answer names only the saved fields', async () => {
    const bought = await buy();
    const details = {
      allergies: ' peanuts ',
      medical_conditions: 'asthma',
      pickup_authorizations: [person('Ana')],
      emergency_contacts: [person('Ben')],
    };
    expect(await save(bought, 0, details)).toEqual({ child: 0, saved: Object.keys(details).toSorted() });
    const recorded = {
      allergies: 'peanuts',
      medical_conditions: 'asthma',
      pickup: ['Ana'],
      contacts: ['Ben'],
    };
    expect(await readDetails(bought)).toEqual(recorded);
    expect(await readLog(bought.familyId)).toEqual(['child_health', 'pickup_authorizations']);
    // New details are added to the known ones without duplicates; nobody can remove any without signing in.
    expect(await save(bought, 0, { allergies: 'bee stings\nPeanuts' })).toEqual({
      child: 0,
      saved: ['allergies'],
    });
    const more = { ...recorded, allergies: 'peanuts\nbee stings' };
    expect(await readDetails(bought)).toEqual(more);
    await save(bought, 0, { nothing_to_report: true, pickup_authorizations: [person('Ana'), person('Cem')] });
    expect(await readDetails(bought)).toEqual({ ...more, pickup: ['Ana', 'Cem'] });
    const empty = {
      allergies: '',
      medical_conditions: null,
      pickup_authorizations: [],
      emergency_contacts: null,
    };
    await save(bought, 0, empty);
    expect(await readDetails(bought)).toEqual({ ...more, pickup: ['Ana', 'Cem'] });
  });

  test('a link shows which details are known, but never their content', async () => {
    const bought = await buy();
    const readKnownDetails = async () => {
      const p_access = await afterSale.readLink(db, bought.orderId);
      const view = await rpc<{ known: unknown }>(db, visitor, 'get_managed_order', { p_access });
      expect(JSON.stringify(view)).not.toContain('secretly');
      return view.known;
    };
    const none = { child: 0, contacts: 0, pickup: 0 };
    expect(await readKnownDetails()).toEqual([{ ...none, health: { state: 'unknown', at: null } }]);
    await save(bought, 0, { nothing_to_report: true });
    const at = expect.any(String) as string;
    expect(await readKnownDetails()).toEqual([{ ...none, health: { state: 'nothing', at } }]);
    await save(bought, 0, { medications: 'secretly EpiPen', emergency_contacts: [person('secretly Ben')] });
    expect(await readKnownDetails()).toEqual([{ ...none, contacts: 1, health: { state: 'reported', at } }]);
  });

  test('a refused request saves nothing', async () => {
    const bought = await buy();
    await save(bought, 0, { allergies: 'bees', pickup_authorizations: [person('Ana')] });
    const before = await readDetails(bought);
    for (const [details, field] of [
      [null, 'p_details'],
      [[], 'p_details'],
      [{}, 'p_details'],
      [{ allergies: 5 }, 'p_details.allergies'],
      [{ allergies: 'x'.repeat(2001) }, 'p_details.allergies'],
      [{ medical_conditions: 'a\u0007b' }, 'p_details.medical_conditions'],
      [{ name: 'Kim' }, 'p_details.name'],
      [{ family_id: bought.familyId }, 'p_details.family_id'],
      [{ pickup_authorizations: 'Ana' }, 'p_details.pickup_authorizations'],
      [{ pickup_authorizations: [{}] }, 'p_details.pickup_authorizations[0].name'],
      [{ allergies: 'x', emergency_contacts: [{ name: 'Ben' }] }, 'p_details.emergency_contacts[0].phone'],
      [
        { emergency_contacts: Array.from({ length: 7 }, () => person('Ben')) },
        'p_details.emergency_contacts',
      ],
    ] as const) {
      const answer = await refusal(save(bought, 0, details));
      expect(answer, JSON.stringify(details).slice(0, 60)).toMatchObject({ code: 'invalid_input', field });
    }
    expect(await readDetails(bought)).toEqual(before);
  });

  test('a link saves details only for a child of its own order, and only until it expires', async () => {
    const [bought, other] = [await buy(), await buy()];
    for (const child of [1, -1, 99, null]) {
      expect(await refusal(save(bought, child, { allergies: 'x' }))).toMatchObject({
        code: 'child_not_found',
        field: 'p_child',
      });
    }
    const access = { order_id: other.orderId };
    expect(await refusal(save(bought, 0, { allergies: 'x' }, access))).toMatchObject({ code: 'not_allowed' });
    const guess = { token: 'f'.repeat(32) };
    expect(await refusal(save(bought, 0, { allergies: 'x' }, guess))).toMatchObject({
      code: 'link_not_found',
    });
    const sub = await makeUser(db, 'somebody@example.test');
    const stranger = rpc(db, { role: 'authenticated', sub }, 'save_order_child', {
      p_access: access,
      p_child: 0,
      p_details: { allergies: 'x' },
    });
    expect(await refusal(stranger)).toMatchObject({ code: 'order_not_found' });
    const link = await afterSale.readLink(db, bought.orderId);
    await db.sql`update public.order_links set expires_at = clock_timestamp() where order_id = ${bought.orderId}`;
    expect(await refusal(save(bought, 0, { allergies: 'x' }, link))).toMatchObject({ code: 'link_expired' });
    expect(await readDetails(bought)).toMatchObject({ allergies: null });
    expect(await readDetails(other)).toMatchObject({ allergies: null });
  });

  test('a link for a late choice cannot save details, and no link can before the choice is made', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(13), 1);
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }], {
      isLate: true,
      beforePayment: () => shop.hold(db, session_id),
    });
    expect(await refusal(save(bought, 0, { allergies: 'x' }))).toMatchObject({ code: 'not_allowed' });
    const byId = rpc(db, service, 'save_order_child', {
      p_access: { order_id: bought.orderId },
      p_child: 0,
      p_details: { allergies: 'x' },
    });
    expect(await refusal(byId)).toMatchObject({ code: 'order_closed' });
  });

  test('each child of an order has its own details', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(24));
    const bought = await afterSale.buy(
      db,
      [1, 2].map(() => ({ offer_id: shop.term.id, session_id })),
    );
    await save(bought, 1, { allergies: 'cats' });
    expect(await readDetails(bought, 0)).toMatchObject({ allergies: null });
    expect(await readDetails(bought, 1)).toMatchObject({ allergies: 'cats' });
  });
});
