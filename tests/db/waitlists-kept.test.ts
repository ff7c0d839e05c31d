/** Tests that a waitlist offer belongs to one family and one child, and ends when there is nothing left to book. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '#support/sql-after.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as d from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import * as p from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as wait from '#support/sql-waitlists.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
beforeEach(() => after.startCalendar(db));
afterAll(() => db.drop());

const status = async (entry: { secret: string }) => (await wait.viewEntry(db, entry)).status;

describe('booking an offered place with the link of a mail', () => {
  let parents = 0;
  /** Makes an offer to Kai with this address, and a Term pass that was bought under the same address. */
  async function makeOffer(email: string) {
    const bought = await after.buy(db, [
      { offer_id: shop.term.id, session_id: await after.session(db, after.dateIn(1)) },
    ]);
    const line = bought.lines[0] ?? '';
    await db.sql`update public.orders set parent_email = ${email} where id = ${bought.orderId}`;
    const full = await after.session(db, after.dateIn(9), 1);
    const order = await shop.hold(db, full);
    const entry = await wait.joinAs(db, x.visitor, {
      session_id: full,
      offer_id: shop.term.id,
      parent: { ...wait.parent, email },
      children: [{ name: 'Kai Tan', dob: after.birthDate }],
    });
    await wait.release(db, order);
    expect(await status(entry)).toBe('offered');
    return { bought, line, full, entry };
  }
  /** Gives the family an account, which gets its mails from then on. */
  async function signUp(familyId: string) {
    const who = await d.makeParent(db, `signed-up${++parents}@example.test`);
    await db.sql`update public.profiles set family_id = ${familyId} where id = ${who.sub ?? ''}`;
    await db.sql`update public.families set primary_parent_id = ${who.sub ?? ''} where id = ${familyId}`;
    return `signed-up${parents}@example.test`;
  }
  const chores = {
    session_reminder: async (familyId: string) => {
      await x.stopCalendar(db, `${after.dateIn(0)}T11:00:00+08:00`);
      await x.rpc(db, x.service, 'queue_session_reminders');
      return `session_reminder:%:${familyId}`;
    },
    pass_expiring: async (familyId: string) => {
      await db.sql`update public.passes set valid_from = ${after.dateIn(-20)}, valid_until = ${after.dateIn(12)} where family_id = ${familyId}`;
      await x.rpc(db, x.service, 'queue_expiry_reminders');
      const [pass] = await db.sql<
        { id: string }[]
      >`select id from public.passes where family_id = ${familyId}`;
      return `pass_expiring:${pass?.id ?? ''}:%`;
    },
    cancelled_by_us: async (familyId: string) => {
      const [place] = await db.sql<{ id: string }[]>`
        select session_id as id from public.bookings where family_id = ${familyId}`;
      await x.cancelSessions(db, place?.id ?? '');
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

  test.each(kinds)('with a %s mail to another address, the offered place cannot be booked', async (kind) => {
    const { bought, line, full, entry } = await makeOffer(`${kind}-typed@example.test`);
    const account = await signUp(bought.familyId);
    const { recipient, token } = await findMail(await chores[kind](bought.familyId));
    expect(recipient).toBe(account);
    const [seen] = (await after.passSessions(db, bought, line, { token })).filter(
      (one) => one.session.session_id === full,
    );
    expect(seen?.spots_left).toBe(0);
    const call = after.manage(
      db,
      bought,
      'book_pass_session',
      { p_line_id: line, p_session_id: full },
      { access: { token } },
    );
    expect(await x.refusal(call)).toMatchObject({ code: 'session_full' });
    expect(await status(entry)).toBe('offered');
  });

  test.each(kinds)(
    'with a %s mail to the order’s address, the child’s offered place can be booked',
    async (kind) => {
      const email = `${kind}-own@example.test`;
      const { bought, line, full, entry } = await makeOffer(email);
      await db.sql`update public.families set contact_email = ${email} where id = ${bought.familyId}`;
      const { recipient, token } = await findMail(await chores[kind](bought.familyId));
      expect(recipient).toBe(email);
      await after.manage(
        db,
        bought,
        'book_pass_session',
        { p_line_id: line, p_session_id: full },
        { access: { token } },
      );
      expect(await status(entry)).toBe('enrolled');
    },
  );

  test('with a link that was never mailed, the offered place cannot be booked, because it verifies no address', async () => {
    const { bought, line, full } = await makeOffer('nobody-read@example.test');
    const [link] = await db.sql<[{ token: string }]>`
      select private.make_order_link(${bought.orderId}, 'manage') as token`;
    const call = after.manage(
      db,
      bought,
      'book_pass_session',
      { p_line_id: line, p_session_id: full },
      { access: link },
    );
    expect(await x.refusal(call)).toMatchObject({ code: 'session_full' });
  });
});

