import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';

// Tests that mails of a family go to the present addresses of both parents, who may turn them off, and that mails of a
// guest go to the address of the order.
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const readEmail = async (who: Caller) => {
  const [row] = await db.sql<[{ email: string }]>`select email from auth.users where id = ${who.sub ?? ''}`;
  return row.email;
};
/** Makes two parents with an account each, and an order of their family that a guest bought under a third address. */
async function makeFamily() {
  const home = await passes.makeHome(db, '2018-05-01');
  const { who: second } = await passes.addSecondParent(db, home);
  const bought = await afterSale.buy(db, [
    { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(20)) },
  ]);
  await db.sql`update public.orders set family_id = ${home.familyId} where id = ${bought.orderId}`;
  return { ...home, first: home.who, second, bought };
}
/** Sends the mail of an order again and returns `[recipient, greets]` of each copy. */
async function recipients({ orderId }: afterSale.BoughtOrder): Promise<string[]> {
  const about = crypto.randomUUID();
  await db.sql`select private.queue_order_mail('refund_sent', ${orderId}, ${about}, '{"refund": {"cents": 1, "parts": []}}')`;
  const rows = await db.sql<{ recipient: string }[]>`
    select recipient from public.outbox where key like ${`refund_sent:${about}%`} order by created_at, key`;
  return rows.map(({ recipient }) => recipient);
}
const turn = (who: Caller, p_enabled: boolean) => rpc(db, who, 'set_booking_mails', { p_enabled });
const changeAddress = (who: Caller, email: string) =>
  db.sql`update auth.users set email = ${email} where id = ${who.sub ?? ''}`;

describe('the mails of an order', () => {
  test('a guest’s mail goes to the order’s address', async () => {
    const bought = await afterSale.buy(db, [
      { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(20)) },
    ]);
    expect(await recipients(bought)).toEqual([shop.details.parent.email]);
  });

  test('a family’s mail goes to both accounts, each with its own name and link', async () => {
    const { first, second, bought } = await makeFamily();
    const both = [await readEmail(first), await readEmail(second)];
    expect(await recipients(bought)).toEqual(both);
    await db.sql`delete from public.outbox`;
    await db.sql`select private.queue_order_mail('booking_confirmed', ${bought.orderId}, 'anew')`;
    const mails = await db.sql<{ recipient: string; token: string; account: string }[]>`
      select recipient, payload ->> 'manage_token' as token, payload ->> 'parent_email' as account from public.outbox order by key`;
    expect(mails.map(({ account }) => account).sort()).toEqual(both.sort());
    expect(new Set(mails.map(({ token }) => token)).size).toBe(2);
    for (const { token, recipient } of mails) {
      const [link] =
        await db.sql`select recipient from public.order_links where token_hash = private.token_hash(${token})`;
      expect(link).toEqual({ recipient });
    }
  });

  test('after a change of address, mails go to the new address, and so does a waiting mail with its link', async () => {
    const { first, second, bought } = await makeFamily();
    await db.sql`delete from public.outbox`;
    await db.sql`select private.queue_order_mail('booking_confirmed', ${bought.orderId}, ${crypto.randomUUID()})`;
    const old = await readEmail(first);
    const present = `present-${old}`;
    await changeAddress(first, present);
    expect(await recipients(bought)).toEqual([present, await readEmail(second)]);
    const waiting = await db.sql<{ recipient: string; token: string | null }[]>`
      select recipient, payload ->> 'manage_token' as token from public.outbox where sent_at is null`;
    expect(waiting.map(({ recipient }) => recipient)).not.toContain(old);
    const token = waiting.find((mail) => mail.recipient === present && mail.token !== null)?.token ?? '';
    const [link] =
      await db.sql`select recipient from public.order_links where token_hash = private.token_hash(${token})`;
    expect(link).toEqual({ recipient: present });
  });

  test('on the day after the payment a parent sees the whole order, and others see only the typed address', async () => {
    const { first, second, bought } = await makeFamily();
    const both = [await readEmail(first), await readEmail(second)];
    const masked = both.map((email) => email.replace(/^(.)[^@]*/, '$1•••'));
    const secret = async () =>
      (await db.sql<[{ secret: string }]>`select secret from public.orders where id = ${bought.orderId}`)[0]
        .secret;
    const read = async (who: Caller) =>
      (await rpc<{ mailed_to?: string[] }>(db, who, 'get_order', { p_secret: await secret() })).mailed_to;
    const { who: stranger } = await passes.makeHome(db, '2018-05-01');
    for (const [who, addresses] of [
      [visitor, masked],
      [service, masked],
      [stranger, masked],
      [first, both],
      [second, both],
    ] as const)
      expect(await read(who)).toEqual(addresses);
    await turn(first, false);
    expect(await read(visitor)).toEqual(masked.slice(1));
    await turn(first, true);
    await db.sql`update public.orders set parent_email = ${both[0]?.toUpperCase() ?? ''} where id = ${bought.orderId}`;
    expect(await read(visitor)).toEqual([both[0], masked[1]]);
    // After a day the link may have been passed on, so the answer has no addresses.
    await db.sql`update public.orders set paid_at = paid_at - interval '25 hours' where id = ${bought.orderId}`;
    for (const who of [visitor, first]) expect(await read(who)).toBeUndefined();
  });

  test('a parent who turned mails off gets none, unless both parents did', async () => {
    const { first, second, bought } = await makeFamily();
    expect(await turn(first, false)).toEqual({ booking_mails: false });
    expect(await recipients(bought)).toEqual([await readEmail(second)]);
    expect(await refusal(turn(second, false))).toMatchObject({
      code: 'last_mail_recipient',
      field: 'p_enabled',
    });
    expect(await recipients(bought)).toEqual([await readEmail(second)]);
    await turn(first, true);
    expect(await turn(second, false)).toEqual({ booking_mails: false });
    expect(await recipients(bought)).toEqual([await readEmail(first)]);
    // A parent who turned mails off still gets a link that they ask for, and nobody else gets it.
    await db.sql`delete from public.outbox`;
    await rpc(db, visitor, 'request_order_links', { p_email: await readEmail(second) });
    await rpc(db, service, 'queue_lost_links');
    expect(await db.sql`select recipient, template from public.outbox`).toEqual([
      { recipient: await readEmail(second), template: 'order_link' },
    ]);
  });

  test('a removed parent stops at once to get mails: no new mail, no waiting mail, no link and no secret', async () => {
    const { first, second, bought } = await makeFamily();
    await db.sql`delete from public.outbox`;
    await db.sql`select private.queue_order_mail('booking_confirmed', ${bought.orderId}, ${crypto.randomUUID()})`;
    const removedEmail = await readEmail(second);
    const [mail] = await db.sql<[{ token: string; secret: string }]>`
      select payload ->> 'manage_token' as token, payload ->> 'secret' as secret from public.outbox where recipient = ${removedEmail}`;
    await rpc(db, first, 'remove_second_parent');
    expect(await recipients(bought)).toEqual([await readEmail(first)]);
    expect(
      await db.sql`select template from public.outbox where recipient = ${removedEmail} and sent_at is null`,
    ).toEqual([{ template: 'parents_changed' }]);
    expect(
      await refusal(rpc(db, visitor, 'get_managed_order', { p_access: { token: mail.token } })),
    ).toMatchObject({ code: 'link_not_found' });
    // The waiting mail had the secret of an order that the other parent bought.
    expect(await db.sql`select 1 from public.orders where secret = ${mail.secret}`).toEqual([]);
  });

  test('mails name children by their given names, without surnames', async () => {
    const { bought } = await makeFamily();
    await db.sql`delete from public.outbox`;
    await db.sql`update public.order_children set name = 'Tan Wei Jie' where order_id = ${bought.orderId}`;
    await db.sql`select private.queue_order_mail('booking_confirmed', ${bought.orderId}, ${crypto.randomUUID()})`;
    const [mail] = await db.sql<[{ child: string; text: string }]>`
      select payload #>> '{lines,0,child_name}' as child, payload::text as text from public.outbox limit 1`;
    expect(mail.child).toBe('Wei Jie');
    expect(mail.text).not.toContain('Tan Wei');
  });
});

