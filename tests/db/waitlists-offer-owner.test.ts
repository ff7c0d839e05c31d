/** Tests that a waitlist offer belongs to one family and one child, and ends when there is nothing left to book. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { makeParent, saveChild } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { cancelSessions, refusal, rpc, service, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const status = async (entry: { secret: string }) => (await waitlists.viewEntry(db, entry)).status;

describe('booking an offered spot with the link of a mail', () => {
  let parents = 0;
  /** Makes an offer to Kai with this address, and a Term pass that was bought under the same address. */
  async function makeOffer(email: string) {
    const bought = await afterSale.buy(db, [
      { offer_id: shop.term.id, session_id: await afterSale.makeSession(db, afterSale.dateIn(1)) },
    ]);
    const line = bought.lines[0] ?? '';
    await db.sql`update public.orders set parent_email = ${email} where id = ${bought.orderId}`;
    const full = await afterSale.makeSession(db, afterSale.dateIn(9), 1);
    const order = await shop.hold(db, full);
    const entry = await waitlists.joinAs(db, visitor, {
      session_id: full,
      offer_id: shop.term.id,
      parent: { ...waitlists.waitingParent, email },
      children: [{ name: 'Kai Tan', dob: afterSale.birthDate }],
    });
    await waitlists.releaseOrder(db, order);
    expect(await status(entry)).toBe('offered');
    return { bought, line, full, entry };
  }
  /** Gives the family an account, which gets its mails from then on. */
  async function signUp(familyId: string) {
    const who = await makeParent(db, `signed-up${++parents}@example.test`);
    await db.sql`update public.profiles set family_id = ${familyId} where id = ${who.sub ?? ''}`;
    await db.sql`update public.families set primary_parent_id = ${who.sub ?? ''} where id = ${familyId}`;
    return `signed-up${parents}@example.test`;
  }
  const chores = {
    session_reminder: async (familyId: string) => {
      await stopCalendar(db, `${afterSale.dateIn(0)}T11:00:00+08:00`);
      await rpc(db, service, 'queue_session_reminders');
      return `session_reminder:%:${familyId}`;
    },
    pass_expiring: async (familyId: string) => {
      await db.sql`update public.passes set valid_from = ${afterSale.dateIn(-20)}, valid_until = ${afterSale.dateIn(12)} where family_id = ${familyId}`;
      await rpc(db, service, 'queue_expiry_reminders');
      const [pass] = await db.sql<
        { id: string }[]
      >`select id from public.passes where family_id = ${familyId}`;
      return `pass_expiring:${pass?.id ?? ''}:%`;
    },
    cancelled_by_us: async (familyId: string) => {
      const [place] = await db.sql<{ id: string }[]>`
        select session_id as id from public.bookings where family_id = ${familyId}`;
      await cancelSessions(db, place?.id ?? '');
      return `cancelled_by_us:%:${familyId}`;
    },
  };
  const findMail = async (pattern: string) => {
    const [mail] = await db.sql<{ recipient: string; token: string }[]>`
      select recipient, coalesce(payload ->> 'manage_token', payload -> 'manage_tokens' ->> (payload -> 'cancelled_by_us' -> 0 ->> 'order_number')) as token
      from public.outbox where key like ${pattern}`;
    if (!mail) throw new Error(`no mail ${pattern}`);
    return mail;
  };
  const kinds = ['session_reminder', 'pass_expiring', 'cancelled_by_us'] as const;

  test.each(kinds)('with a %s mail to another address, the offered spot cannot be booked', async (kind) => {
    const { bought, line, full, entry } = await makeOffer(`${kind}-typed@example.test`);
    const account = await signUp(bought.familyId);
    const { recipient, token } = await findMail(await chores[kind](bought.familyId));
    expect(recipient).toBe(account);
    const [seen] = (await afterSale.findPassSessions(db, bought, line, { token })).filter(
      (one) => one.session.session_id === full,
    );
    expect(seen?.spots_left).toBe(0);
    const call = afterSale.manage(
      db,
      bought,
      'book_pass_session',
      { p_line_id: line, p_session_id: full },
      { access: { token } },
    );
    expect(await refusal(call)).toMatchObject({ code: 'session_full' });
    expect(await status(entry)).toBe('offered');
  });

  test.each(kinds)(
    'with a %s mail to the order’s address, the child’s offered spot can be booked',
    async (kind) => {
      const email = `${kind}-own@example.test`;
      const { bought, line, full, entry } = await makeOffer(email);
      await db.sql`update public.families set contact_email = ${email} where id = ${bought.familyId}`;
      const { recipient, token } = await findMail(await chores[kind](bought.familyId));
      expect(recipient).toBe(email);
      await afterSale.manage(
        db,
        bought,
        'book_pass_session',
        { p_line_id: line, p_session_id: full },
        { access: { token } },
      );
      expect(await status(entry)).toBe('enrolled');
    },
  );

  test('with a link that was never mailed, the offered spot cannot be booked, because it verifies no address', async () => {
    const { bought, line, full } = await makeOffer('nobody-read@example.test');
    const [link] = await db.sql<[{ token: string }]>`
      select private.make_order_link(${bought.orderId}, 'manage') as token`;
    const call = afterSale.manage(
      db,
      bought,
      'book_pass_session',
      { p_line_id: line, p_session_id: full },
      { access: link },
    );
    expect(await refusal(call)).toMatchObject({ code: 'session_full' });
  });
});

