import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { FamilyDashboard } from '#contract/family.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { saveChild, saveProfile, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, makeUser, rpc, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => stopCalendar(db, '2030-01-10T12:00:00+08:00'));
afterAll(() => db.drop());

const readDashboard = async ({ who }: Pick<passes.Home, 'who'>) =>
  v.parse(FamilyDashboard, await rpc(db, who, 'get_family_dashboard'));
const child = async (home: passes.Home) =>
  (await readDashboard(home)).children.find(({ id }) => id === home.childId);

describe('a child on the dashboard', () => {
  test('the child has the team of its age today, and none before it is old enough', async () => {
    expect((await child(await passes.makeHome(db, '2022-05-01')))?.team).toEqual({
      id: 'red',
      name: 'Red Otter',
    });
    expect((await child(await passes.makeHome(db, '2026-05-01')))?.team).toBeNull();
  });

  test('the child has the last note of a coach, with author and date', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    expect((await child(home))?.level_note).toBeNull();
    const coach = signedIn(await makeUser(db, 'hafiz@example.test', ['coach']));
    const here = await shop.makeSession(db, { date: '2030-01-10' });
    await db.sql`insert into public.coaches (user_id, name) values (${coach.sub ?? ''}, 'Coach Hafiz')`;
    await assignAsCoach(db, coach.sub, here);
    const level = (who: Caller, p_level: number, p_note: string | null) =>
      rpc(db, who, 'set_child_level', { p_child_id: home.childId, p_level, p_note });
    await level(admin, 2, 'Drops in');
    await passes.makePass(db, home);
    await stopCalendar(db, '2030-01-10T01:00:00+08:00');
    await passes.bookSession(db, home, here);
    await level(coach, 3, 'Knee height, three in a row');
    await level(admin, 4, null);
    expect(await child(home)).toMatchObject({
      current_level: 4,
      level_note: { level: 3, text: 'Knee height, three in a row', coach: 'Coach Hafiz' },
    });
  });

  test('the child’s sessions of a year are counted as booked, marked and attended', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    const bookPast = async (date: string, attended: boolean | null, status = 'booked') => {
      const session = await shop.makeSession(db, { date });
      await db.sql`
        insert into public.bookings (session_id, session_date, session_time, child_id, family_id, status, attended)
        select id, session_date, session_time, ${home.childId}, ${home.familyId}, ${status}, ${attended}
        from public.sessions where id = ${session}`;
    };
    expect((await child(home))?.sessions).toEqual({ booked: 0, marked: 0, attended: 0, since: null });
    await bookPast('2029-01-09', true);
    await bookPast('2029-01-10', true);
    await bookPast('2030-01-05', false);
    await bookPast('2030-01-06', null);
    await bookPast('2030-01-07', null, 'cancelled');
    await bookPast('2030-01-20', null);
    expect((await child(home))?.sessions).toEqual({
      booked: 3,
      marked: 2,
      attended: 1,
      since: '2029-01-10',
    });
  });

  test('the child’s missing details are listed, the most urgent first, until they are given', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    const readMissing = async () => (await child(home))?.details_missing;
    const all = ['health', 'emergency_contact', 'medical', 'liability', 'activity', 'doctor_phone', 'photo'];
    expect(await readMissing()).toEqual(all);
    await saveChild(db, home.who, { id: home.childId, health: {} });
    expect(await readMissing()).toEqual(all);
    await saveChild(db, home.who, { id: home.childId, health: { answer: 'nothing' } });
    expect(await readMissing()).toEqual(all.slice(1));
    await saveProfile(db, home.who, { emergency_contacts: [{ name: 'Gran', phone: '+6591234567' }] });
    const consent = (p_purpose: string, p_given = true) =>
      rpc(db, home.who, 'record_consent', {
        p_purpose,
        p_given,
        p_version: 1,
        p_child_id: home.childId,
      });
    for (const purpose of ['medical', 'liability', 'activity']) await consent(purpose);
    expect(await readMissing()).toEqual(['doctor_phone', 'photo']);
    await saveChild(db, home.who, { id: home.childId, health: { doctor_phone: '+6561234567' } });
    // A refused consent counts as an answer.
    await consent('photo', false);
    expect(await readMissing()).toEqual([]);
  });

  test('the people who may collect the child, its own and the family’s, are listed by name only', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    await saveChild(db, home.who, { id: home.childId, pickup_authorizations: [{ name: 'Coach Dad' }] });
    await saveProfile(db, home.who, {
      pickup_authorizations: [{ name: 'Gran', phone: '+6591234567' }],
    });
    expect((await child(home))?.pickup).toEqual(['Coach Dad', 'Gran']);
    expect(JSON.stringify(await readDashboard(home))).not.toContain('91234567');
  });
});

