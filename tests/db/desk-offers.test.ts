/**
 * Tests that a desk sale which ends unpaid returns the waitlist offer that the family had used for
 * it, and that nobody else gets the spot before the deadline in the family's mail.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type Adding, addingArgs, codeOf, createAdding } from '#support/sql-added-children.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let staff: Adding;
/** The discrepancies that the test data already have at the beginning. */
let faults: string[];
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  staff = createAdding(db, people);
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
  await db.sql`update public.settings set uen = '202612345D'`;
  faults = await afterSale.findFaults(db);
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await db.sql`delete from public.outbox`;
});
afterAll(() => db.drop());

const call = <T>(name: string, body: Record<string, unknown>) => rpc<T>(db, people.callers.admin, name, body);
let references = 0;

/** A full camp with an offer to one family, and another family that waits. */
async function makeOffer() {
  const camp = await staff.camp({ capacity: 1 });
  await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: camp }]);
  const child = await staff.makeChild();
  await staff.add(addingArgs(child.id, camp, 'offer', { p_expected_capacity: 1 }), 'admin');
  const next = await waitlists.joinWaitlist(db, { camp_id: camp });
  const saleOf = (method: string, more: object = {}) => ({
    p_sale: {
      key: crypto.randomUUID(),
      family_id: child.family,
      parent: { name: 'Mei Tan', phone: '+6591234567' },
      children: [{ id: child.id, name: 'Kai Tan', dob: afterSale.dateIn(-9 * 366) }],
      lines: [{ offer_id: 'tier-spark', camp_id: camp, child: 0 }],
      consents: { terms: true, activity: true },
      method,
      expected_total_cents: 49_000,
      ...more,
    },
  });
  const readStates = async () => {
    const [row] = await db.sql<[{ entry: string; offer: string }]>`
      select e.status as entry, o.status as offer
      from public.waitlist_entries e join public.waitlist_offers o on o.entry_id = e.id
      where e.camp_id = ${camp} and e.family_id = ${child.family}`;
    return { ...row, next: (await waitlists.viewEntry(db, next)).status };
  };
  return {
    camp,
    child,
    readStates,
    hold: async (more: object = {}) =>
      (await call<{ order_id: string }>('hold_paynow_sale', saleOf('paynow', more))).order_id,
    sellInCash: () => call<{ status: string }>('sell_at_desk', saleOf('cash')),
    buyAsStranger: () => afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: camp }]),
  };
}
const held = { entry: 'accepted', offer: 'accepted', next: 'waiting' };
const offered = { entry: 'offered', offer: 'open', next: 'waiting' };
const sold = { entry: 'enrolled', offer: 'accepted', next: 'waiting' };
const release = (p_order_id: string) => call('release_paynow_sale', { p_order_id });
const confirm = (p_order_id: string, more: object = {}) =>
  call('confirm_paynow_sale', { p_order_id, p_reference: `OFFER${++references}`, ...more });
const endHold = (orderId: string) =>
  db.sql`update public.holds set expires_at = clock_timestamp() - interval '1 second' where order_id = ${orderId}`;
const releaseLapsed = () => rpc(db, service, 'release_lapsed_holds');

test('a PayNow sale that is cancelled keeps the spot for the family, which then pays in cash', async () => {
  const { hold, sellInCash, readStates, buyAsStranger } = await makeOffer();
  const orderId = await hold();
  expect(await readStates()).toEqual(held);
  expect(await release(orderId)).toEqual({ released: true });
  expect(await readStates()).toEqual(offered);
  expect(await codeOf(buyAsStranger())).toBe('camp_full');
  expect(await sellInCash()).toMatchObject({ status: 'paid' });
  expect(await readStates()).toEqual(sold);
  expect(await afterSale.findFaults(db)).toEqual(faults);
});

test('a hold that lapses leaves the offer open until its deadline', async () => {
  const { hold, readStates, sellInCash } = await makeOffer();
  await endHold(await hold());
  await releaseLapsed();
  expect(await readStates()).toEqual(offered);
  expect(await sellInCash()).toMatchObject({ status: 'paid' });
  expect(await readStates()).toEqual(sold);
});

test('nobody else gets the spot between the end of the hold and the next run of the chores', async () => {
  const { hold, readStates, buyAsStranger } = await makeOffer();
  await endHold(await hold());
  expect(await codeOf(buyAsStranger())).toBe('camp_full');
  await waitlists.offerWaitingSpots(db);
  await releaseLapsed();
  expect(await readStates()).toEqual(offered);
});

test('a child who got a spot in another way holds no second one', async () => {
  const { camp, child, hold, readStates } = await makeOffer();
  const orderId = await hold();
  await db.sql`update public.camp_weeks set capacity = capacity + 1 where id = ${camp}`;
  await db.sql`
    insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
    values (${camp}, ${child.id}, ${child.family}, 'free')`;
  await release(orderId);
  expect(await readStates()).toEqual({ entry: 'lapsed', offer: 'accepted', next: 'offered' });
});

test('during maintenance a lapsed sale gives the offer back, too', async () => {
  const { hold, readStates } = await makeOffer();
  await endHold(await hold());
  await db.sql`update public.settings set maintenance = true`;
  await releaseLapsed();
  await db.sql`update public.settings set maintenance = false`;
  expect(await readStates()).toEqual(offered);
});

test('a payment that comes after the cancellation gets the spot that is held for the family', async () => {
  const { hold, readStates } = await makeOffer();
  const orderId = await hold();
  await release(orderId);
  await confirm(orderId);
  const [order] = await db.sql`select status, outcome from public.orders where id = ${orderId}`;
  expect(order).toEqual({ status: 'paid_late', outcome: 'reseated' });
  expect(await readStates()).toEqual(sold);
  expect(await afterSale.findFaults(db)).toEqual(faults);
});

test('a sale without its cash part keeps the offer, and admins who accept it book the spot', async () => {
  const { hold, readStates } = await makeOffer();
  const orderId = await hold({ split: { method: 'cash', cents: 9000 } });
  await confirm(orderId, { p_has_split: false });
  await endHold(orderId);
  await releaseLapsed();
  expect(await readStates()).toEqual(offered);
  const [decision] = await db.sql<[{ id: string }]>`
    select id from public.payment_decisions where order_id = ${orderId}`;
  await call('resolve_decision', { p_decision_id: decision.id, p_resolution: 'accepted' });
  expect(await readStates()).toEqual(sold);
});

test('after the deadline the spot goes to the next family', async () => {
  const { camp, hold, readStates } = await makeOffer();
  const orderId = await hold();
  await db.sql`update public.waitlist_offers set expires_at = clock_timestamp() where camp_id = ${camp}`;
  await release(orderId);
  expect(await readStates()).toEqual({ entry: 'lapsed', offer: 'accepted', next: 'offered' });
});

test('the mail about the offer is queued again if the sale had withdrawn it before it was sent', async () => {
  const { hold } = await makeOffer();
  const offers = async () =>
    (await db.sql`select from public.outbox where template = 'waitlist_offer' and sent_at is null`).length;
  expect(await offers()).toBe(1);
  const orderId = await hold();
  expect(await offers()).toBe(0);
  await release(orderId);
  expect(await offers()).toBe(1);
  await db.sql`update public.outbox set sent_at = clock_timestamp()`;
  await release(await hold());
  expect(await offers()).toBe(0);
});
