/** Tests that a camp is on sale once it has a coach and a location that is in use (docs/decisions "Camps on sale"). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { ManagementToday, type SaleProblem } from '#contract/management.ts';
import { ScheduleItemDetails } from '#contract/management-schedule.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { callAs, signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import type { OrderView } from '#contract/orders.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { cancelSessions, makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
let parent: Caller;
let coachId: string;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('ignite'));
  await afterSale.sellWithRules(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  const coachUser = await makeUser(db, 'cy@example.test', ['coach']);
  coach = signedIn(coachUser);
  parent = signedIn(await makeUser(db, 'parent@example.test', []));
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.coaches (name, user_id) values ('Cy', ${coachUser})
    on conflict (user_id) do update set name = 'Cy' returning id`;
  coachId = row.id;
});
afterAll(() => db.drop());

let week = 4;
const camp = (more: object = {}) =>
  camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), coach: false, ...more });
const assign = (id: string, leads = true) =>
  rpc(db, admin, 'assign_coach', { p_place_id: id, p_coach_id: coachId, p_leads: leads });
const setException = async (id: string, p_reason: string | null, who: Caller = admin) =>
  v.parse(ScheduleItemDetails, await rpc(db, who, 'set_camp_sale_exception', { p_camp_id: id, p_reason }));
const place = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
const hold = (id: string) =>
  rpc<OrderView>(db, visitor, 'hold_order', {
    p_order: { children: [{ dob: afterSale.birthDate }], lines: [{ ...place(id), child: 0 }] },
  });
const sellAtDesk = (id: string) =>
  callAs(db, admin, 'sell_at_desk', {
    key: randomUUID(),
    parent: { ...shop.details.parent, email: `walk${randomUUID().slice(0, 8)}@example.test` },
    children: [{ name: 'Kai Tan', dob: afterSale.birthDate }],
    lines: [{ ...place(id), child: 0 }],
    consents: { terms: true, activity: true },
    method: 'cash',
    expected_total_cents: 49_000,
  });
async function moveTo(id: string) {
  const bought = await afterSale.buy(db, [
    place(await camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) })),
  ]);
  return afterSale.moveLine(db, bought, bought.lines[0] ?? '', { camp_id: id });
}
const join = (id: string) => waitlists.joinWaitlist(db, { camp_id: id });
const withdraw = (id: string, is_offered: boolean) => db.sql`
  update public.locations set is_offered = ${is_offered}
  where id = (select location_id from public.camp_weeks where id = ${id})`;
const readPrice = async (id: string, who: Caller = visitor) => {
  const [row] = await db.as(
    who,
    (sql) => sql`
      select c.price, c.rung_id, p.price_cents, p.rung_id as rung
      from public.camps c left join public.get_camp_prices() p on p.camp_id = c.id where c.id = ${id}`,
  );
  return row;
};
const readPlaces = async (id: string) => {
  const [row] = await db.sql<[{ n: number }]>`select private.camp_seats_taken(${id}, clock_timestamp()) as n`;
  return row.n;
};
const today = async () =>
  v.parse(ManagementToday, await rpc(db, admin, 'get_management_today', {})).not_on_sale;
const problemOf = async (id: string) =>
  v.parse(ScheduleItemDetails, await rpc(db, admin, 'get_schedule_place', { p_place_id: id })).place;

const channels = { 'the checkout': hold, 'the desk': sellAtDesk, 'a move': moveTo, 'the waitlist': join };

async function makeCampOfCoach(roles: 'coach'[]) {
  const id = await camp();
  const userId = await makeUser(db, `${randomUUID()}@example.test`, roles);
  await db.sql`
    with k as (insert into public.coaches (name, user_id) values (${randomUUID()}, ${userId}) returning id)
    insert into public.camp_coaches (camp_id, coach_id) select ${id}, id from k`;
  return id;
}
const leaderOf = (id: string) =>
  db.sql`select k.user_id from public.camp_coaches c join public.coaches k on k.id = c.coach_id where c.camp_id = ${id}`.then(
    ([row]) => String(row?.['user_id']),
  );

/** Each entry makes a camp that lacks something that a sale needs, and then adds what was missing. */
const lacks: [string, SaleProblem, () => Promise<string>, (id: string) => Promise<unknown>][] = [
  ['no coach', 'no_coach', camp, (id) => assign(id)],
  ['no coach, but then an exception', 'no_coach', camp, (id) => setException(id, 'Cy signs on Friday')],
  ['only a coach whose account has lost the role', 'no_coach', () => makeCampOfCoach([]), (id) => assign(id)],
  [
    'only a coach whose account is locked',
    'no_coach',
    async () => {
      const id = await makeCampOfCoach(['coach']);
      await db.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${await leaderOf(id)}`;
      return id;
    },
    async (id) =>
      db.sql`update auth.users set banned_until = now() - interval '1 day' where id = ${await leaderOf(id)}`,
  ],
  [
    'a location that content no longer has',
    'no_place',
    async () => {
      const id = await camp({ coach: true, base: 'bishan' });
      await withdraw(id, false);
      return id;
    },
    (id) => withdraw(id, true),
  ],
  [
    'a cancelled day',
    'day_cancelled',
    async () => {
      const id = await camp({ coach: true });
      await db.sql`
        insert into public.cancelled_camp_days (camp_id, day, reason, money)
        select id, start_date + 1, 'Haze', 'refund' from public.camp_weeks where id = ${id}`;
      return id;
    },
    (id) => db.sql`delete from public.cancelled_camp_days where camp_id = ${id}`,
  ],
];

describe.each(lacks)('a camp with %s', (_, problem, make, fix) => {
  test.each(Object.entries(channels))(
    'the camp cannot be sold by %s until that is fixed',
    async (way, use) => {
      // Only a full camp has a waitlist.
      const isFull = way === 'the waitlist';
      const id = await make();
      if (isFull) {
        await db.sql`update public.camp_weeks set capacity = 1 where id = ${id}`;
        await camps.takeSpot(db, id);
      }
      expect(await refusal(use(id))).toMatchObject({ code: 'camp_not_found' });
      expect(await readPlaces(id)).toBe(isFull ? 1 : 0);
      await fix(id);
      await use(id);
      expect(await readPlaces(id)).toBe(1);
    },
  );

  test('the camp is shown without a price, staff can read why, and it has a price once that is fixed', async () => {
    const id = await make();
    expect(await readPrice(id)).toEqual({ price: null, rung_id: null, price_cents: null, rung: null });
    expect(await problemOf(id)).toMatchObject({ is_on_sale: false, sale_problem: problem });
    expect((await today()).first).toContainEqual(expect.objectContaining({ id, problem, booked: 0 }));
    await fix(id);
    expect(await readPrice(id)).toEqual({ price: 490, rung_id: 'first', price_cents: 49_000, rung: 'first' });
    expect(await problemOf(id)).toMatchObject({ is_on_sale: true, sale_problem: null });
    expect((await today()).first).not.toContainEqual(expect.objectContaining({ id }));
  });
});

test('a sold spot stays when the coach leaves: Today counts it, and no more spots are sold', async () => {
  const id = await camp();
  await assign(id);
  const bought = await afterSale.buy(db, [place(id)]);
  await assign(id, false);
  expect((await afterSale.viewOrder(db, bought)).lines[0]).toMatchObject({
    status: 'placed',
    camp: { camp_id: id },
  });
  expect((await today()).first).toContainEqual(
    expect.objectContaining({ id, problem: 'no_coach', booked: 1 }),
  );
  expect(await refusal(hold(id))).toMatchObject({ code: 'camp_not_found' });
});

test('an order that is held when the coach leaves cannot be paid, unless its payment page is already open', async () => {
  const id = await camp();
  await assign(id);
  const [held, paying] = [await hold(id), await hold(id)];
  const details = { ...shop.details, children: [{ name: 'Kai Tan', dob: afterSale.birthDate }] };
  const payment = await shop.openPaymentPage(db, paying, details);
  await assign(id, false);
  expect(await refusal(shop.finalizeOrder(db, held, details))).toMatchObject({ code: 'camp_not_found' });
  expect(await shop.confirmPayment(db, shop.paymentOf(payment))).toMatchObject({ result: 'confirmed' });
  await assign(id);
  expect(await shop.finalizeOrder(db, held, details)).toMatchObject({
    order_id: expect.any(String) as string,
  });
});

test('an open waitlist offer is withdrawn when the coach leaves, and made again when a new coach is assigned', async () => {
  const id = await camp({ capacity: 1 });
  await assign(id);
  await camps.takeSpot(db, id);
  const entry = await join(id);
  await rpc(db, service, 'raise_camp_capacity', { p_camp_id: id, p_capacity: 2 });
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
  await assign(id, false);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'waiting', position: 1 });
  await waitlists.offerWaitingSpots(db);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'waiting' });
  for (const [name, body] of [
    ['restore_waitlist_offer', { p_entry_id: entry.entry_id }],
    ['add_places_for', { p_entry_id: entry.entry_id, p_expected: 'waiting', p_expected_capacity: 2 }],
  ] as const)
    await rpc(db, admin, name, body).catch(() => undefined);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'waiting' });
  await setException(id, 'Cy signs on Friday');
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
  await setException(id, null);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'waiting' });
});

describe('the exception to sell a camp without a coach', () => {
  test('the exception records who made it, when and why; a repeated request changes nothing, and the log has every field', async () => {
    const id = await camp();
    const first = (await setException(id, '  Cy signs on Friday ')).place.sale_exception;
    expect(first).toMatchObject({ reason: 'Cy signs on Friday', by: 'admin@example.test' });
    expect((await setException(id, 'Cy signs on Friday')).place.sale_exception).toEqual(first);
    expect((await setException(id, 'Next week')).place.sale_exception?.reason).toBe('Next week');
    expect((await setException(id, null)).place.sale_exception).toBeNull();
    await setException(id, null);
    expect(
      await db.sql`
        select action, after ->> 'camp_id' as camp, after ->> 'ended_at' is not null as ends from public.audit_log
        where table_name = 'camp_sale_exceptions' and row_key = ${id} and user_id = ${admin.sub ?? ''} order by id`,
    ).toEqual([
      { action: 'insert', camp: id, ends: false },
      { action: 'update', camp: null, ends: true },
      { action: 'insert', camp: id, ends: false },
      { action: 'update', camp: null, ends: true },
    ]);
  });

  test('the exception does not sell a camp whose location is not in use', async () => {
    const id = await camp({ base: 'bishan' });
    await setException(id, 'Cy signs on Friday');
    await withdraw(id, false);
    expect(await problemOf(id)).toMatchObject({ sale_problem: 'no_place' });
    expect(await refusal(hold(id))).toMatchObject({ code: 'camp_not_found' });
    await withdraw(id, true);
  });

  test.each(['visitor', 'parent', 'coach'])('a %s can neither make nor read the exception', async (part) => {
    const who = { visitor: visitor, parent, coach }[part] ?? visitor;
    const id = await camp();
    const call = rpc(db, who, 'set_camp_sale_exception', { p_camp_id: id, p_reason: 'Mine' });
    if (part === 'visitor') expect(await sqlState(call)).toBe('42501');
    else expect(await refusal(call)).toMatchObject({ code: 'not_allowed' });
    await setException(id, 'Cy signs on Friday');
    const read = db.as(who, (sql) => sql`select reason from public.camp_sale_exceptions`);
    if (part === 'visitor') expect(await sqlState(read)).toBe('42501');
    else expect(await read).toEqual([]);
  });

  test('the exception needs a reason and a camp that takes place', async () => {
    const id = await camp();
    for (const reason of ['', '   ', 'a'.repeat(201)])
      expect(await refusal(setException(id, reason))).toMatchObject({
        code: 'invalid_input',
        field: 'p_reason',
      });
    expect(await refusal(setException(randomUUID(), 'a'))).toMatchObject({ code: 'camp_not_found' });
    await cancelSessions(db, id, 'Haze');
    expect(await refusal(setException(id, 'a'))).toMatchObject({ code: 'camp_cancelled' });
  });
});