test.each([
  ['Bella Rahman', [], 'Bella'],
  ['Tan Wei Jie', [], 'Wei Jie'],
  ['Tan Wei Jie', ['Tan Wei Lin'], 'Wei Jie'],
  ['Ryan Tan Wei Jie', [], 'Ryan'],
  ['Kai Tan', ['Lia Tan', 'Max Tan'], 'Kai'],
  ['Muhammad Rayyan bin Ismail', ['Muhammad Adam bin Ismail'], 'Rayyan'],
  ['Kavita d/o Raju', [], 'Kavita'],
  ['Zoe', ['Zoe Tan'], 'Zoe'],
  ['Lim Wei', [], 'Wei'],
  // Where given names would be equal, the whole names are used.
  ['Tan Wei Jie Ryan', ['Tan Wei Jie Sean'], 'Tan Wei Jie Ryan'],
  ['Tan Wei Jie', ['Lim Wei Jie', 'Tan Wei Lin'], 'Tan Wei Jie'],
  ['Tan Wei Lin', ['Lim Wei Jie', 'Tan Wei Jie'], 'Wei Lin'],
])('%s (with %j) is called %s', async (name, relatives, expected) => {
  const [row] = await db.sql<[{ given: string }]>`
    select private.given_name(${name}, ${relatives}) as given`;
  expect(row.given).toBe(expected);
});

test('a waitlist offer to a family goes to both parents and names the children whom it is for', async () => {
  const { first, second, familyId, childId } = await makeFamily();
  const { session, order } = await waitlists.makeFullSession(db);
  await db.sql`delete from public.outbox`;
  await db.sql`update public.children set name = 'Zoe Ng' where id = ${childId}`;
  const [entry] = await db.sql<[{ id: string }]>`
    insert into public.waitlist_entries (session_id, places, family_id, parent_name, parent_email)
    values (${session}, 1, ${familyId}, 'Old Name', 'typed-long-ago@example.test') returning id`;
  await db.sql`insert into public.waitlist_children (entry_id, position, child_id) values (${entry.id}, 0, ${childId})`;
  await waitlists.releaseOrder(db, order);
  await waitlists.offerWaitingSpots(db);
  const mails = await db.sql<{ recipient: string; children: string[] }[]>`
    select recipient, payload -> 'children' as children from public.outbox where template = 'waitlist_offer' order by created_at, key`;
  expect(mails).toEqual([
    { recipient: await readEmail(first), children: ['Zoe'] },
    { recipient: await readEmail(second), children: ['Zoe'] },
  ]);
});
