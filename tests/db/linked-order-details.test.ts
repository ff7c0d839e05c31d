import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyDashboard } from '#contract/family.ts';
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
  stranger,
} from '#support/sql-proposals.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, stopCalendar, visitor } from '#support/sql.ts';

// Tests collectors and health after a sign-up with the address that bought: nobody who may collect is turned away,
// nobody else may collect, and a known allergy never becomes "nothing to report".

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
beforeAll(async () => {
  db = await orders.openShop();
  await camps.publish(db, orders.tryOutOffer, camps.tierOffer('spark'));
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
});
afterAll(() => db.drop());

const grandfather = { name: 'Rahim bin Ali', relationship: 'Grandfather', phone: '+6591234567' };
const aunt = { name: 'Siti Aminah', relationship: 'Aunt', phone: '+6591234568' };
const bothNamed = { pickup_authorizations: [grandfather], emergency_contacts: [aunt] };
const link = (who: Caller) => rpc(db, who, 'link_purchases');
const decline = (who: Caller, id: string) => rpc(db, who, 'decline_proposal', { p_id: id });
const readCodes = async (who: Caller) => v.parse(v.array(PickupCode), await rpc(db, who, 'get_pickup_codes'));
const details = (who: Caller, id: string) =>
  rpc<ChildDetails>(db, who, 'get_child_details', { p_child_id: id });
const visibleData = async (who: Caller) => [
  ...(await db.as(
    who,
    (sql) => sql`select kind, field, effect from public.family_proposals order by kind, field`,
  )),
];

/** Makes a guest's order, and an account with the same address, to which the order was linked. */
async function signUp(mark: string, details: object = {}) {
  const email = `${mark}@example.test`;
  const bought = await buyAsGuest(db, email, `Kai ${mark}`, { ...bothNamed, ...details });
  const [{ code }] = await db.sql<[{ code: string }]>`
    select coalesce((select code from public.pickup_authorizations where child_id = ${bought.guestChild} limit 1), '') as code`;
  const who = await makeParent(db, email);
  await link(who);
  return { ...bought, email, who, code };
}

/** Runs at four in the afternoon of the camp's first day. */
async function onCampDay<T>(camp: string, run: (entryId: string) => Promise<T>): Promise<T> {
  const [row] = await db.sql<[{ id: string; day: string }]>`
    select e.id, w.start_date::text as day from public.camp_weeks w
    join public.camp_enrollments e on e.camp_id = w.id where w.id = ${camp}`;
  await assignAsCoach(db, coach.sub, camp);
  await stopCalendar(db, `${row.day}T16:00:00+08:00`);
  try {
    return await run(row.id);
  } finally {
    await stopCalendar(db, '2089-12-01T12:00:00+08:00');
  }
}
const handOver = (camp: string, name: string) =>
  onCampDay(camp, async (entry_id) => {
    const [{ now }] = await db.sql<[{ now: string }]>`select private.iso(private.calendar_now()) as now`;
    const mark = { id: randomUUID(), entry_id, kind: 'out', made_at: now };
    const answer = await rpc<{ refused: { code: string }[] }>(db, coach, 'mark_roster', {
      p_place_id: camp,
      p_day: now.slice(0, 10),
      p_marks: [{ ...mark, collected_by: 'listed_person', handed_to: name }],
    });
    return answer.refused[0]?.code ?? 'kept';
  });
const codeBelongsTo = (camp: string, child: string, code: string) =>
  onCampDay(camp, () =>
    rpc<{ name: string }>(db, coach, 'check_pickup_code', { p_child_id: child, p_code: code }).then(
      ({ name }) => name,
      (error: unknown) => (error instanceof Error ? error.message : ''),
    ),
  );