describe('an offer to siblings', () => {
  const setSeats = (session: string, p_capacity: number) =>
    rpc(db, service, 'set_session_capacity', { p_session_id: session, p_capacity });

  test('the offer stays with the child for whom it was made, whoever books or cancels', async () => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home);
    const lia = await saveChild(db, home.who, { name: 'Lia', dob: '2018-05-01' });
    const { session, order } = await waitlists.makeFullSession(db);
    const p_entry = {
      ...waitlists.joinRequest({ session_id: session }),
      children: [{ id: home.childId }, { id: lia.id }],
    };
    const entry = await waitlists.joinAs(db, home.who, p_entry);
    await waitlists.releaseOrder(db, order);
    const first = await passes.bookSession(db, home, session);
    await setSeats(session, 2);
    const forWhom = async () => {
      const { status: now, places, children } = await waitlists.viewEntry(db, entry);
      return [now, places, children.map(({ id }) => id)];
    };
    expect(await forWhom()).toEqual(['offered', 1, [lia.id]]);
    await passes.cancelBooking(db, home.who, first.booking_id, true);
    expect(await forWhom()).toEqual(['offered', 1, [lia.id]]);
    await passes.bookSession(db, home, session);
    expect(await forWhom()).toEqual(['offered', 1, [lia.id]]);
    expect(await shop.countSpotsTaken(db, session)).toBe(2);

    await passes.makePass(db, { childId: lia.id, familyId: home.familyId });
    await passes.bookSession(db, { who: home.who, childId: lia.id }, session);
    expect(await status(entry)).toBe('enrolled');
    expect(await shop.countSpotsTaken(db, session)).toBe(2);
  });
});

describe('an offer of a camp whose time changes', () => {
  // The mails about a new time are tested in place-changes.test.ts.
  const untold = { notify: false, note: 'Told by phone', expected: { families: 0, mails: 0 } };
  const update = (id: string, changes: object) =>
    db.as(
      service,
      (sql) => sql`
        select public.update_camp(${id}, ${JSON.stringify(changes)}::text::jsonb, ${JSON.stringify(untold)}::text::jsonb)`,
    );
  const start = (time: string) => ({ session_time_start: time });
  const minutesLeft = async (entry: { secret: string }) => {
    const { offer_expires_at: until, server_time: now } = await waitlists.viewEntry(db, entry);
    return until ? Math.round((Date.parse(until) - Date.parse(now)) / 60_000) : null;
  };

  /** Returns how many minutes each mail about an offer gives, in order. */
  const readMails = async (entry: { secret: string }) => {
    const mails = await db.sql<{ minutes: number }[]>`
      select round(extract(epoch from (payload ->> 'expires_at')::timestamptz - created_at) / 60)::integer as minutes
      from public.outbox where template = 'waitlist_offer' and payload ->> 'secret' = ${entry.secret} order by created_at`;
    return mails.map(({ minutes }) => minutes);
  };

  test('the offer ends sooner when the camp begins earlier, and not later when it begins later', async () => {
    const camp = await camps.makeCamp(db, { capacity: 1, start: afterSale.dateIn(30) });
    await update(camp, { ...start('15:00'), session_time_end: '18:00' });
    await camps.takeSpot(db, camp);
    const [entry, next] = [
      await waitlists.joinWaitlist(db, { camp_id: camp }),
      await waitlists.joinWaitlist(db, { camp_id: camp }),
    ];
    const [day] = await db.sql<{ start: string }[]>`
      select start_date::text as start from public.camp_weeks where id = ${camp}`;
    await stopCalendar(db, `${day?.start ?? ''}T11:00:00+08:00`);
    await rpc(db, service, 'raise_camp_capacity', { p_camp_id: camp, p_capacity: 2 });
    expect(await minutesLeft(entry)).toBe(120);
    await update(camp, { name: 'Another name' });
    expect(await minutesLeft(entry)).toBe(120);
    expect(await readMails(entry)).toEqual([120]);
    await update(camp, start('14:00'));
    expect(await minutesLeft(entry)).toBe(60);
    expect(await readMails(entry)).toEqual([120, 60]);
    await update(camp, start('16:00'));
    expect(await minutesLeft(entry)).toBe(60);
    // The mails count as sent, because an unsent mail about an ended offer is deleted.
    await db.sql`update public.outbox set sent_at = clock_timestamp()`;
    // Offers end two hours before the beginning, and with half an hour left the next family gets none.
    await update(camp, start('12:30'));
    expect([await status(entry), await status(next)]).toEqual(['lapsed', 'waiting']);
    expect([await readMails(entry), await readMails(next)]).toEqual([[120, 60], []]);
    expect(await orders.countCampSpots(db, camp)).toBe(1);
  });
});
