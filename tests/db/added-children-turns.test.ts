/**
 * Tests whose turn it is when staff add a child who has siblings on the waitlist, or who belongs to an admin's own
 * family.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type Adding, addingArgs, codeOf, createAdding } from '#support/sql-added-children.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let staff: Adding;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  staff = createAdding(db, people);
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await db.sql`delete from public.outbox`;
});
afterAll(() => db.drop());

test('a sibling gets an offer of its own while the first child of the family waits or has one', async () => {
  const full = await staff.camp({ capacity: 1 });
  await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
  const child = await staff.makeChild();
  const [sibling] = await db.sql<{ id: string }[]>`
    insert into public.children (family_id, name, dob)
    values (${child.family}, 'Noa Tan', ${afterSale.dateIn(-8 * 366)}) returning id`;
  const [waiting] = await db.sql<{ id: string }[]>`
    insert into public.waitlist_entries (status, camp_id, places, family_id, parent_name, parent_email)
    values ('waiting', ${full}, 1, ${child.family}, 'Mei Tan', 'waits@example.test') returning id`;
  await db.sql`
    insert into public.waitlist_children (entry_id, position, child_id, name, dob)
    select ${waiting?.id ?? ''}, 0, id, name, dob from public.children where id = ${child.id}`;
  expect(await codeOf(staff.add(addingArgs(child.id, full, 'offer', { p_expected_capacity: 1 })))).toBe(
    'already_waiting',
  );
  await staff.add(addingArgs(sibling?.id ?? '', full, 'offer', { p_expected_capacity: 1 }));
  const entries = await db.sql`
    select e.status, c.child_id as child from public.waitlist_entries e
    join public.waitlist_children c on c.entry_id = e.id where e.camp_id = ${full} order by e.status`;
  expect(entries).toEqual([
    { status: 'offered', child: sibling?.id },
    { status: 'waiting', child: child.id },
  ]);
});

describe('an admin and the own family', () => {
  const own = { id: '' };
  beforeAll(async () => {
    own.id = people.otherChildId;
    await db.sql`
      update public.profiles set family_id = ${people.otherFamilyId} where id = ${people.callers.admin.sub ?? ''}`;
  });
  afterAll(async () => {
    await db.sql`update public.profiles set family_id = null where id = ${people.callers.admin.sub ?? ''}`;
  });
  const young = () =>
    db.sql`update public.children set dob = ${afterSale.dateIn(-9 * 366)} where id = ${own.id}`;

  test('no way puts it above capacity or ahead of those who wait; a free spot of the camp may be offered to it', async () => {
    await young();
    const [full, free] = [await staff.camp({ capacity: 1 }), await staff.camp()];
    await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
    const session = await afterSale.makeSession(db, afterSale.dateIn(10), 0);
    for (const [place, way, capacity] of [
      [full, 'offer', 1],
      [full, 'free', 1],
      [session, 'credit', 0],
      [session, 'offer', 0],
    ] as const)
      expect(
        await codeOf(staff.add(addingArgs(own.id, place, way, { p_expected_capacity: capacity }), 'admin')),
      ).toBe('own_balance');
    await staff.add(addingArgs(own.id, free, 'offer'), 'admin');
    // A colleague may do it, because it is not the colleague's own family.
    await staff.add(addingArgs(own.id, full, 'offer', { p_expected_capacity: 1 }));
    expect(await staff.readCapacity(full)).toBe(2);
  });

  test('no spot is added for its waitlist entry, nor by a move', async () => {
    await young();
    const [full, from] = [await staff.camp({ capacity: 1 }), await staff.camp()];
    await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
    await staff.add(addingArgs(own.id, from));
    const moved = {
      ...{ p_note_id: crypto.randomUUID(), p_child_id: own.id, p_from: from, p_to: full },
      ...{ p_adds_spot: true, p_reason: 'Another week suits us' },
    };
    expect(await codeOf(rpc(db, people.callers.admin, 'move_child', moved))).toBe('own_balance');
    const [entry] = await db.sql<{ id: string }[]>`
      with e as (
        insert into public.waitlist_entries (status, camp_id, places, family_id, parent_name, parent_email)
        values ('waiting', ${full}, 1, ${people.otherFamilyId}, 'Own', 'own@example.test') returning id)
      insert into public.waitlist_children (entry_id, position, child_id, name, dob)
      select e.id, 0, c.id, c.name, c.dob from e, public.children c where c.id = ${own.id} returning entry_id as id`;
    const added = { p_entry_id: entry?.id, p_expected: 'waiting', p_expected_capacity: 1 };
    expect(await codeOf(rpc(db, people.callers.admin, 'add_places_for', added))).toBe('own_balance');
    expect(await staff.readCapacity(full)).toBe(1);
    await rpc(db, people.callers['business admin'], 'add_places_for', added);
    expect(await staff.readCapacity(full)).toBe(2);
  });
});