describe('a new account with the address that bought', () => {
  test('the account has the child, its health and its contacts, and the grandfather may always collect it', async () => {
    const home = await signUp('fresh', { allergies: 'Peanuts' });
    expect(await readRoster(db, admin, home.camp)).toMatchObject([
      {
        name: 'Kai fresh',
        health: { state: 'reported', allergies: ['Peanuts'], unconfirmed: [] },
        parents: [{ phone: shop.details.parent.phone }],
        emergency_contacts: [aunt],
        pickup_authorizations: [grandfather],
      },
    ]);
    expect(await readCodes(home.who)).toMatchObject([
      { name: 'Rahim bin Ali', code: home.code, only_for: 'spark camp' },
    ]);
    expect(await codeBelongsTo(home.camp, home.guestChild, home.code)).toBe('Rahim bin Ali');
    expect(await handOver(home.camp, 'Rahim bin Ali')).toBe('kept');
    const board = v.parse(FamilyDashboard, await rpc(db, home.who, 'get_family_dashboard'));
    expect(board.children).toMatchObject([{ name: 'Kai fresh', status: 'own' }]);
    expect(board.upcomingCamps).toMatchObject([{ order_collectors: ['Rahim bin Ali'] }]);
    expect(await details(home.who, home.guestChild)).toMatchObject({ activity_participation_consent: true });
  });

  test('the parent sees everything once, and one yes confirms it all, with the same pickup code', async () => {
    const home = await signUp('yes', { allergies: 'Peanuts' });
    expect(await visibleData(home.who)).toEqual([
      { kind: 'consent', field: 'marketing', effect: 'none' },
      { kind: 'emergency_contact', field: null, effect: 'all' },
      { kind: 'health', field: 'allergies', effect: 'all' },
      { kind: 'person', field: null, effect: 'all' },
      { kind: 'pickup_authorization', field: null, effect: 'order' },
    ]);
    // News by mail needs a separate consent, so its proposal is left.
    expect(await acceptAll(db, home.who)).toEqual({ accepted: 4, left: 1 });
    expect(await visibleData(home.who)).toMatchObject([{ kind: 'consent' }]);
    expect(await details(home.who, home.guestChild)).toMatchObject({
      health: { allergies: 'Peanuts' },
      own_emergency_contacts: [aunt],
      own_pickup_authorizations: [grandfather],
    });
    expect(await readCodes(home.who)).toMatchObject([
      { name: 'Rahim bin Ali', code: home.code, only_for: null },
    ]);
    expect(await codeBelongsTo(home.camp, home.guestChild, home.code)).toBe('Rahim bin Ali');
    expect(await link(home.who)).toEqual({ linked: 0, orders: 0 });
    expect(await acceptAll(db, home.who)).toMatchObject({ accepted: 0 });
  });

  test('the parent can decline each wrong entry separately', async () => {
    const home = await signUp('no', { allergies: 'Peanuts', medical_conditions: 'Asthma' });
    const list = await readProposals(db, home.who);
    await decline(home.who, findProposal(list, 'pickup_authorization').id);
    expect(await readCollectors(db, admin, home.camp)).toEqual([[]]);
    expect(await handOver(home.camp, 'Rahim bin Ali')).toBe('collector_not_listed');
    expect(await codeBelongsTo(home.camp, home.guestChild, home.code)).toBe('pickup_code_unknown');
    await decline(home.who, findProposal(list, 'health', 'allergies').id);
    await decline(home.who, findProposal(list, 'emergency_contact').id);
    expect(await details(home.who, home.guestChild)).toMatchObject({
      health: { allergies: null, medical_conditions: 'Asthma' },
      health_answer: { state: 'reported' },
      own_emergency_contacts: [],
    });
    await decline(home.who, findProposal(list, 'person').id);
    const board = await rpc<{ children: unknown[] }>(db, home.who, 'get_family_dashboard');
    expect(board.children).toEqual([]);
    expect((await visibleData(home.who)).map(({ kind }) => kind as string)).toEqual(['consent']);
  });

  test('the parent answers a proposal by a correction in the child’s profile', async () => {
    const home = await signUp('edit', { allergies: 'Peanuts' });
    await saveChild(db, home.who, {
      id: home.guestChild,
      health: { allergies: 'Peanuts and cashews' },
      emergency_contacts: [{ ...aunt, phone: '+6591234569' }],
    });
    expect((await visibleData(home.who)).map(({ kind }) => kind as string)).toEqual([
      'consent',
      'pickup_authorization',
    ]);
    expect(await readCollectors(db, admin, home.camp)).toEqual([['Rahim bin Ali']]);
  });

  test('the parent can block a person, which outweighs being named in an order', async () => {
    const home = await signUp('ban');
    await rpc(db, home.who, 'block_collector', { p_name: 'rahim BIN ali' });
    expect(await readCollectors(db, admin, home.camp)).toEqual([[]]);
    expect(await codeBelongsTo(home.camp, home.guestChild, home.code)).toBe('pickup_code_unknown');
    expect(await handOver(home.camp, 'Rahim bin Ali')).toBe('collector_not_listed');
  });

  test('the parent sees the collectors by name on the page after the payment', async () => {
    const home = await signUp('reload');
    const [row] = await db.sql<
      [{ secret: string }]
    >`select secret from public.orders where id = ${home.orderId}`;
    const named = [{ ...grandfather, phone: null }];
    expect((await orders.viewOrder(db, row)).collectors).toEqual(named);
    await acceptAll(db, home.who);
    expect((await orders.viewOrder(db, row)).collectors).toEqual(named);
  });
});

