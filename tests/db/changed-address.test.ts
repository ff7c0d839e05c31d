import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';

// A parent who changes the address of their account may have lost the old mailbox, so the links in its mails end.
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

let made = 0;
const readEmail = async (who: Caller) => {
  const [row] = await db.sql<[{ email: string }]>`select email from auth.users where id = ${who.sub ?? ''}`;
  return row.email;
};
const changeAddress = async (who: Caller) => {
  const email = `New.Address${++made}@example.test`;
  await db.sql`update auth.users set email = ${email} where id = ${who.sub ?? ''}`;
  return email;
};
const link = async (orderId: string, to: string) => {
  const [row] = await db.sql<
    [{ token: string }]
  >`select private.make_order_link(${orderId}, 'manage', ${to}) as token`;
  return { token: row.token };
};
const openOrder = (p_access: object) => rpc(db, visitor, 'get_managed_order', { p_access });
const mails = (to: string, template: string) =>
  db.sql<{ payload: { manage_token?: string; secret?: string } }[]>`
    select payload from public.outbox where recipient = ${to} and template = ${template} order by created_at`;

/** Makes a family of two parents. The first parent's address has an order. */
async function makeFamily() {
  const home = await passes.makeHome(db, '2018-05-01');
  const second = await makeParent(db, `other${++made}@example.test`);
  const { token } = await rpc<{ token: string }>(db, home.who, 'invite_parent', {
    p_email: await readEmail(second),
  });
  await rpc(db, second, 'accept_invitation', { p_token: token });
  const email = await readEmail(home.who);
  const bought = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
  await shop.confirmPayment(db, shop.paymentOf(bought));
  await db.sql`
    update public.orders set family_id = ${home.familyId}, user_id = ${home.who.sub ?? ''}, parent_email = ${email}
    where id = ${bought.orderId}`;
  await db.sql`update public.families set contact_email = ${email} where id = ${home.familyId}`;
  return { ...home, second, email, bought };
}

test('a link mailed to the old address ends, the new address gets a new one, and the other parent keeps theirs', async () => {
  const { who, second, email, bought, familyId } = await makeFamily();
  const [former, others] = [
    await link(bought.orderId, email.toUpperCase()),
    await link(bought.orderId, await readEmail(second)),
  ];
  expect(await openOrder(former)).toMatchObject({ number: expect.any(String) as string });

  const email2 = await changeAddress(who);
  expect(await refusal(openOrder(former))).toMatchObject({ code: 'link_expired' });
  expect(await openOrder(others)).toMatchObject({ number: expect.any(String) as string });
  const [mail] = await mails(email2, 'order_link');
  expect(mail?.payload).toMatchObject({ reason: 'new_address' });
  expect(await openOrder({ token: mail?.payload.manage_token })).toMatchObject({
    number: expect.any(String) as string,
  });
  // A request for new links does not send one to the old mailbox either.
  await rpc(db, visitor, 'request_order_links', { p_email: email });
  expect(await rpc(db, service, 'queue_lost_links')).toEqual({ queued: 0 });
  const [left] = await db.sql`
    select o.parent_email, f.contact_email from public.orders o join public.families f on f.id = o.family_id
    where o.id = ${bought.orderId} and f.id = ${familyId}`;
  expect(left).toEqual({ parent_email: email2, contact_email: email2 });
});

test('the old address can no longer open the page of a paid order, but an unfinished payment continues', async () => {
  const { who, email, bought, familyId } = await makeFamily();
  const paying = await shop.openCheckout(db, await shop.makeSession(db), shop.term);
  await db.sql`
    update public.orders set family_id = ${familyId}, user_id = ${who.sub ?? ''}, parent_email = ${email}
    where id = ${paying.orderId}`;
  await db.sql`delete from public.outbox`;
  await db.sql`select private.queue_order_mail('booking_confirmed', ${bought.orderId}, 'with the page')`;
  await changeAddress(who);
  const readOrder = (secret: string | undefined) => rpc(db, visitor, 'get_order', { p_secret: secret });
  expect(await refusal(readOrder(bought.order.secret))).toMatchObject({ code: 'order_not_found' });
  expect(await readOrder(paying.order.secret)).toMatchObject({ number: expect.any(String) as string });
  // Queued mails, including the other parent's copy, link to the order by its new secret.
  const waiting = await db.sql<
    { secret: string }[]
  >`select payload ->> 'secret' as secret from public.outbox`;
  expect(waiting.length).toBeGreaterThanOrEqual(2);
  for (const { secret } of waiting)
    expect(await readOrder(secret)).toMatchObject({ paid_at: expect.any(String) as string });
});

test('a queued mail goes to the new address with its link unchanged', async () => {
  const { who, email, bought } = await makeFamily();
  await db.sql`delete from public.outbox`;
  await db.sql`select private.queue_order_mail('booking_confirmed', ${bought.orderId}, 'waits')`;
  const [before] = await mails(email, 'booking_confirmed');
  const [after] = await mails(await changeAddress(who), 'booking_confirmed');
  expect(after?.payload.manage_token).toBe(before?.payload.manage_token);
  expect(await openOrder({ token: after?.payload.manage_token })).toMatchObject({
    number: expect.any(String) as string,
  });
});

test('a waitlist entry gets a new secret, and its open offer is mailed to the new address', async () => {
  const { who, email, childId } = await makeFamily();
  const { session } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinAs(db, who, {
    session_id: session,
    parent: { ...waitlists.waitingParent, email },
    children: [{ id: childId }],
  });
  await db.sql`
    with offered as (
      update public.waitlist_entries set status = 'offered' where secret = ${entry.secret} returning id, session_id)
    insert into public.waitlist_offers (entry_id, session_id, places, positions, expires_at)
    select id, session_id, 1, '{0}', clock_timestamp() + interval '1 day' from offered`;
  await db.sql`update public.outbox set sent_at = now()`;

  const email2 = await changeAddress(who);
  for (const call of ['get_waitlist_entry', 'leave_waitlist', 'decline_waitlist_offer'])
    expect.soft(await refusal(rpc(db, visitor, call, { p_secret: entry.secret })), call).toMatchObject({
      code: 'waitlist_entry_not_found',
    });
  const offers = await mails(email2, 'waitlist_offer');
  expect(offers).toHaveLength(1);
  expect(await rpc(db, visitor, 'get_waitlist_entry', { p_secret: offers[0]?.payload.secret })).toMatchObject(
    {
      status: 'offered',
    },
  );
});

test('an account without a family changes its address, and the orders of others are unchanged', async () => {
  const { email, bought } = await makeFamily();
  const stranger = await makeParent(db, `stranger${++made}@example.test`);
  const access = await link(bought.orderId, email);
  await changeAddress(stranger);
  expect(await openOrder(access)).toMatchObject({ number: expect.any(String) as string });
});