describe('a cancellation by us', () => {
  const cancel = (session: string, reason: string | null = 'Lightning') =>
    cancelSessions(db, session, reason);

  test('a cancellation in the next 7 days is shown with its reason to those who were booked at the time', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    await passes.makePass(db, home, { credits: 9 });
    const sessions = [];
    for (const date of ['2030-01-11', '2030-01-17', '2030-01-18', '2030-01-12'])
      sessions.push(await shop.makeSession(db, { date, capacity: 4 }));
    const [off = '', without = '', later = '', left = ''] = sessions;
    for (const session of [off, without, later]) await passes.bookSession(db, home, session);
    await stopCalendar(db, '2030-01-10T06:00:00+08:00');
    await passes.cancelBooking(db, home.who, (await passes.bookSession(db, home, left)).booking_id);
    await stopCalendar(db, '2030-01-10T12:00:00+08:00');
    await cancel(off);
    await cancel(without, null);
    await cancel(later);
    await cancel(left);
    const board = await readDashboard(home);
    expect(board.cancelledByUs).toMatchObject([
      {
        kind: 'session',
        id: off,
        reason: 'Lightning',
        child_ids: [home.childId],
        team: 'red',
        order_id: null,
      },
      { kind: 'session', id: without, reason: null },
    ]);
    expect(board.upcomingBookings).toEqual([]);
    expect(board.totalCredits).toBe(9);
    expect((await readDashboard(await passes.makeHome(db))).cancelledByUs).toEqual([]);
  });

  test('a cancelled camp is shown until the family has chosen', async () => {
    const home = await passes.makeHome(db, '2022-05-01');
    const camp = await camps.makeCamp(db, { start: '2030-01-14' });
    await db.sql`insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
      values (${camp}, ${home.childId}, ${home.familyId}, 'listed')`;
    expect((await readDashboard(home)).upcomingCamps).toMatchObject([
      { cancelled: false, cancelled_by_us_reason: null },
    ]);
    const cancelCamp = (reason: string) => cancelSessions(db, camp, reason);
    await cancelCamp('Haze');
    await cancelCamp('Something else');
    expect(await readDashboard(home)).toMatchObject({
      cancelledByUs: [{ kind: 'camp', id: camp, reason: 'Haze', child_ids: [home.childId] }],
      upcomingCamps: [{ cancelled: true, cancelled_by_us_reason: 'Haze' }],
    });
    await db.sql`update public.camp_enrollments set status = 'cancelled' where camp_id = ${camp}`;
    expect((await readDashboard(home)).cancelledByUs).toEqual([]);
  });
});

test('a booking shows its pass, team and hours, and a missed one shows whether it can be made up', async () => {
  const home = await passes.makeHome(db, '2022-05-01');
  const pass = await passes.makePass(db, home, { credits: 3, makeUps: 1 });
  const [ahead, earlier] = [
    await shop.makeSession(db, { date: '2030-01-12' }),
    await shop.makeSession(db, { date: '2030-01-08' }),
  ];
  await stopCalendar(db, '2030-01-01T12:00:00+08:00');
  await passes.bookSession(db, home, ahead);
  const missed = await passes.bookSession(db, home, earlier);
  await stopCalendar(db, '2030-01-10T12:00:00+08:00');
  const [upcoming] = (await readDashboard(home)).upcomingBookings;
  expect(upcoming).toMatchObject({
    pass_id: pass,
    can_make_up: false,
    session: { team: 'red', cancelled: false },
  });
  expect(Date.parse(upcoming?.ends_at ?? '') - Date.parse(upcoming?.starts_at ?? '')).toBe(3_600_000);
  const past = async () => (await readDashboard(home)).recentActivity[0];
  expect(await past()).toMatchObject({ id: missed.booking_id, can_make_up: false });
  await db.sql`update public.bookings set attended = false where id = ${missed.booking_id}`;
  expect(await past()).toMatchObject({ can_make_up: true });
  await rpc(db, home.who, 'claim_make_up', { p_booking_id: missed.booking_id });
  expect(await past()).toMatchObject({ can_make_up: false });
});