describe('a stranger who typed the mother’s address into an order', () => {
  test('the stranger names collectors for that order’s session or camp, and for no other session or camp of the same child', async () => {
    const email = 'two@example.test';
    const hers = await buyAsGuest(db, email, 'Kai two', bothNamed);
    const theirs = await buyAsGuest(db, email, 'Kai two', { pickup_authorizations: [stranger] });
    const who = await makeParent(db, email);
    await link(who);
    expect(await readCollectors(db, admin, hers.camp)).toEqual([['Rahim bin Ali']]);
    expect(await readCollectors(db, admin, theirs.camp)).toEqual([['A stranger']]);
    expect(await handOver(hers.camp, 'A stranger')).toBe('collector_not_listed');
    const [child] = await readRoster(db, admin, hers.camp);
    const [code] = (await readCodes(who)).filter(({ name }) => name === 'A stranger');
    expect(await codeBelongsTo(hers.camp, child?.child_id ?? '', code?.code ?? '')).toBe(
      'pickup_code_unknown',
    );
    // The first order's contact counts. The second order's contact waits for the family.
    expect((await details(who, child?.child_id ?? '')).emergency_contacts).toEqual([aunt]);
    for (const { id, value } of await readProposals(db, who))
      if ((value as typeof aunt).name === 'A stranger') await decline(who, id);
    expect(await readCollectors(db, admin, theirs.camp)).toEqual([[]]);
    expect(await acceptAll(db, who)).toMatchObject({ left: 1 });
    // After the family confirms the grandfather, he may collect the child everywhere.
    expect(await readCollectors(db, admin, theirs.camp)).toEqual([['Rahim bin Ali']]);
  });

  test('the stranger names nobody for a child that the family had before, at any session or camp', async () => {
    const home = await makeFamily(db, 'known');
    const bought = await buyAsGuest(db, home.email, 'Kai known');
    const [{ code }] = await db.sql<[{ code: string }]>`
      select code from public.pickup_authorizations where child_id = ${bought.guestChild}`;
    await link(home.who);
    expect(await readCollectors(db, admin, bought.camp)).toEqual([[nanny.name]]);
    expect(await codeBelongsTo(bought.camp, home.child.id, code)).toBe('pickup_code_unknown');
    const waiting = findProposal(await readProposals(db, home.who), 'pickup_authorization');
    // "Yes to all" confirms only details that already count. The others must be confirmed one by one.
    expect(await rpc(db, home.who, 'accept_proposals', { p_ids: [waiting.id] })).toEqual({
      accepted: 0,
      left: 1,
    });
    const [order] = await db.sql<
      [{ secret: string }]
    >`select secret from public.orders where id = ${bought.orderId}`;
    expect((await orders.viewOrder(db, order)).collectors).toEqual([{ ...stranger, phone: null }]);
  });

  test('the stranger cannot confirm, decline or read the code, and nobody else can either', async () => {
    const home = await signUp('theirs');
    const other = await makeFamily(db, 'thief');
    expect(await acceptAll(db, other.who, home.who)).toMatchObject({ accepted: 0 });
    expect(await sqlState(acceptAll(db, visitor, home.who))).toBe('42501');
    expect(await refusal(rpc(db, home.who, 'accept_proposals', { p_ids: [] }))).toMatchObject({
      code: 'invalid_input',
    });
    for (const who of [home.who, other.who, coach, admin, service, visitor])
      expect(await sqlState(db.as(who, (sql) => sql`select code from public.family_proposals`))).toBe(
        '42501',
      );
    const answers = await Promise.all(
      ['get_family_dashboard', 'export_family'].map((name) => rpc(db, home.who, name)),
    );
    expect(JSON.stringify(answers)).not.toContain(`"${home.code}"`);
    expect(await visibleData(home.who)).toHaveLength(5);
  });
});
