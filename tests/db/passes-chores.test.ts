import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, rpc, service, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(() => db.sql`delete from public.outbox`);
afterEach(() => passes.runCalendar(db));
afterAll(() => db.drop());

const run = (name: string) => rpc<Record<string, number>>(db, service, name);
const mails = () =>
  db.sql<{ key: string; template: string; recipient: string; payload: Record<string, unknown> }[]>`
    select key, template, recipient, payload from public.outbox order by key`;

describe('the notice about a pass that expires soon', () => {
  const remindOn = async (day: string) => {
    await stopCalendar(db, `${day}T12:00:00+08:00`);
    return (await run('queue_expiry_reminders')).queued;
  };

  test('the parent gets it 14 and 3 days before, once each', async () => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home, { from: '2030-01-01', until: '2030-06-30', credits: 2 });
    expect(await remindOn('2030-06-15')).toBe(0);
    expect(await remindOn('2030-06-16')).toBe(1);
    expect(await remindOn('2030-06-17')).toBe(0);
    expect(await remindOn('2030-06-26')).toBe(0);
    expect(await remindOn('2030-06-27')).toBe(1);
    expect(await remindOn('2030-06-30')).toBe(0);
    expect(await remindOn('2030-07-01')).toBe(0);
    expect((await mails()).map(({ key, template, recipient }) => [key, template, recipient])).toEqual([
      [`pass_expiring:${pass}:14`, 'pass_expiring', home.email],
      [`pass_expiring:${pass}:3`, 'pass_expiring', home.email],
    ]);
    expect((await mails())[0]?.payload).toEqual({
      parent_name: home.email,
      child_name: 'Child',
      title: 'pass-term',
      valid_until: '2030-06-30',
      credits: 2,
    });
  });

  test('parallel chores queue it once', async () => {
    await passes.makePass(db, await passes.makeHome(db), { from: '2031-01-01', until: '2031-06-30' });
    await stopCalendar(db, '2031-06-20T12:00:00+08:00');
    const counts = await Promise.all([1, 2, 3, 4].map(() => run('queue_expiry_reminders')));
    expect(counts.reduce((sum, { queued = 0 }) => sum + queued, 0)).toBe(1);
  });

  test('it is not sent for a spent pass, for a pass shorter than the notice, or to an erased family', async () => {
    const until = '2032-06-30';
    const spent = await passes.makePass(db, await passes.makeHome(db), {
      from: '2032-01-01',
      until,
      credits: 1,
    });
    await db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${spent}, -1, 'adjusted')`;
    await passes.makePass(db, await passes.makeHome(db), { from: '2032-06-16', until });
    const erasedHome = await passes.makeHome(db);
    await passes.makePass(db, erasedHome, { from: '2032-01-01', until });
    await db.sql`update public.families set erased_at = now() where id = ${erasedHome.familyId}`;
    expect(await remindOn('2032-06-18')).toBe(0);
    // The fourteen-day pass gets only the notice three days before its end.
    expect(await remindOn('2032-06-28')).toBe(1);
  });
});

describe('the reminder on the day before', () => {
  const remindAt = async (moment: string) => {
    await stopCalendar(db, moment);
    return (await run('queue_session_reminders')).queued;
  };
  const addBooking = async (session: string, home: passes.Home, status = 'booked') =>
    db.sql`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id, status)
      select id, session_date, session_time, ${home.childId}, ${home.familyId}, ${status} from public.sessions
      where id = ${session}`;

  test('a family with sessions gets it once, from ten in the morning on', async () => {
    const session = await shop.makeSession(db, { capacity: 9, date: '2030-03-10' });
    const home = await passes.makeHome(db);
    await addBooking(session, home);
    expect(await remindAt('2030-03-08T23:59:59+08:00')).toBe(0);
    expect(await remindAt('2030-03-09T09:59:59.999+08:00')).toBe(0);
    expect(await remindAt('2030-03-09T10:00:00+08:00')).toBe(1);
    expect(await remindAt('2030-03-09T23:59:59+08:00')).toBe(0);
    expect(await remindAt('2030-03-10T10:00:00+08:00')).toBe(0);
    expect(await mails()).toMatchObject([
      {
        key: `session_reminder:${session}:${home.familyId}`,
        recipient: home.email,
        payload: { session: { session_id: session, session_date: '2030-03-10' }, camp: null },
      },
    ]);
    expect(JSON.stringify(await mails())).not.toContain('Child ');
  });

  test('the reminder for a purchase has the link to manage it, and the link is made once', async () => {
    await stopCalendar(db, '2030-03-04T12:00:00+08:00');
    const session = await shop.makeSession(db, { date: '2030-03-14' });
    const paid = await shop.openCheckout(db, session);
    await shop.confirmPayment(db, shop.paymentOf(paid));
    await db.sql`delete from public.outbox`;
    const links = () =>
      db.sql<
        { n: number }[]
      >`select count(*)::integer as n from public.order_links where order_id = ${paid.orderId}`;
    const [before] = await links();
    expect(await remindAt('2030-03-13T10:00:00+08:00')).toBe(1);
    await remindAt('2030-03-13T10:01:00+08:00');
    const [after] = await links();
    expect((after?.n ?? 0) - (before?.n ?? 0)).toBe(1);
    const [mail] = await mails();
    const order = await rpc<{ number: string }>(db, visitor, 'get_managed_order', {
      p_access: { token: mail?.payload['manage_token'] },
    });
    expect(order.number).toBe(paid.order.number);
  });

  test('siblings in one session get one mail, and a sibling in another session gets another', async () => {
    const [one, two] = [
      await shop.makeSession(db, { capacity: 9, date: '2030-03-17' }),
      await shop.makeSession(db, { capacity: 9, date: '2030-03-17' }),
    ];
    const home = await passes.makeHome(db);
    const [sibling] = await db.sql<[{ id: string }]>`
      insert into public.children (family_id, name, dob) values (${home.familyId}, 'Sib', '2019-01-01') returning id`;
    await addBooking(one, home);
    await addBooking(one, { ...home, childId: sibling.id });
    await addBooking(two, { ...home, childId: sibling.id });
    await stopCalendar(db, '2030-03-16T12:00:00+08:00');
    const counts = await Promise.all([1, 2, 3].map(() => run('queue_session_reminders')));
    expect(counts.reduce((sum, { queued = 0 }) => sum + queued, 0)).toBe(2);
  });

  test('cancelled bookings and sessions are left out', async () => {
    const [one, two] = [
      await shop.makeSession(db, { capacity: 9, date: '2030-03-24' }),
      await shop.makeSession(db, { capacity: 9, date: '2030-03-24' }),
    ];
    await addBooking(one, await passes.makeHome(db), 'cancelled');
    await addBooking(two, await passes.makeHome(db));
    await db.sql`update public.sessions set status = 'cancelled' where id = ${two}`;
    expect(await remindAt('2030-03-23T12:00:00+08:00')).toBe(0);
  });

  test('a camp has a reminder only before its first day, and none when it is cancelled', async () => {
    const [camp, off] = [
      await camps.makeCamp(db, { start: '2030-04-01' }),
      await camps.makeCamp(db, { start: '2030-04-01', base: 'bishan' }),
    ];
    const home = await passes.makeHome(db);
    for (const id of [camp, off]) {
      await db.sql`insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
        values (${id}, ${home.childId}, ${home.familyId}, 'listed')`;
    }
    await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${off}`;
    expect(await remindAt('2030-03-31T12:00:00+08:00')).toBe(1);
    expect(await remindAt('2030-04-01T12:00:00+08:00')).toBe(0);
    expect(await mails()).toMatchObject([{ payload: { session: null, camp: { camp_id: camp } } }]);
  });
});

