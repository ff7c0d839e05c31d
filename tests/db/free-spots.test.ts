/** Tests that an admin can give a child a spot that nobody pays for, within limits, and remove it without a refund. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type Adding, addingArgs, codeOf, createAdding } from '#support/sql-added-children.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, rpc, service } from '#support/sql.ts';

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

const setLimit = (cents: number) => db.sql`update public.settings set admin_discount_cents = ${cents}`;

test('an hour before the start and above capacity, the child is on the roster, nobody paid, and nothing can be refunded', async () => {
  const full = await staff.camp({ capacity: 1 });
  await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
  const waiting = await waitlists.joinWaitlist(db, { camp_id: full });
  await afterSale.stopBefore(db, full, 3600);
  await db.sql`delete from public.outbox`;
  const child = await staff.makeChild();
  const seen = await staff.preview(child.id, full);
  expect(seen).toMatchObject({
    added: true,
    mailed: true,
    capacity: 1,
    age: null,
    ahead: { count: 1, names: ['Aisha Rahman'] },
    place: { booked: 2, in_care: 2, capacity: 2 },
  });
  // The preview changed nothing. Without the capacity that staff saw, no spot is added above it.
  expect([
    await staff.countOn(full),
    await staff.readCapacity(full),
    (await staff.readMails()).length,
  ]).toEqual([1, 1, 0]);
  expect(await codeOf(staff.add(addingArgs(child.id, full)))).toBe('camp_full');
  expect(await codeOf(staff.add(addingArgs(child.id, full, 'free', { p_expected_capacity: 5 })))).toBe(
    'changed_meanwhile',
  );
  const sent = addingArgs(child.id, full, 'free', { p_expected_capacity: 1 });
  const added = await staff.add(sent);
  expect(added).toMatchObject({ added: true, mailed: true, place: { booked: 2, in_care: 2 } });
  expect(added.children.map(({ is_unpaid }) => is_unpaid).toSorted()).toEqual([false, true]);
  expect(await staff.readMails()).toMatchObject([
    { template: 'free_spot', children: ['Kai'], removed: 'false' },
  ]);
  expect((await waitlists.viewEntry(db, waiting)).status).toBe('waiting');
  const [note] = await db.sql<{ note: string; mine: boolean }[]>`
      select note, written_by = ${people.callers['business admin'].sub ?? ''} as mine from public.family_notes
      where id = ${sent.p_note_id}`;
  expect(note?.mine).toBe(true);
  expect(note?.note).toMatch(/^Free spot: .+, worth S\$\d+, with a spot added\. Why: Sorry for the rain$/);
  // A repeated request changes nothing and sends no mail.
  expect(await staff.add(sent)).toMatchObject({ added: false });
  expect([
    await staff.countOn(full),
    await staff.readCapacity(full),
    (await staff.readMails()).length,
  ]).toEqual([2, 2, 1]);
  expect(await afterSale.findFaults(db)).toEqual(faults);
  const money = await db.sql`
      select from public.orders o where o.family_id = ${child.family}
      union all select from public.family_balance_entries b where b.family_id = ${child.family}`;
  expect(money).toHaveLength(0);
});

test('cancelling it gives nothing back, mails the family, and offers the spot to the waitlist', async () => {
  const place = await staff.camp({ capacity: 1 });
  const child = await staff.makeChild();
  await staff.add(addingArgs(child.id, place));
  const waiting = await waitlists.joinWaitlist(db, { camp_id: place });
  await db.sql`delete from public.outbox`;
  expect((await staff.remove(child.id, place)).children).toEqual([]);
  expect((await staff.readMails()).map(({ template, removed }) => [template, removed])).toEqual(
    expect.arrayContaining([['free_spot', 'true']]),
  );
  expect((await waitlists.viewEntry(db, waiting)).status).toBe('offered');
  const money = await db.sql`
      select from public.refunds r join public.orders o on o.id = r.order_id where o.family_id = ${child.family}
      union all select from public.family_balance_entries b where b.family_id = ${child.family}
      union all select from public.passes p where p.family_id = ${child.family}`;
  expect(money).toHaveLength(0);
  expect(await codeOf(staff.remove(child.id, place))).toBe('booking_not_found');
});

test('the mails about it are emptied when the family is erased', async () => {
  const place = await staff.camp();
  const child = await staff.makeChild();
  await staff.add(addingArgs(child.id, place));
  await db.sql`update public.outbox set sent_at = clock_timestamp()`;
  await staff.remove(child.id, place);
  const [before] = await db.sql<[{ email: string }]>`
    select contact_email as email from public.families where id = ${child.family}`;
  const readMails = () => db.sql`
    select recipient, payload::text as payload from public.outbox where template = 'free_spot' order by created_at`;
  expect((await readMails()).map(({ recipient }) => recipient as string)).toEqual([
    before.email,
    before.email,
  ]);
  await rpc(db, service, 'erase_family', { p_family_id: child.family, p_accept_loss: true });
  expect([...(await readMails())]).toEqual([
    { recipient: '', payload: '{}' },
    { recipient: '', payload: '{}' },
  ]);
});

test('a camp that we cancel with refunds pays nothing for it', async () => {
  const place = await staff.camp();
  const child = await staff.makeChild();
  await staff.add(addingArgs(child.id, place));
  const refunds = await db.sql`select id from public.refunds`;
  const seen = await rpc<{ refund: { refund_cents: number; unpaid: number } }>(
    db,
    people.callers.admin,
    'preview_cancel_by_staff',
    { p_place_ids: [place] },
  );
  expect(seen.refund).toMatchObject({ refund_cents: 0, unpaid: 1 });
  expect(await db.sql`select id from public.refunds`).toHaveLength(refunds.length);
});

test('a class: the parent who cancels gets no credit', async () => {
  const session = await afterSale.makeSession(db, afterSale.dateIn(9));
  await staff.add(addingArgs(people.otherChildId, session, 'free', { p_allows_age: true }));
  const [booking] = await db.sql<{ id: string }[]>`
      select id from public.bookings where session_id = ${session} and child_id = ${people.otherChildId}`;
  const credits = await db.sql`select sum(delta)::int as n from public.credit_ledger`;
  expect(
    await rpc(db, people.callers['other parent'], 'cancel_booking', {
      p_booking_id: booking?.id ?? '',
      p_expected_return: false,
    }),
  ).toMatchObject({ cancelled: true, credit_returned: false });
  expect(await db.sql`select sum(delta)::int as n from public.credit_ledger`).toEqual(credits);
  expect(await afterSale.findFaults(db)).toEqual(faults);
});

test('an age exception is a deliberate act, and is recorded', async () => {
  const place = await staff.camp();
  const young = await staff.makeChild(5);
  expect((await staff.preview(young.id, place)).age).toEqual({ code: 'age_not_allowed', detail: '7-12' });
  expect(await codeOf(staff.add(addingArgs(young.id, place)))).toBe('age_not_allowed');
  const sent = addingArgs(young.id, place, 'free', { p_allows_age: true });
  await staff.add(sent);
  const [note] = await db.sql<{ note: string }[]>`
      select note from public.family_notes where id = ${sent.p_note_id}`;
  expect(note?.note).toContain('although it is for ages 7-12');
});

test('an admin gives away no more in a day than the limit, with balance counted; a business admin may', async () => {
  await setLimit(49_000);
  const [one, two] = [await staff.makeChild(), await staff.makeChild()];
  await staff.add(addingArgs(one.id, await staff.camp()), 'admin');
  // The limit is used up. The admin can give neither another spot nor balance, but a business admin can.
  const place = await staff.camp();
  expect(await refusal(staff.add(addingArgs(two.id, place), 'admin'))).toMatchObject({
    code: 'free_spot_too_high',
    detail: '0',
  });
  expect(
    await codeOf(
      rpc(db, people.callers.admin, 'change_balance', {
        p_family_id: two.family,
        p_cents: 100,
        p_note: 'Sorry',
        p_expected_cents: 0,
        p_key: crypto.randomUUID(),
      }),
    ),
  ).toBe('balance_gift_too_high');
  await staff.add(addingArgs(two.id, place));
  await setLimit(1_000_000);
});

test('nobody gives one to the own family', async () => {
  const place = await staff.camp();
  const sub = people.callers['business admin'].sub ?? '';
  const [own] = await db.sql<{ family: string | null }[]>`
      select family_id as family from public.profiles where id = ${sub}`;
  await db.sql`update public.profiles set family_id = ${people.otherFamilyId} where id = ${sub}`;
  expect(await codeOf(staff.add(addingArgs(people.otherChildId, place)))).toBe('own_balance');
  await db.sql`update public.profiles set family_id = ${own?.family ?? null} where id = ${sub}`;
});
