/**
 * Tests that an admin can add a child to a session or camp: as a free spot, with a credit, or by an offer. Covers capacity,
 * age, money, mails and notes, removal, who may not, and several callers at once.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AddedChild, AddedChildPreview } from '#contract/added-children.ts';
import { ScheduleItemDetails } from '#contract/management-schedule.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type Cast, makeCast } from '#support/sql-cast.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { atOnce, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let cast: Cast;
/** The discrepancies that the test data already have at the beginning. */
let faults: string[];
beforeAll(async () => {
  db = await createDatabase();
  cast = await makeCast(db);
  await camps.publish(db, camps.tierOffer('spark'));
  await afterSale.sellWithRules(db);
  faults = await afterSale.findFaults(db);
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await db.sql`delete from public.outbox`;
});
afterAll(() => db.drop());

let week = 4;
const camp = (more: Parameters<typeof camps.makeCamp>[1] = {}) =>
  camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), ...more });
let families = 0;
/** Makes a child of a guest, so that each test has a family of its own. */
async function makeChild(years = 9) {
  const [row] = await db.sql<{ id: string; family: string }[]>`
    with f as (
      insert into public.families (contact_name, contact_email) values ('Mei Tan', ${`mei${++families}@example.test`}) returning id)
    insert into public.children (family_id, name, dob, agreed_teams)
    select id, ${`Kai ${families} Tan`}, ${afterSale.dateIn(-years * 366)}, '{white,red,black,x}' from f
    returning id, family_id as family`;
  if (!row) throw new Error('no child');
  return row;
}
type Who = keyof Cast['callers'];
const args = (child: string, place: string, p_way = 'free', more: object = {}) => ({
  p_note_id: crypto.randomUUID(),
  p_child_id: child,
  p_place_id: place,
  p_way,
  p_expected_capacity: null,
  p_allows_age: false,
  p_reason: 'Sorry for the rain',
  ...more,
});
const add = async (sent: ReturnType<typeof args>, who: Who = 'business admin') =>
  v.parse(AddedChild, await rpc(db, cast.callers[who], 'add_child', sent));
const preview = async (p_child_id: string, p_place_id: string, p_way = 'free') =>
  v.parse(
    AddedChildPreview,
    await rpc(db, cast.callers['business admin'], 'preview_added_child', { p_child_id, p_place_id, p_way }),
  );
const remove = async (p_child_id: string, p_place_id: string, who: Who = 'admin') =>
  v.parse(
    ScheduleItemDetails,
    await rpc(db, cast.callers[who], 'remove_unpaid_child', {
      p_note_id: crypto.randomUUID(),
      p_child_id,
      p_place_id,
      p_reason: 'They cannot come',
    }),
  );
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code;
const readCapacity = async (id: string) => {
  const [row] = await db.sql<{ n: number }[]>`
    select capacity as n from public.camp_weeks where id = ${id}
    union all select max_capacity from public.sessions where id = ${id}`;
  return row?.n;
};
const countOn = async (id: string) =>
  (
    await db.sql`
      select from public.camp_enrollments where camp_id = ${id} and status = 'enrolled'
      union all select from public.bookings where session_id = ${id} and status = 'booked'`
  ).length;
const mails = () =>
  db.sql<{ template: string; children: string[]; removed: string | null }[]>`
    select template, payload -> 'children' as children, payload ->> 'is_removed' as removed from public.outbox
    order by created_at`;
const setLimit = (cents: number) => db.sql`update public.settings set admin_discount_cents = ${cents}`;

