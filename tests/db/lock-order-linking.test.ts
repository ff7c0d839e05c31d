import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { makeParent, saveChild, signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8 } from '#support/sql-orders.ts';
import { mergeFamilies } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, rpc, waitForLocked } from '#support/sql.ts';
import { interleave, outcomeOf, stopFunction } from '#support/sql-interleave.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
  await afterSale.sellWithRules(db);
});
afterAll(() => db.drop());

/** Makes a guest's purchase under a verified address, and an account of that address with its own child. */
async function makeLinking(name: string) {
  const email = `${name}@example.test`;
  const buy = async (line: object) => {
    const details = orderDetails([childAged8(`Guest ${name}`)], {
      parent: { ...shop.details.parent, email },
    });
    const order = await orders.hold(db, { lines: [line] });
    await orders.payOrder(db, order, details);
    return orders.readOrderId(db, order);
  };
  const session = await shop.makeSession(db, { capacity: 9 });
  const orderId = await buy({ offer_id: shop.term.id, session_id: session });
  const who = await makeParent(db, email);
  const child = await saveChild(db, who, childAged8(`Own ${name}`));
  const admin = signedIn(await makeUser(db, `${name}-admin@example.test`, ['admin']));
  return { who, admin, child, session, orderId, buy, link: () => rpc(db, who, 'link_purchases') };
}

const deadlock = 'deadlock detected';

test('a family pays for a try-out while its guest purchases are linked', async () => {
  const { who, child, buy, link } = await makeLinking('tryout');
  await buy({ offer_id: orders.tryOutOffer.id, session_id: await shop.makeSession(db, { capacity: 9 }) });
  const lines = [{ offer_id: orders.tryOutOffer.id, session_id: await shop.makeSession(db), child: 0 }];
  const order = await orders.hold(db, { lines, children: [{ id: child.id }] }, who);
  const paying = await shop.openPaymentPage(db, order, orderDetails([{}]));
  const met = await interleave(
    db,
    [
      'private.claim_trial(uuid,timestamptz,text)',
      'delete from public.trial_claims where order_id = p_order_id and claim <> all (v_claims);',
    ],
    () => shop.confirmPayment(db, shop.paymentOf(paying)),
    link,
  );
  expect(met).toEqual(['done', 'done']);
});

test('staff book a session for a guest’s child while its family is linked', async () => {
  const { admin, session, orderId, link } = await makeLinking('booked');
  const [pass] = await db.sql<[{ child_id: string; id: string }]>`
    update public.passes p set valid_until = null from public.order_lines l
    where l.id = p.order_line_id and l.order_id = ${orderId} returning p.child_id, p.id`;
  await db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${pass.id}, 2, 'adjusted')`;
  const [family] = await db.sql<[{ id: string }]>`
    select family_id as id from public.children where id = ${pass.child_id}`;
  // An entry of the guest's family waits for the same session too, as after a merge by staff or a closed account.
  await db.sql`
    insert into public.waitlist_entries (session_id, offer_id, places, status, family_id, parent_name, parent_email)
    values (${session}, ${shop.term.id}, 1, 'waiting', ${family.id}, 'Mei', 'mei@example.test')`;
  await db.sql`update public.bookings set status = 'cancelled' where session_id = ${session}`;
  const met = await interleave(
    db,
    ['private.lock_sessions(uuid[])', "perform private.lock_places(p_session_ids, '{}');"],
    () => rpc(db, admin, 'book_session', { p_child_id: pass.child_id, p_session_id: session }),
    link,
  );
  expect(met).toEqual(['done', 'done']);
});

test.each(['merge_families', 'erase_family'])(
  'a family is linked while staff call %s for it',
  async (call) => {
    const { admin, child, link, buy } = await makeLinking(call);
    await buy({ offer_id: orders.tryOutOffer.id, session_id: await shop.makeSession(db, { capacity: 9 }) });
    const [from] = await db.sql<[{ id: string }]>`
    select o.family_id as id from public.orders o where o.parent_email = ${`${call}@example.test`} limit 1`;
    const staff = () =>
      call === 'erase_family'
        ? rpc(db, admin, call, { p_family_id: from.id })
        : mergeFamilies(db, admin, from.id, child.family_id);
    for (const both of [
      [link, staff],
      [staff, link],
    ]) {
      const met = await Promise.all(both.map((one) => outcomeOf(one())));
      expect(met).not.toContain(deadlock);
    }
  },
);

test('a family holds a spot while it is merged: the merge never waits for an order after it has locked a spot', async () => {
  const { session, admin, who, child, link } = await makeLinking('holds');
  await link();
  const other = await saveChild(db, await makeParent(db, 'holds-too@example.test'), childAged8('Other'));
  const { open } = await stopFunction(
    db,
    'private.lock_families(uuid[],uuid,boolean)',
    'perform from public.orders where id = any (v_order_ids) order by id for no key update;',
  );
  const gate = await db.sql.reserve();
  await gate`select pg_advisory_lock(4711)`;
  const families = { p_from: child.family_id, p_into: other.family_id };
  const merged = outcomeOf(rpc(db, admin, 'merge_families', { ...families, p_expected: 'nothing' }));
  await waitForLocked(db);
  const lines = [{ offer_id: orders.tryOutOffer.id, session_id: await shop.makeSession(db), child: 0 }];
  const held = await orders.hold(db, { lines, children: [{ id: child.id }] }, who);
  // A payment locks the order before the session.
  const paid = await outcomeOf(
    db.sql.begin(async (sql) => {
      await sql`select from public.orders where secret = ${held.secret} for no key update`;
      await gate`select pg_advisory_unlock(4711)`;
      await waitForLocked(db, 1, ['transactionid', 'tuple']);
      await sql`select from public.sessions where id = ${session} for update`;
    }),
  );
  gate.release();
  expect([paid, await merged]).toEqual(['done', 'changed_meanwhile']);
  await open();
});
