/**
 * Tests what the family of a child with a free spot is asked and told: what is missing about the
 * child, that there is nothing to refund if we cancel, and a move to another date.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RequestedDetails, RequestedFromParents } from '#contract/health.ts';
import { MovedChild, MoveTargets } from '#contract/staff-moves.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type Adding, addingArgs, codeOf, createAdding } from '#support/sql-added-children.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let staff: Adding;
let faults: string[];
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  staff = createAdding(db, people);
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('ignite'));
  await afterSale.sellWithRules(db);
  faults = await afterSale.findFaults(db);
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await db.sql`delete from public.outbox`;
});
afterAll(() => db.drop());

/** Makes a guest who has bought a camp, and returns the child of that order. */
async function makeGuest() {
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: await staff.camp() }]);
  const [child] = await db.sql<{ id: string; family: string }[]>`
    select child_id as id, ${bought.familyId} as family from public.order_children where order_id = ${bought.orderId}`;
  if (!child) throw new Error('no child');
  await db.sql`delete from public.outbox`;
  return child;
}
const addSibling = async (family: string, name = 'Noa Tan') => {
  const [row] = await db.sql<{ id: string }[]>`
    insert into public.children (family_id, name, dob, agreed_teams)
    values (${family}, ${name}, ${afterSale.dateIn(-8 * 366)}, '{white,red,black,x}') returning id`;
  return row?.id ?? '';
};
const readPayloads = (template: string) =>
  db.sql<{ payload: Record<string, unknown> }[]>`
    select payload from public.outbox where template = ${template} order by created_at, key`;

describe('what is missing about the child', () => {
  test('the preview names it, and the mail to a guest asks for it with a link that opens, and says what to bring', async () => {
    const child = await makeGuest();
    const place = await staff.camp();
    expect(await staff.preview(child.id, place)).toMatchObject({
      missing: expect.arrayContaining(['health', 'emergency_contact']) as unknown,
      has_account: false,
      has_order: true,
    });
    await staff.add(addingArgs(child.id, place));
    const [mail] = await readPayloads('free_spot');
    expect(mail?.payload).toMatchObject({
      missing: expect.arrayContaining(['health']) as unknown,
      manage_token: expect.any(String) as unknown,
      bring: expect.any(Object) as unknown,
    });
    expect(mail?.payload).not.toHaveProperty('phone');
    const token = String(mail?.payload['manage_token']);
    const asked = v.parse(
      RequestedDetails,
      await rpc(db, visitor, 'get_requested_details', { p_access: { token } }),
    );
    expect(asked.children).toMatchObject([{ is_reported: false }]);
    // The link opens nothing else.
    expect(await codeOf(rpc(db, visitor, 'get_managed_order', { p_access: { token } }))).toBe('not_allowed');
  });

  test('a family with an account gets no link, because it answers in Family Base', async () => {
    const place = await staff.camp();
    expect(await staff.preview(people.otherChildId, place)).toMatchObject({
      has_account: true,
      has_order: false,
    });
    await staff.add(addingArgs(people.otherChildId, place, 'free', { p_allows_age: true }));
    const mails = await readPayloads('free_spot');
    expect(mails.length).toBeGreaterThan(0);
    for (const { payload } of mails) {
      expect(payload).toMatchObject({ has_account: true });
      expect(payload).not.toHaveProperty('manage_token');
    }
  });

  test('at the gate, a guest gets the link of an earlier order; without one nothing is sent, and the coach is told', async () => {
    const today = await camps.makeCamp(db, { start: afterSale.dateIn(0) });
    const [guest, stranger] = [await makeGuest(), await staff.makeChild()];
    for (const { id, family } of [guest, stranger])
      await db.sql`
        insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
        values (${today}, ${id}, ${family}, 'free')`;
    const ask = async (p_child_id: string) =>
      v.parse(
        RequestedFromParents,
        await rpc(db, people.callers.admin, 'ask_child_details', { p_place_id: today, p_child_id }),
      );
    expect(await ask(stranger.id)).toEqual({ mails: 0, has_link: false });
    expect(await readPayloads('details_requested')).toHaveLength(0);
    expect(await ask(guest.id)).toEqual({ mails: 1, has_link: true });
    const [mail] = await readPayloads('details_requested');
    const token = String(mail?.payload['manage_token']);
    expect(
      v.parse(RequestedDetails, await rpc(db, visitor, 'get_requested_details', { p_access: { token } }))
        .children,
    ).toHaveLength(1);
    // A request from the family's page finds the same.
    const askFamily = async (p_child_id: string) =>
      v.parse(
        RequestedFromParents,
        await rpc(db, people.callers.admin, 'ask_family_details', { p_child_id }),
      );
    expect(await askFamily(stranger.id)).toEqual({ mails: 0, has_link: false });
    expect(await askFamily(guest.id)).toEqual({ mails: 1, has_link: true });
  });
});