describe('a free spot', () => {
  test('an hour before the start and above capacity, the child is on the roster, nobody paid, and nothing can be refunded', async () => {
    const full = await camp({ capacity: 1 });
    await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
    const waiting = await waitlists.joinWaitlist(db, { camp_id: full });
    await afterSale.stopBefore(db, full, 3600);
    await db.sql`delete from public.outbox`;
    const child = await makeChild();
    const seen = await preview(child.id, full);
    expect(seen).toMatchObject({
      added: true,
      mailed: true,
      capacity: 1,
      age: null,
      ahead: { count: 1, names: ['Aisha Rahman'] },
      place: { booked: 2, in_care: 2, capacity: 2 },
    });
    // The preview changed nothing, and without the capacity that was seen nothing is oversold.
    expect([await countOn(full), await readCapacity(full), (await mails()).length]).toEqual([1, 1, 0]);
    expect(await codeOf(add(args(child.id, full)))).toBe('camp_full');
    expect(await codeOf(add(args(child.id, full, 'free', { p_expected_capacity: 5 })))).toBe(
      'changed_meanwhile',
    );
    const sent = args(child.id, full, 'free', { p_expected_capacity: 1 });
    const added = await add(sent);
    expect(added).toMatchObject({ added: true, mailed: true, place: { booked: 2, in_care: 2 } });
    expect(added.children.map(({ is_unpaid }) => is_unpaid).toSorted()).toEqual([false, true]);
    expect(await mails()).toMatchObject([{ template: 'free_spot', children: ['Kai'], removed: 'false' }]);
    expect((await waitlists.viewEntry(db, waiting)).status).toBe('waiting');
    const [note] = await db.sql<{ note: string; mine: boolean }[]>`
      select note, written_by = ${cast.callers['business admin'].sub ?? ''} as mine from public.family_notes
      where id = ${sent.p_note_id}`;
    expect(note?.mine).toBe(true);
    expect(note?.note).toMatch(/^Free spot: .+, worth S\$\d+, with a spot added\. Why: Sorry for the rain$/);
    // A repeated request changes nothing and sends no mail.
    expect(await add(sent)).toMatchObject({ added: false });
    expect([await countOn(full), await readCapacity(full), (await mails()).length]).toEqual([2, 2, 1]);
    expect(await afterSale.findFaults(db)).toEqual(faults);
    const money = await db.sql`
      select from public.orders o where o.family_id = ${child.family}
      union all select from public.family_balance_entries b where b.family_id = ${child.family}`;
    expect(money).toHaveLength(0);
  });

  test('cancelling it gives nothing back, mails the family, and offers the spot to the waitlist', async () => {
    const place = await camp({ capacity: 1 });
    const child = await makeChild();
    await add(args(child.id, place));
    const waiting = await waitlists.joinWaitlist(db, { camp_id: place });
    await db.sql`delete from public.outbox`;
    expect((await remove(child.id, place)).children).toEqual([]);
    expect((await mails()).map(({ template, removed }) => [template, removed])).toEqual(
      expect.arrayContaining([['free_spot', 'true']]),
    );
    expect((await waitlists.viewEntry(db, waiting)).status).toBe('offered');
    const money = await db.sql`
      select from public.refunds r join public.orders o on o.id = r.order_id where o.family_id = ${child.family}
      union all select from public.family_balance_entries b where b.family_id = ${child.family}
      union all select from public.passes p where p.family_id = ${child.family}`;
    expect(money).toHaveLength(0);
    expect(await codeOf(remove(child.id, place))).toBe('booking_not_found');
  });

  test('a camp that we cancel with refunds pays nothing for it', async () => {
    const place = await camp();
    const child = await makeChild();
    await add(args(child.id, place));
    const refunds = await db.sql`select id from public.refunds`;
    const seen = await rpc<{ refund: { refund_cents: number; unpaid: number } }>(
      db,
      cast.callers.admin,
      'preview_cancel_by_staff',
      { p_place_ids: [place] },
    );
    expect(seen.refund).toMatchObject({ refund_cents: 0, unpaid: 1 });
    expect(await db.sql`select id from public.refunds`).toHaveLength(refunds.length);
  });

  test('a class: the parent who cancels gets no credit', async () => {
    const session = await afterSale.makeSession(db, afterSale.dateIn(9));
    await add(args(cast.otherChildId, session, 'free', { p_allows_age: true }));
    const [booking] = await db.sql<{ id: string }[]>`
      select id from public.bookings where session_id = ${session} and child_id = ${cast.otherChildId}`;
    const credits = await db.sql`select sum(delta)::int as n from public.credit_ledger`;
    expect(
      await rpc(db, cast.callers['other parent'], 'cancel_booking', {
        p_booking_id: booking?.id ?? '',
        p_expected_return: false,
      }),
    ).toMatchObject({ cancelled: true, credit_returned: false });
    expect(await db.sql`select sum(delta)::int as n from public.credit_ledger`).toEqual(credits);
    expect(await afterSale.findFaults(db)).toEqual(faults);
  });

  test('an age exception is a deliberate act, and is recorded', async () => {
    const place = await camp();
    const young = await makeChild(5);
    expect((await preview(young.id, place)).age).toEqual({ code: 'age_not_allowed', detail: '7-12' });
    expect(await codeOf(add(args(young.id, place)))).toBe('age_not_allowed');
    const sent = args(young.id, place, 'free', { p_allows_age: true });
    await add(sent);
    const [note] = await db.sql<{ note: string }[]>`
      select note from public.family_notes where id = ${sent.p_note_id}`;
    expect(note?.note).toContain('although it is for ages 7-12');
  });

  test('an admin gives away no more in a day than the limit, with balance counted; a business admin may', async () => {
    await setLimit(49_000);
    const [one, two] = [await makeChild(), await makeChild()];
    await add(args(one.id, await camp()), 'admin');
    // The limit is used up: neither another spot nor balance, until a business admin does it.
    const place = await camp();
    expect(await refusal(add(args(two.id, place), 'admin'))).toMatchObject({
      code: 'free_spot_too_high',
      detail: '0',
    });
    expect(
      await codeOf(
        rpc(db, cast.callers.admin, 'change_balance', {
          p_family_id: two.family,
          p_cents: 100,
          p_note: 'Sorry',
          p_expected_cents: 0,
          p_key: crypto.randomUUID(),
        }),
      ),
    ).toBe('balance_gift_too_high');
    await add(args(two.id, place));
    await setLimit(1_000_000);
  });

  test('nobody gives one to the own family', async () => {
    const place = await camp();
    const sub = cast.callers['business admin'].sub ?? '';
    const [own] = await db.sql<{ family: string | null }[]>`
      select family_id as family from public.profiles where id = ${sub}`;
    await db.sql`update public.profiles set family_id = ${cast.otherFamilyId} where id = ${sub}`;
    expect(await codeOf(add(args(cast.otherChildId, place)))).toBe('own_balance');
    await db.sql`update public.profiles set family_id = ${own?.family ?? null} where id = ${sub}`;
  });
});

