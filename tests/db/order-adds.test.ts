import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { PickupCode } from '#contract/pickup.ts';
import type { Caller, TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type ChildDetails, makeParent, saveChild, signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import {
  acceptAll,
  buyAsGuest,
  readCollectors,
  makeFamily,
  nanny,
  findProposal,
  readProposals,
  readRoster,
} from '#support/sql-proposals.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, rpc } from '#support/sql.ts';

// Tests that an order only adds to what is known of a child: it removes nobody from a list, and a known allergy never
// becomes "nothing to report".

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await orders.openShop();
  await camps.publish(db, orders.tryOutOffer, camps.tierOffer('spark'));
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterAll(() => db.drop());

const grandfather = { name: 'Rahim bin Ali', relationship: 'Grandfather', phone: '+6591234567' };
const link = (who: Caller) => rpc(db, who, 'link_purchases');
const decline = (who: Caller, id: string) => rpc(db, who, 'decline_proposal', { p_id: id });
const readCodes = async (who: Caller) => v.parse(v.array(PickupCode), await rpc(db, who, 'get_pickup_codes'));
const details = (who: Caller, id: string) =>
  rpc<ChildDetails>(db, who, 'get_child_details', { p_child_id: id });

describe('the answer “nothing to report” in an order', () => {
  const nothing = { allergies: undefined, nothing_to_report: true };
  test.each([
    ['before', [nothing, { allergies: 'Peanuts' }]],
    ['after', [{ allergies: 'Peanuts' }, nothing]],
  ])('given %s an allergy, the answer never hides it from a new account', async (when, healthAnswers) => {
    const email = `order-${when}@example.test`;
    let camp = '';
    for (const health of healthAnswers) ({ camp } = await buyAsGuest(db, email, `Kai order-${when}`, health));
    const who = await makeParent(db, email);
    await link(who);
    const reported = [{ health: { state: 'reported', allergies: ['Peanuts'] } }];
    expect(await readRoster(db, admin, camp)).toMatchObject(reported);
    await acceptAll(db, who);
    expect(await readRoster(db, admin, camp)).toMatchObject(reported);
  });

  test('the answer alone is stored and shown once, and a decline makes the state unknown again', async () => {
    const bought = await buyAsGuest(db, 'nil@example.test', 'Kai nil', nothing);
    const home = { ...bought, who: await makeParent(db, 'nil@example.test') };
    await link(home.who);
    expect(await readRoster(db, admin, home.camp)).toMatchObject([{ health: { state: 'nothing' } }]);
    await decline(home.who, findProposal(await readProposals(db, home.who), 'health', 'answer').id);
    expect(await readRoster(db, admin, home.camp)).toMatchObject([{ health: { state: 'unknown' } }]);
  });

  test('the answer is not proposed if the family or another order reported something', async () => {
    const home = await makeFamily(db, 'known-nil');
    await buyAsGuest(db, home.email, 'Kai known-nil', nothing);
    await buyAsGuest(db, home.email, 'Lea known-nil', nothing);
    await buyAsGuest(db, home.email, 'Lea known-nil', { allergies: 'Bees' });
    await buyAsGuest(db, home.email, 'Lea known-nil', nothing);
    await link(home.who);
    const health = (await readProposals(db, home.who)).filter(({ kind }) => kind === 'health');
    expect(health).toMatchObject([{ field: 'allergies', value: 'Bees' }]);
  });

  test('accepting the answer late does not confirm what was reported since', async () => {
    const home = await makeFamily(db, 'late-nil');
    await db.sql`delete from public.child_health where child_id = ${home.child.id}`;
    await buyAsGuest(db, home.email, 'Kai late-nil', nothing);
    await link(home.who);
    const answer = findProposal(await readProposals(db, home.who), 'health', 'answer');
    await saveChild(db, home.who, { id: home.child.id, health: { allergies: 'Wasps' } });
    const before = (await details(home.who, home.child.id)).health_answer;
    await rpc(db, home.who, 'accept_proposal', { p_id: answer.id });
    expect(await details(home.who, home.child.id)).toMatchObject({
      health: { allergies: 'Wasps' },
      health_answer: before,
    });
  });
});

describe('a payment for a child that the family has', () => {
  async function buyAgain(home: Awaited<ReturnType<typeof makeFamily>>, mark: string, details: object) {
    const camp = await camps.makeCamp(db);
    const order = await orders.hold(db, { lines: [orders.campLine(camp)] }, home.who);
    const orderDetails = orders.orderDetails([orders.childAged8(`Kai ${mark}`, details)]);
    const parent = { ...shop.details.parent, email: home.email };
    expect(await orders.payOrder(db, order, { ...orderDetails, parent })).toBe('confirmed');
    return camp;
  }

  test.each([
    ['nobody', []],
    ['somebody', [grandfather]],
  ])('an order that names %s as collector removes no other collector', async (mark, added) => {
    const home = await makeFamily(db, `again-${mark}`);
    const [before] = await readCodes(home.who);
    const camp = await buyAgain(home, `again-${mark}`, {
      pickup_authorizations: added,
      emergency_contacts: added,
    });
    // Changing who may collect a child needs a recent sign-in, and paying does not. So collectors who are named in an
    // order may collect only from what that order booked.
    expect(await readCollectors(db, admin, camp)).toEqual([[nanny, ...added].map(({ name }) => name)]);
    expect(await details(home.who, home.child.id)).toMatchObject({
      own_pickup_authorizations: [nanny],
      own_emergency_contacts: [{ name: 'The aunt' }, ...added],
    });
    expect((await readCodes(home.who)).find(({ name }) => name === nanny.name)).toEqual(before);
  });

  test('the payment is never refused for a full list: a person who does not fit may collect from what was paid', async () => {
    const home = await makeFamily(db, 'seventh');
    const six = Array.from({ length: 6 }, (_, n) => ({ ...nanny, name: `Nanny ${n}` }));
    await saveChild(db, home.who, { id: home.child.id, pickup_authorizations: six });
    const camp = await buyAgain(home, 'seventh', { pickup_authorizations: [grandfather] });
    const other = await buyAgain(home, 'seventh', {});
    expect((await readCollectors(db, admin, camp))[0]).toHaveLength(7);
    expect((await readCollectors(db, admin, other))[0]).toHaveLength(6);
    expect(await acceptAll(db, home.who)).toEqual({ accepted: 0, left: 1 });
  });
});
