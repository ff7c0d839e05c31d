/**
 * Tests that an admin can add a child to a session or camp by an offer or with a credit. Also tests what is refused,
 * that nobody else may do it, and several callers at once.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type Adding, addingArgs, codeOf, createAdding } from '#support/sql-added-children.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { atOnce, refusal, rpc, sqlState } from '#support/sql.ts';

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
  faults = await afterSale.findFaults(db);
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await db.sql`delete from public.outbox`;
});
afterAll(() => db.drop());

describe('an offer to a family that does not wait', () => {
  test('above capacity it gets the spot ahead of those who wait, who keep their turn, and can pay at the desk', async () => {
    const full = await staff.camp({ capacity: 1 });
    await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
    const waiting = await waitlists.joinWaitlist(db, { camp_id: full });
    const child = await staff.makeChild();
    await db.sql`delete from public.outbox`;
    const seen = await staff.preview(child.id, full, 'offer');
    expect(seen).toMatchObject({
      added: true,
      ahead: { count: 1 },
      place: { taken: 2, booked: 1, in_care: 2 },
    });
    const sent = addingArgs(child.id, full, 'offer', { p_expected_capacity: 1 });
    const { expires_at: until } = await staff.add(sent, 'admin');
    // The deadline follows the same rules as in the preview, a moment later.
    expect(Math.abs(Date.parse(until ?? '') - Date.parse(seen.expires_at ?? ''))).toBeLessThan(60_000);
    expect((await staff.readMails()).map(({ template }) => template)).toEqual(['waitlist_offer']);
    expect((await waitlists.viewEntry(db, waiting)).status).toBe('waiting');
    const [offer] = await db.sql`
      select o.offered_by = ${people.callers.admin.sub ?? ''} as mine, e.family_id = ${child.family} as theirs
      from public.waitlist_offers o join public.waitlist_entries e on e.id = o.entry_id
      where o.camp_id = ${full} and o.status = 'open'`;
    expect(offer).toEqual({ mine: true, theirs: true });
    expect(await codeOf(staff.add(addingArgs(child.id, full, 'offer', { p_expected_capacity: 2 })))).toBe(
      'already_waiting',
    );
    expect(await codeOf(staff.add(addingArgs(child.id, full, 'free', { p_expected_capacity: 2 })))).toBe(
      'already_waiting',
    );

    const sale = (id: string, family_id: string, name: string) => ({
      key: crypto.randomUUID(),
      family_id,
      parent: { name: 'Mei Tan', phone: '+6591234567' },
      children: [{ id, name, dob: afterSale.dateIn(-9 * 366) }],
      lines: [{ offer_id: 'tier-spark', camp_id: full, child: 0 }],
      consents: { terms: true, activity: true },
      method: 'cash',
      expected_total_cents: 49_000,
    });
    const sell = (p_sale: object) =>
      rpc<{ status: string }>(db, people.callers.admin, 'sell_at_desk', { p_sale });
    // The spot is held for this child alone.
    const stranger = await staff.makeChild();
    expect(await codeOf(sell(sale(stranger.id, stranger.family, 'Kai Tan')))).toBe('camp_full');
    const quote = await rpc<{ refusals: unknown[]; total_cents: number }>(
      db,
      people.callers.admin,
      'quote_at_desk',
      { p_sale: sale(child.id, child.family, 'Kai Tan') },
    );
    expect(quote).toMatchObject({ refusals: [], total_cents: 49_000 });
    expect(await sell(sale(child.id, child.family, 'Kai Tan'))).toMatchObject({ status: 'paid' });
    expect([await staff.countOn(full), await staff.readCapacity(full)]).toEqual([2, 2]);
    const [entry] = await db.sql`
      select status from public.waitlist_entries where camp_id = ${full} and family_id = ${child.family}`;
    expect(entry).toEqual({ status: 'enrolled' });
    expect(await afterSale.findFaults(db)).toEqual(faults);
    // A spot that somebody paid for is not removed as if it were free.
    expect(await codeOf(staff.remove(child.id, full))).toBe('line_closed');
  });

  test('there is no offer shortly before the start, and none for a child of another age', async () => {
    const place = await staff.camp();
    const [child, young] = [await staff.makeChild(), await staff.makeChild(4)];
    expect(await codeOf(staff.preview(young.id, place, 'offer'))).toBe('age_not_allowed');
    await afterSale.stopBefore(db, place, 600);
    expect(await codeOf(staff.preview(child.id, place, 'offer'))).toBe('waitlist_offer_over');
  });
});

test('a credit pays for a class above capacity, and a camp cannot be paid with one', async () => {
  const first = await afterSale.makeSession(db, afterSale.dateIn(8));
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id: first }]);
  const [line = ''] = bought.lines;
  const [child] = await db.sql<{ id: string }[]>`
    update public.children set agreed_teams = '{white,red,black,x}' where family_id = ${bought.familyId} returning id`;
  const id = child?.id ?? '';
  const full = await afterSale.makeSession(db, afterSale.dateIn(10), 0);
  const credits = await afterSale.countCredits(db, line);
  await db.sql`delete from public.outbox`;
  expect(await codeOf(staff.add(addingArgs(id, full, 'credit')))).toBe('session_full');
  await staff.add(addingArgs(id, full, 'credit', { p_expected_capacity: 0 }), 'admin');
  expect(await afterSale.countCredits(db, line)).toBe((credits ?? 0) - 1);
  expect((await staff.readMails()).map(({ template }) => template)).toEqual(['class_booked']);
  const nobody = await staff.makeChild();
  const other = await afterSale.makeSession(db, afterSale.dateIn(11));
  expect(await codeOf(staff.add(addingArgs(nobody.id, other, 'credit')))).toBe('no_credit');
  expect(await refusal(staff.add(addingArgs(nobody.id, await staff.camp(), 'credit')))).toMatchObject({
    code: 'invalid_input',
    field: 'p_way',
  });
  expect(await afterSale.findFaults(db)).toEqual(faults);
});

test('what is over, cancelled or not on sale, and who is booked already, is refused', async () => {
  const child = await staff.makeChild();
  const [begun, off, hidden, booked] = [
    await staff.camp(),
    await staff.camp(),
    await staff.camp({ active: false }),
    await staff.camp(),
  ];
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${off}`;
  expect(await codeOf(staff.add(addingArgs(child.id, off)))).toBe('camp_cancelled');
  expect(await codeOf(staff.add(addingArgs(child.id, hidden)))).toBe('camp_not_found');
  await staff.add(addingArgs(child.id, booked));
  expect(await codeOf(staff.add(addingArgs(child.id, booked)))).toBe('already_booked');
  expect(await codeOf(staff.add(addingArgs(child.id, crypto.randomUUID())))).toBe('place_not_found');
  expect(await codeOf(staff.add(addingArgs(crypto.randomUUID(), booked)))).toBe('child_not_found');
  for (const more of [{ p_reason: ' ' }, { p_reason: 'x'.repeat(201) }, { p_note_id: null }])
    expect(await codeOf(staff.add(addingArgs(child.id, begun, 'free', more)))).toBe('invalid_input');
  expect(await codeOf(staff.add(addingArgs(child.id, begun, 'gift')))).toBe('invalid_input');
  await db.sql`update public.settings set maintenance = true, maintenance_since = now()`;
  expect(await codeOf(staff.add(addingArgs(child.id, begun)))).toBe('sales_stopped');
  await db.sql`update public.settings set maintenance = false, maintenance_since = null`;
  await db.sql`update public.families set erased_at = now() where id = ${child.family}`;
  expect(await codeOf(staff.add(addingArgs(child.id, begun)))).toBe('family_not_found');
  await db.sql`update public.families set erased_at = null where id = ${child.family}`;
  await afterSale.stopBefore(db, begun, 0);
  expect(await codeOf(staff.add(addingArgs(child.id, begun)))).toBe('camp_started');
  expect(await staff.countOn(begun)).toBe(0);
});

describe('several callers at once', () => {
  test('of two admins and a purchase, one gets the last spot', async () => {
    const last = await staff.camp({ capacity: 1 });
    const [one, two] = [await staff.makeChild(), await staff.makeChild()];
    const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id: last }, [
      () => staff.add(addingArgs(one.id, last)),
      () => staff.add(addingArgs(two.id, last)),
      () => afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: last }]),
    ]);
    expect([won.length, lost]).toEqual([1, ['camp_full', 'camp_full']]);
    expect([await staff.countOn(last), await staff.readCapacity(last)]).toEqual([1, 1]);
  });

  test('two who saw "2 of 1" add one child together, not two', async () => {
    const full = await staff.camp({ capacity: 1 });
    await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
    const [one, two] = [await staff.makeChild(), await staff.makeChild()];
    const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id: full }, [
      () => staff.add(addingArgs(one.id, full, 'free', { p_expected_capacity: 1 })),
      () => staff.add(addingArgs(two.id, full, 'free', { p_expected_capacity: 1 })),
    ]);
    expect([won.length, lost]).toEqual([1, ['changed_meanwhile']]);
    expect([await staff.countOn(full), await staff.readCapacity(full)]).toEqual([2, 2]);
  });

  test('the same child is added once', async () => {
    const place = await staff.camp();
    const child = await staff.makeChild();
    const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id: place }, [
      () => staff.add(addingArgs(child.id, place)),
      () => staff.add(addingArgs(child.id, place, 'offer')),
    ]);
    expect(won).toHaveLength(1);
    expect(['already_booked', 'already_waiting']).toContain(lost[0]);
  });
});

describe('callers who may not add or remove a child', () => {
  const none = crypto.randomUUID();
  const calls = [
    ['add_child', addingArgs(none, none)],
    ['preview_added_child', { p_child_id: none, p_place_id: none, p_way: 'free' }],
    [
      'remove_unpaid_child',
      { p_note_id: none, p_child_id: none, p_place_id: none, p_reason: 'They cannot come' },
    ],
  ] as const;
  test.each(calls)('%s refuses visitors, the service, parents, coaches and marketers', async (name, sent) => {
    for (const who of ['visitor', 'service'] as const)
      expect(await sqlState(rpc(db, people.callers[who], name, { ...sent }))).toBe('42501');
    for (const who of ['parent', 'second parent', 'other parent', 'coach'] as const)
      expect(await refusal(rpc(db, people.callers[who], name, { ...sent }))).toMatchObject({
        code: 'not_allowed',
        status: 403,
      });
    await db.sql`delete from public.user_roles where user_id = ${people.coachId}`;
    await db.sql`insert into public.user_roles (user_id, role) values (${people.coachId}, 'marketer')`;
    expect(await codeOf(rpc(db, people.callers.coach, name, { ...sent }))).toBe('not_allowed');
    await db.sql`update public.user_roles set role = 'coach' where user_id = ${people.coachId}`;
  });
});