describe('a mail that failed for good', () => {
  const write = (attempts: number, lease: string | null, sent: string | null = null) => db.sql`
    insert into public.outbox (key, template, recipient, payload, attempts, leased_until, sent_at, last_error)
    values (gen_random_uuid(), 'session_reminder', 'mei@example.test', '{}', ${attempts},
      clock_timestamp() + ${lease}::interval, ${sent}, 'bad address mei@example.test')`;

  test('it opens one error report for staff, without the address', async () => {
    await write(24, '-1 second');
    await write(24, null);
    const before = await countRows(db, 'error_reports');
    const counts = await Promise.all([1, 2, 3].map(() => run('report_lost_mails')));
    expect(counts.reduce((sum, { lost = 0 }) => sum + lost, 0)).toBe(2);
    expect(await countRows(db, 'error_reports')).toBe(before + 2);
    const [report] =
      await db.sql`select severity, message from public.error_reports order by created_at desc limit 1`;
    expect(report).toEqual({
      severity: 'high',
      message: 'Mail session_reminder was given up: bad address [email]',
    });
  });

  test('a mail that is waiting, being sent, or sent opens no report', async () => {
    await write(23, '-1 second');
    await write(24, '1 minute');
    await write(24, null, '2026-01-01');
    expect(await run('report_lost_mails')).toEqual({ lost: 0 });
  });
});
