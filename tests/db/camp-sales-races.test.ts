/** Tests that a camp and its last coach do not leave each other unnoticed: a hold while the coach is removed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, refusal, rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coachId: string;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  const coachUser = await makeUser(db, 'cy@example.test', ['coach']);
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.coaches (name, user_id) values ('Cy', ${coachUser})
    on conflict (user_id) do update set name = 'Cy' returning id`;
  coachId = row.id;
});
afterAll(() => db.drop());

let week = 4;
const camp = () => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), coach: false });
const assign = (id: string, leads = true) =>
  rpc(db, admin, 'assign_coach', { p_place_id: id, p_coach_id: coachId, p_leads: leads });
const hold = (camp_id: string) =>
  rpc<OrderView>(db, visitor, 'hold_order', {
    p_order: {
      children: [{ dob: afterSale.birthDate }],
      lines: [{ offer_id: 'tier-spark', camp_id, child: 0 }],
    },
  });
const readPlaces = async (id: string) => {
  const [row] = await db.sql<[{ n: number }]>`select private.camp_seats_taken(${id}, clock_timestamp()) as n`;
  return row.n;
};

describe('a hold while the coach is removed', () => {
  const outcomes = async (id: string, calls: (() => Promise<unknown>)[]) => {
    const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id }, calls);
    return { won: won.length, lost, held: await readPlaces(id) };
  };

  test('a hold after the coach was removed is refused', async () => {
    const id = await camp();
    await assign(id);
    expect(await outcomes(id, [() => assign(id, false), () => hold(id)])).toEqual({
      won: 1,
      lost: ['camp_not_found'],
      held: 0,
    });
  });

  test('a hold before the coach is removed stays, and its payment is refused', async () => {
    const id = await camp();
    await assign(id);
    let held: OrderView | undefined;
    const answer = await outcomes(id, [async () => (held = await hold(id)), () => assign(id, false)]);
    expect(answer).toEqual({ won: 2, lost: [], held: 1 });
    if (!held) throw new Error('not held');
    const details = { ...shop.details, children: [{ name: 'Kai Tan', dob: afterSale.birthDate }] };
    expect(await refusal(shop.finalizeOrder(db, held, details))).toMatchObject({ code: 'camp_not_found' });
  });

  test('control: two holds without a removal both succeed', async () => {
    const id = await camp();
    await assign(id);
    expect(await outcomes(id, [() => hold(id), () => hold(id)])).toEqual({ won: 2, lost: [], held: 2 });
  });
});