describe('an offer to a family that does not wait', () => {
  test('above capacity it gets the spot ahead of those who wait, who keep their turn, and can pay at the desk', async () => {
    const full = await camp({ capacity: 1 });
    await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
    const waiting = await waitlists.joinWaitlist(db, { camp_id: full });
    const child = await makeChild();
    await db.sql`delete from public.outbox`;
    const seen = await preview(child.id, full, 'offer');
    expect(seen).toMatchObject({ added: true, ahead: { count: 1 }, place: { taken: 2, booked: 1 } });
    const sent = args(child.id, full, 'offer', { p_expected_capacity: 1 });
    const { expires_at: until } = await add(sent, 'admin');
    // The deadline follows the same rules as in the preview, a moment later.
    expect(Math.abs(Date.parse(until ?? '') - Date.parse(seen.expires_at ?? ''))).toBeLessThan(60_000);
    expect((await mails()).map(({ template }) => template)).toEqual(['waitlist_offer']);
    expect((await waitlists.viewEntry(db, waiting)).status).toBe('waiting');
    const [offer] = await db.sql`
      select o.offered_by = ${cast.callers.admin.sub ?? ''} as mine, e.family_id = ${child.family} as theirs
      from public.waitlist_offers o join public.waitlist_entries e on e.id = o.entry_id
      where o.camp_id = ${full} and o.status = 'open'`;
    expect(offer).toEqual({ mine: true, theirs: true });
    expect(await codeOf(add(args(child.id, full, 'offer', { p_expected_capacity: 2 })))).toBe(
      'already_waiting',
    );
    expect(await codeOf(add(args(child.id, full, 'free', { p_expected_capacity: 2 })))).toBe(
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
      rpc<{ status: string }>(db, cast.callers.admin, 'sell_at_desk', { p_sale });
    // The spot is held for this child alone.
    const stranger = await makeChild();
    expect(await codeOf(sell(sale(stranger.id, stranger.family, 'Kai Tan')))).toBe('camp_full');
    const quote = await rpc<{ refusals: unknown[]; total_cents: number }>(
      db,
      cast.callers.admin,
      'quote_at_desk',
      { p_sale: sale(child.id, child.family, 'Kai Tan') },
    );
    expect(quote).toMatchObject({ refusals: [], total_cents: 49_000 });
    expect(await sell(sale(child.id, child.family, 'Kai Tan'))).toMatchObject({ status: 'paid' });
    expect([await countOn(full), await readCapacity(full)]).toEqual([2, 2]);
    const [entry] = await db.sql`
      select status from public.waitlist_entries where camp_id = ${full} and family_id = ${child.family}`;
    expect(entry).toEqual({ status: 'enrolled' });
    expect(await afterSale.findFaults(db)).toEqual(faults);
    // What was paid is not taken off as if it were free.
    expect(await codeOf(remove(child.id, full))).toBe('line_closed');
  });

  test('there is no offer shortly before the start, and none for a child of another age', async () => {
    const place = await camp();
    const [child, young] = [await makeChild(), await makeChild(4)];
    expect(await codeOf(preview(young.id, place, 'offer'))).toBe('age_not_allowed');
    await afterSale.stopBefore(db, place, 600);
    expect(await codeOf(preview(child.id, place, 'offer'))).toBe('waitlist_offer_over');
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
  expect(await codeOf(add(args(id, full, 'credit')))).toBe('session_full');
  await add(args(id, full, 'credit', { p_expected_capacity: 0 }), 'admin');
  expect(await afterSale.countCredits(db, line)).toBe((credits ?? 0) - 1);
  expect((await mails()).map(({ template }) => template)).toEqual(['class_booked']);
  const nobody = await makeChild();
  const other = await afterSale.makeSession(db, afterSale.dateIn(11));
  expect(await codeOf(add(args(nobody.id, other, 'credit')))).toBe('no_credit');
  expect(await refusal(add(args(nobody.id, await camp(), 'credit')))).toMatchObject({
    code: 'invalid_input',
    field: 'p_way',
  });
  expect(await afterSale.findFaults(db)).toEqual(faults);
});

test('what is over, cancelled or not on sale, and who is booked already, is refused', async () => {
  const child = await makeChild();
  const [begun, off, hidden, booked] = [
    await camp(),
    await camp(),
    await camp({ active: false }),
    await camp(),
  ];
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${off}`;
  expect(await codeOf(add(args(child.id, off)))).toBe('camp_cancelled');
  expect(await codeOf(add(args(child.id, hidden)))).toBe('camp_not_found');
  await add(args(child.id, booked));
  expect(await codeOf(add(args(child.id, booked)))).toBe('already_booked');
  expect(await codeOf(add(args(child.id, crypto.randomUUID())))).toBe('place_not_found');
  expect(await codeOf(add(args(crypto.randomUUID(), booked)))).toBe('child_not_found');
  for (const more of [{ p_reason: ' ' }, { p_reason: 'x'.repeat(201) }, { p_note_id: null }])
    expect(await codeOf(add(args(child.id, begun, 'free', more)))).toBe('invalid_input');
  expect(await codeOf(add(args(child.id, begun, 'gift')))).toBe('invalid_input');
  await db.sql`update public.settings set maintenance = true, maintenance_since = now()`;
  expect(await codeOf(add(args(child.id, begun)))).toBe('sales_stopped');
  await db.sql`update public.settings set maintenance = false, maintenance_since = null`;
  await db.sql`update public.families set erased_at = now() where id = ${child.family}`;
  expect(await codeOf(add(args(child.id, begun)))).toBe('family_not_found');
  await db.sql`update public.families set erased_at = null where id = ${child.family}`;
  await afterSale.stopBefore(db, begun, 0);
  expect(await codeOf(add(args(child.id, begun)))).toBe('camp_started');
  expect(await countOn(begun)).toBe(0);
});

describe('several callers at once', () => {
  test('of two admins and a purchase, one gets the last spot', async () => {
    const last = await camp({ capacity: 1 });
    const [one, two] = [await makeChild(), await makeChild()];
    const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id: last }, [
      () => add(args(one.id, last)),
      () => add(args(two.id, last)),
      () => afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: last }]),
    ]);
    expect([won.length, lost]).toEqual([1, ['camp_full', 'camp_full']]);
    expect([await countOn(last), await readCapacity(last)]).toEqual([1, 1]);
  });

  test('two who saw "2 of 1" add one child together, not two', async () => {
    const full = await camp({ capacity: 1 });
    await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: full }]);
    const [one, two] = [await makeChild(), await makeChild()];
    const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id: full }, [
      () => add(args(one.id, full, 'free', { p_expected_capacity: 1 })),
      () => add(args(two.id, full, 'free', { p_expected_capacity: 1 })),
    ]);
    expect([won.length, lost]).toEqual([1, ['changed_meanwhile']]);
    expect([await countOn(full), await readCapacity(full)]).toEqual([2, 2]);
  });

  test('the same child is added once', async () => {
    const place = await camp();
    const child = await makeChild();
    const { won, lost } = await atOnce<unknown>(db, { table: 'camp_weeks', id: place }, [
      () => add(args(child.id, place)),
      () => add(args(child.id, place, 'offer')),
    ]);
    expect(won).toHaveLength(1);
    expect(['already_booked', 'already_waiting']).toContain(lost[0]);
  });
});

describe('callers who may not add or remove a child', () => {
  const none = crypto.randomUUID();
  const calls = [
    ['add_child', args(none, none)],
    ['preview_added_child', { p_child_id: none, p_place_id: none, p_way: 'free' }],
    [
      'remove_unpaid_child',
      { p_note_id: none, p_child_id: none, p_place_id: none, p_reason: 'They cannot come' },
    ],
  ] as const;
  test.each(calls)('%s refuses visitors, the service, parents, coaches and marketers', async (name, sent) => {
    for (const who of ['visitor', 'service'] as const)
      expect(await sqlState(rpc(db, cast.callers[who], name, { ...sent }))).toBe('42501');
    for (const who of ['parent', 'second parent', 'other parent', 'coach'] as const)
      expect(await refusal(rpc(db, cast.callers[who], name, { ...sent }))).toMatchObject({
        code: 'not_allowed',
        status: 403,
      });
    await db.sql`delete from public.user_roles where user_id = ${cast.coachId}`;
    await db.sql`insert into public.user_roles (user_id, role) values (${cast.coachId}, 'marketer')`;
    expect(await codeOf(rpc(db, cast.callers.coach, name, { ...sent }))).toBe('not_allowed');
    await db.sql`update public.user_roles set role = 'coach' where user_id = ${cast.coachId}`;
  });
});