describe('we cancel what a family got for free', () => {
  const cancel = async (place: string) => {
    const seen = await rpc<{ choice: object }>(db, people.callers.admin, 'preview_cancel_by_staff', {
      p_place_ids: [place],
    });
    await rpc(db, people.callers.admin, 'cancel_by_staff', {
      p_place_ids: [place],
      p_reason: 'Rain',
      p_refunds: false,
      p_expected: seen.choice,
    });
  };
  const readNews = async (family: string) => {
    const [row] = await db.sql<{ news: { id: string; child_ids: string[]; unpaid_child_ids: string[] }[] }[]>`
      select private.family_cancelled_by_us(${family}, ${afterSale.dateIn(0)}, ${afterSale.dateIn(400)}) as news`;
    return row?.news ?? [];
  };
  const readPlaces = async () => {
    const [mail] = await readPayloads('cancelled_by_us');
    return mail?.payload['cancelled_by_us'];
  };

  test('a camp with one paid and one free child: mail and Family Base know for whom nobody paid', async () => {
    const place = await staff.camp();
    const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: place }]);
    const free = await addSibling(bought.familyId);
    await staff.add(addingArgs(free, place));
    await db.sql`delete from public.outbox`;
    await cancel(place);
    expect(await readPlaces()).toMatchObject([{ children: ['Kai', 'Noa'], unpaid_children: ['Noa'] }]);
    const news = (await readNews(bought.familyId)).find(({ id }) => id === place);
    expect(news).toMatchObject({ unpaid_child_ids: [free] });
    expect(news?.child_ids).toHaveLength(2);
  });

  test('a class: the free child has no credit that could be back', async () => {
    const session = await afterSale.makeSession(db, afterSale.dateIn(12));
    const child = await staff.makeChild();
    await staff.add(addingArgs(child.id, session));
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id: session }]);
    await db.sql`delete from public.outbox`;
    await cancel(session);
    const places = await readPayloads('cancelled_by_us');
    expect(
      places.map(
        ({ payload }) => (payload['cancelled_by_us'] as { unpaid_children: string[] }[])[0]?.unpaid_children,
      ),
    ).toEqual(expect.arrayContaining([['Kai'], []]));
    expect((await readNews(child.family)).find(({ id }) => id === session)).toMatchObject({
      unpaid_child_ids: [child.id],
    });
    expect((await readNews(bought.familyId)).find(({ id }) => id === session)).toMatchObject({
      unpaid_child_ids: [],
    });
  });
});

describe('staff move a free spot', () => {
  const args = (p_child_id: string, p_from: string, p_to: string, more: object = {}) => ({
    ...{ p_note_id: crypto.randomUUID(), p_child_id, p_from, p_to },
    ...{ p_adds_spot: false, p_reason: 'They asked for another day' },
    ...more,
  });
  const move = async (sent: object) =>
    v.parse(MovedChild, await rpc(db, people.callers['business admin'], 'move_child', { ...sent }));
  const countGiven = async () => {
    const [row] = await db.sql<{ cents: number }[]>`
      select private.free_spots_given_today(${people.callers['business admin'].sub ?? ''}) as cents`;
    return row?.cents;
  };

  test('a camp: one mail says from where and to where, the spot stays free, and it counts once as given', async () => {
    const [from, to] = [await staff.camp(), await staff.camp()];
    const child = await staff.makeChild();
    await staff.add(addingArgs(child.id, from));
    const given = await countGiven();
    await db.sql`delete from public.outbox`;
    expect(await move(args(child.id, from, to))).toMatchObject({ mailed: true, added: false });
    expect(await readPayloads('free_spot')).toMatchObject([
      {
        payload: {
          is_removed: false,
          children: ['Kai'],
          camp: { camp_id: to },
          left: { camp: { camp_id: from }, session: null },
        },
      },
    ]);
    const spots = await db.sql`
      select camp_id, status, rung_id from public.camp_enrollments where child_id = ${child.id} order by status desc`;
    expect(spots).toEqual([
      { camp_id: to, status: 'enrolled', rung_id: 'free' },
      { camp_id: from, status: 'cancelled', rung_id: 'free' },
    ]);
    expect(await countGiven()).toBe(given);
    expect(await afterSale.findFaults(db)).toEqual(faults);
  });

  test('a class: it is offered other classes, moves without a credit, also above capacity, and counts once', async () => {
    const [from, full] = [
      await afterSale.makeSession(db, afterSale.dateIn(13)),
      await afterSale.makeSession(db, afterSale.dateIn(14), 0),
    ];
    const child = await staff.makeChild();
    await staff.add(addingArgs(child.id, from));
    const given = await countGiven();
    await db.sql`delete from public.outbox`;
    const { targets } = v.parse(
      MoveTargets,
      await rpc(db, people.callers.admin, 'list_staff_move_targets', { p_child_id: child.id, p_from: from }),
    );
    expect(targets.map(({ id }) => id)).toContain(full);
    expect(await codeOf(move(args(child.id, from, full)))).toBe('session_full');
    expect(await move(args(child.id, from, full, { p_adds_spot: true }))).toMatchObject({
      added: true,
      mailed: true,
    });
    expect(await readPayloads('free_spot')).toMatchObject([
      { payload: { session: { session_id: full }, left: { session: { session_id: from } } } },
    ]);
    expect([await staff.countOn(from), await staff.countOn(full), await staff.readCapacity(full)]).toEqual([
      0, 1, 1,
    ]);
    const credits = await db.sql`
      select from public.credit_ledger l join public.bookings b on b.id = l.booking_id where b.child_id = ${child.id}`;
    expect(credits).toHaveLength(0);
    expect(await countGiven()).toBe(given);
    // Nobody has paid for this spot either, so it can be removed.
    expect((await staff.remove(child.id, full)).children).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual(faults);
  });
});