describe('an offer to siblings', () => {
  const setSeats = (session: string, p_capacity: number) =>
    x.rpc(db, x.service, 'set_session_capacity', { p_session_id: session, p_capacity });

  test('the offer stays with the child for whom it was made, whoever books or cancels', async () => {
    const home = await p.makeHome(db);
    await p.makePass(db, home);
    const lia = await d.saveChild(db, home.who, { name: 'Lia', dob: '2018-05-01' });
    const { session, order } = await wait.fullSession(db);
    const p_entry = {
      ...wait.joinRequest({ session_id: session }),
      children: [{ id: home.childId }, { id: lia.id }],
    };
    const entry = await wait.joinAs(db, home.who, p_entry);
    await wait.release(db, order);
    const first = await p.book(db, home, session);
    await setSeats(session, 2);
    const forWhom = async () => {
      const { status: now, places, children } = await wait.viewEntry(db, entry);
      return [now, places, children.map(({ id }) => id)];
    };
    expect(await forWhom()).toEqual(['offered', 1, [lia.id]]);
    await p.cancel(db, home.who, first.booking_id, true);
    expect(await forWhom()).toEqual(['offered', 1, [lia.id]]);
    await p.book(db, home, session);
    expect(await forWhom()).toEqual(['offered', 1, [lia.id]]);
    expect(await shop.seatsTaken(db, session)).toBe(2);

    await p.makePass(db, { childId: lia.id, familyId: home.familyId });
    await p.book(db, { who: home.who, childId: lia.id }, session);
    expect(await status(entry)).toBe('enrolled');
    expect(await shop.seatsTaken(db, session)).toBe(2);
  });
});

describe('an offer of a camp whose time changes', () => {
  // The mails about a new time are tested in place-changes.test.ts.
  const untold = { notify: false, note: 'Told by phone', expected: { families: 0, mails: 0 } };
  const update = (id: string, changes: object) =>
    db.as(
      x.service,
      (sql) => sql`
        select public.update_camp(${id}, ${JSON.stringify(changes)}::text::jsonb, ${JSON.stringify(untold)}::text::jsonb)`,
    );
  const start = (time: string) => ({ session_time_start: time });
  const minutesLeft = async (entry: { secret: string }) => {
    const { offer_expires_at: until, server_time: now } = await wait.viewEntry(db, entry);
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
    const camp = await camps.makeCamp(db, { capacity: 1, start: after.dateIn(30) });
    await update(camp, { ...start('15:00'), session_time_end: '18:00' });
    await camps.takePlace(db, camp);
    const [entry, next] = [await wait.join(db, { camp_id: camp }), await wait.join(db, { camp_id: camp })];
    const [day] = await db.sql<{ start: string }[]>`
      select start_date::text as start from public.camp_weeks where id = ${camp}`;
    await x.stopCalendar(db, `${day?.start ?? ''}T11:00:00+08:00`);
    await x.rpc(db, x.service, 'raise_camp_capacity', { p_camp_id: camp, p_capacity: 2 });
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
    expect(await orders.campTaken(db, camp)).toBe(1);
  });
});