test('the progress is the number of credits used out of six, shown only with a valid pass and above zero', async () => {
  const home = await passes.makeHome(db, '2022-05-01');
  const progress = async () => (await readDashboard(home)).sessionsProgress;
  expect(await progress()).toBeNull();
  const pass = await passes.makePass(db, home, { credits: 6 });
  expect(await progress()).toBeNull();
  await db.sql`insert into public.credit_ledger (pass_id, delta, reason) values (${pass}, -4, 'adjusted')`;
  expect(await progress()).toEqual({ booked: 4, of: 6 });
  await db.sql`update public.passes set valid_until = '2030-01-09' where id = ${pass}`;
  expect(await progress()).toBeNull();
});

test('an open invitation is shown, and an expired one is not', async () => {
  const home = await passes.makeHome(db);
  await rpc(db, home.who, 'invite_parent', { p_email: 'dad@example.test' });
  expect((await readDashboard(home)).invitation).toMatchObject({ email: 'dad@example.test' });
  await db.sql`update public.family_invitations set expires_at = clock_timestamp() where family_id = ${home.familyId}`;
  expect((await readDashboard(home)).invitation).toBeNull();
});

test('parties are shown to their host and to a parent with a confirmed address who comes, and to nobody else', async () => {
  const [host, guest, other] = [
    await passes.makeHome(db),
    await passes.makeHome(db),
    await passes.makeHome(db),
  ];
  // It is Thursday, so a party on Monday of this week is still shown.
  const makeParty = async (title: string, day: string, status = 'planned') => {
    const [row] = await db.sql<[{ id: string }]>`
      insert into public.parties (title, host_name, family_id, starts_at, ends_at, place, head_count, status)
      values (${title}, 'Ann', ${host.familyId}, ${`${day}T15:00:00+08:00`}, ${`${day}T17:00:00+08:00`}, 'Home', 9, ${status})
      returning id`;
    return row.id;
  };
  const answer = (party: string, email: string, attending: boolean) => db.sql`
    insert into public.form_responses (form_id, party_id, attending, contact_name, contact_email)
    values ('birthday-rsvp', ${party}, ${attending}, 'Guest', ${email})`;
  await makeParty('Last week', '2030-01-06');
  await makeParty('Called off', '2030-01-07', 'cancelled');
  const coming = await makeParty('We come', '2030-01-12');
  const declined = await makeParty('We do not come', '2030-01-13');
  for (const email of [guest.email, 'unconfirmed@example.test']) {
    await answer(coming, email, true);
    await answer(declined, email, false);
  }
  // Somebody who has not confirmed this address sees nothing of the answers with it.
  await db.sql`
    update auth.users set email = 'unconfirmed@example.test', email_confirmed_at = null
    where id = ${other.who.sub ?? ''}`;
  const seen = async (home: passes.Home) =>
    (await readDashboard(home)).parties.map(({ title, is_host, cancelled }) => [title, is_host, cancelled]);
  expect(await seen(host)).toEqual([
    ['Called off', true, true],
    ['We come', true, false],
    ['We do not come', true, false],
  ]);
  expect(await seen(guest)).toEqual([['We come', false, false]]);
  expect(await seen(other)).toEqual([]);
  expect(Object.keys((await readDashboard(guest)).parties[0] ?? {}).toSorted()).toEqual([
    'cancelled',
    'ends_at',
    'id',
    'is_host',
    'place',
    'starts_at',
    'title',
  ]);
  // The guests' names and contact are deleted some time after the party, and the answer then belongs to nobody.
  await db.sql`
    update public.form_responses set anonymised_at = now(), contact_name = null, contact_email = null
    where party_id = ${coming}`;
  expect(await seen(guest)).toEqual([]);
});
