/**
 * Tests what happens when a coach's role is revoked. What the coach leads is listed and handed over in the same
 * transaction. Also tests a coach who would be needed at two sessions at once.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoachDuties } from '#contract/management-system.ts';
import { ManagementToday } from '#contract/management.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let made = 0;
/** Makes a coach with an account who leads two coming classes, a past one and a camp. */
async function makeLeader() {
  const userId = await makeUser(db, `lead${++made}@example.test`, ['coach']);
  const [coach] = await db.sql<{ id: string }[]>`
    insert into public.coaches (user_id, name) values (${userId}, ${`Lead ${made}`}) returning id`;
  const coachId = coach?.id ?? '';
  const [ahead, now, past] = [
    await afterSale.makeSession(db, afterSale.dateIn(10 + made)),
    await afterSale.makeSession(db, afterSale.dateIn(30 + made)),
    await afterSale.makeSession(db, afterSale.dateIn(-10 - made)),
  ];
  await db.sql`update public.sessions set coach_id = ${coachId} where id = any (${[ahead, now, past]})`;
  const camp = await camps.makeCamp(db, { start: afterSale.dateIn(60 + made * 7), coach: false });
  await db.sql`insert into public.camp_coaches values (${camp}, ${coachId})`;
  return { userId, coachId, ahead, now, past, camp };
}
const makeCoach = async (name: string, user: string | null = null) => {
  const [row] = await db.sql<{ id: string }[]>`
    insert into public.coaches (name, user_id) values (${name}, ${user}) returning id`;
  return row?.id ?? '';
};
const call = <T>(name: string, args: object, who: keyof People['callers'] = 'business admin') =>
  rpc<T>(db, people.callers[who], name, { ...args });
const duties = async (userId: string, to: string | null = null) =>
  v.parse(CoachDuties, await call('get_coach_duties', { p_user_id: userId, p_to: to }));
const revoke = (userId: string, p_handover: object | null = null) =>
  call('revoke_role', { p_user_id: userId, p_role: 'coach', p_handover });
const hasRole = async (userId: string) =>
  (await db.sql`select from public.user_roles where user_id = ${userId} and role = 'coach'`).length === 1;
const readCoach = async (session: string) =>
  (await db.sql<{ id: string | null }[]>`select coach_id as id from public.sessions where id = ${session}`)[0]
    ?.id;
const leadsCamp = async (camp: string) =>
  (
    await db.sql<{ id: string }[]>`select coach_id as id from public.camp_coaches where camp_id = ${camp}`
  ).map(({ id }) => id);

test.each(['visitor', 'service'] as const)('%s cannot ask for the duties of a coach', async (part) =>
  expect(await sqlState(call('get_coach_duties', { p_user_id: crypto.randomUUID() }, part))).toBe('42501'),
);
test.each(['parent', 'second parent', 'other parent', 'coach', 'admin'] as const)(
  '%s is refused',
  async (part) =>
    expect(await refusal(call('get_coach_duties', { p_user_id: crypto.randomUUID() }, part))).toMatchObject({
      code: 'not_allowed',
    }),
);

test('the list has what the coach leads now or later, and nothing that is over', async () => {
  const { userId, now, ahead } = await makeLeader();
  await afterSale.stopBefore(db, now, -60);
  await db.sql`update public.sessions set session_date = session_date + 30 where id = ${ahead}`;
  const listed = await duties(userId);
  expect(listed).toMatchObject({ sessions: 2, camps: 1, templates: 0 });
  expect(listed.next.filter(({ is_on }) => is_on)).toHaveLength(1);
});

test('without a decision about the coach’s duties, the role stays and nothing changes', async () => {
  const { userId, coachId, ahead } = await makeLeader();
  expect(await refusal(revoke(userId))).toMatchObject({
    code: 'coach_leads',
    field: 'p_handover',
    detail: '3',
  });
  expect(await hasRole(userId)).toBe(true);
  expect(await readCoach(ahead)).toBe(coachId);
});

test('the new coach takes over everything at once, and past classes keep their coach', async () => {
  const { userId, coachId, ahead, now, past, camp } = await makeLeader();
  const [template] = await db.sql<{ id: string }[]>`
    update public.session_templates set coach_id = ${coachId}
    where id = (select id from public.session_templates limit 1) returning id`;
  const to = await makeCoach(`Taker ${made}`);
  await revoke(userId, { coach_id: to });
  expect(await hasRole(userId)).toBe(false);
  expect([await readCoach(ahead), await readCoach(now), await readCoach(past)]).toEqual([to, to, coachId]);
  expect(await leadsCamp(camp)).toEqual([to]);
  const [line] = await db.sql`select coach_id from public.session_templates where id = ${template?.id ?? ''}`;
  expect(line?.['coach_id']).toBe(to);
  // The log names the admin who took the role away.
  const [entry] = await db.sql`
    select user_id from public.audit_log where table_name = 'sessions' and row_key = ${ahead} order by id desc limit 1`;
  expect(entry?.['user_id']).toBe(people.callers['business admin'].sub);
});

test('an admin who coaches without the coach role hands over when the last role is removed, and not before', async () => {
  const { userId, coachId, ahead, camp } = await makeLeader();
  await db.sql`update public.user_roles set role = 'admin' where user_id = ${userId} and role = 'coach'`;
  await db.sql`insert into public.user_roles (user_id, role) values (${userId}, 'business_admin')`;
  const take = (p_role: string, p_handover: object | null = null) =>
    call('revoke_role', { p_user_id: userId, p_role, p_handover });
  await take('business_admin');
  expect(await readCoach(ahead)).toBe(coachId);
  // A user without the coach role has no sessions to hand over.
  await take('coach');
  expect(await refusal(take('admin'))).toMatchObject({ code: 'coach_leads', detail: '3' });
  const to = await makeCoach(`Next ${made}`);
  await db.sql`insert into public.coach_hours (coach_id, weekday) values (${coachId}, 1), (${to}, 1)`;
  await take('admin', { coach_id: to });
  expect([await readCoach(ahead), await leadsCamp(camp)]).toEqual([to, [to]]);
  // The coach's stated hours are deleted with the role.
  expect(
    await db.sql`select coach_id as id from public.coach_hours where coach_id in (${coachId}, ${to})`,
  ).toEqual([{ id: to }]);
});

test('nothing can be handed over to a coach whose account is locked', async () => {
  const { userId } = await makeLeader();
  const locked = await makeUser(db, `locked${made}@example.test`, ['coach']);
  const to = await makeCoach(`Locked ${made}`, locked);
  await db.sql`update auth.users set banned_until = now() + interval '1 year' where id = ${locked}`;
  expect(await refusal(revoke(userId, { coach_id: to }))).toMatchObject({ field: 'p_handover.coach_id' });
});

test('classes of a coach whose account was locked at the provider need another coach', async () => {
  const { userId, ahead, now, camp } = await makeLeader();
  const readUncovered = async () =>
    v
      .parse(ManagementToday, await call('get_management_today', {}, 'admin'))
      .uncovered.first.filter(({ place_id }) => [ahead, now, camp].includes(place_id))
      .map(({ place_id, reason }) => [place_id, reason]);
  expect(await readUncovered()).toEqual([]);
  await db.sql`update auth.users set banned_until = now() + interval '1 year' where id = ${userId}`;
  expect(await readUncovered()).toEqual([ahead, now, camp].map((id) => [id, 'no_access']));
  await db.sql`update auth.users set banned_until = null where id = ${userId}`;
  expect(await readUncovered()).toEqual([]);
});

describe('Today lists a camp without a coach', () => {
  const problemOf = async (id: string) =>
    v
      .parse(ManagementToday, await call('get_management_today', {}, 'admin'))
      .not_on_sale.first.find((camp) => camp.id === id)?.problem ?? null;

  test('Today also lists a hidden camp while children are booked and it takes place', async () => {
    const id = await camps.makeCamp(db, { start: afterSale.dateIn(20), coach: false });
    await camps.takeSpot(db, id);
    await db.sql`update public.camp_weeks set is_active = false where id = ${id}`;
    expect(await problemOf(id)).toBe('no_coach');
    await db.sql`update public.camp_enrollments set status = 'cancelled' where camp_id = ${id}`;
    expect(await problemOf(id)).toBeNull();
    await db.sql`update public.camp_enrollments set status = 'enrolled' where camp_id = ${id}`;
    await db.sql`update public.camp_weeks set cancelled_at = now() where id = ${id}`;
    expect(await problemOf(id)).toBeNull();
  });

  test('Today lists a camp that is sold by an exception, starting a week before it', async () => {
    const [soon, later] = [
      await camps.makeCamp(db, { start: afterSale.dateIn(5), coach: false }),
      await camps.makeCamp(db, { start: afterSale.dateIn(9), coach: false }),
    ];
    await db.sql`
      insert into public.camp_sale_exceptions (camp_id, reason)
      select unnest(${[soon, later]}::uuid[]), 'Cy signs on Friday'`;
    expect([await problemOf(soon), await problemOf(later)]).toEqual(['exception', null]);
    await db.sql`insert into public.camp_coaches values (${soon}, ${await makeCoach(`Found ${++made}`)})`;
    expect(await problemOf(soon)).toBeNull();
  });
});

test('classes are left without a coach only on explicit request', async () => {
  const { userId, ahead, camp } = await makeLeader();
  await revoke(userId, { coach_id: null });
  expect([await readCoach(ahead), await leadsCamp(camp)]).toEqual([null, []]);
});

test('an open waitlist offer is withdrawn if nobody takes over the camp', async () => {
  const { userId, camp } = await makeLeader();
  await db.sql`update public.camp_weeks set capacity = 1 where id = ${camp}`;
  await camps.takeSpot(db, camp);
  const entry = await waitlists.joinWaitlist(db, { camp_id: camp });
  await rpc(db, service, 'raise_camp_capacity', { p_camp_id: camp, p_capacity: 2 });
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
  await revoke(userId, { coach_id: null });
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'waiting', position: 1 });
});

test('neither the same coach nor somebody without the role can take over, and then nothing changes', async () => {
  const { userId, coachId } = await makeLeader();
  const formerCoach = await makeCoach(`Gone ${made}`, await makeUser(db, `gone${made}@example.test`, []));
  for (const to of [coachId, formerCoach, crypto.randomUUID(), 'somebody'])
    expect(await refusal(revoke(userId, { coach_id: to }))).toMatchObject({
      code: 'invalid_input',
      field: 'p_handover.coach_id',
    });
  expect(await hasRole(userId)).toBe(true);
  expect((await duties(userId)).others.map(({ id }) => id)).not.toContain(formerCoach);
});

test('the preview shows a clash with the new coach’s classes', async () => {
  const { userId, ahead } = await makeLeader();
  const to = await makeCoach(`Busy ${made}`);
  const double = await afterSale.makeSession(db, afterSale.dateIn(10 + made));
  await db.sql`
    update public.sessions s set coach_id = ${to}, session_time = a.session_time + interval '10 minutes'
    from public.sessions a where a.id = ${ahead} and s.id = ${double}`;
  expect((await duties(userId, to)).clashes).toMatchObject([{ name: `Busy ${made}` }]);
  expect((await duties(userId, await makeCoach(`Free ${made}`))).clashes).toEqual([]);
  // The clash does not stop the handover, because a role must be taken away at once, but it is recorded.
  await revoke(userId, { coach_id: to });
  expect(
    await db.sql`select session_id, camp_id, kinds, decided_by from public.coach_exceptions where coach_id = ${to}`,
  ).toEqual([
    {
      session_id: ahead,
      camp_id: null,
      kinds: ['double_booked'],
      decided_by: people.callers['business admin'].sub,
    },
  ]);
});

test('a handover does not decide about an absence of the new coach, so Today lists what they took over', async () => {
  const { userId, ahead } = await makeLeader();
  const to = await makeCoach(`Away ${made}`);
  await db.sql`
    insert into public.coach_absences (coach_id, first_day, last_day, kind)
    select ${to}, session_date, session_date, 'other' from public.sessions where id = ${ahead}`;
  await revoke(userId, { coach_id: to });
  expect(
    v
      .parse(ManagementToday, await call('get_management_today', {}, 'admin'))
      .uncovered.first.map(({ place_id }) => place_id),
  ).toContain(ahead);
  expect(await db.sql`select from public.coach_exceptions where coach_id = ${to}`).toEqual([]);
});

test('a coach who lost the role is no longer offered, and a coach without an account still is', async () => {
  const { userId, coachId } = await makeLeader();
  const names = async () =>
    (await call<{ coaches: { id: string }[] }>('get_week_plan', {}, 'admin')).coaches.map(({ id }) => id);
  const without = await makeCoach(`Without ${made}`);
  expect(await names()).toEqual(expect.arrayContaining([coachId, without]));
  await revoke(userId, { coach_id: null });
  expect(await names()).not.toContain(coachId);
  expect(await names()).toContain(without);
  const place = await afterSale.makeSession(db, afterSale.dateIn(20 + made));
  expect(
    await refusal(call('assign_coach', { p_place_id: place, p_coach_id: coachId }, 'admin')),
  ).toMatchObject({ code: 'invalid_input', field: 'p_coach_id' });
});

test('a coach of a camp is busy for its whole day, and a substitute of a class is checked in the same way', async () => {
  const coach_id = await makeCoach('Coach Late');
  const day = afterSale.dateIn(400 - 7 * ++made);
  const id = await camps.makeCamp(db, { start: day, coach: false });
  await call('assign_coach', { p_place_id: id, p_coach_id: coach_id, p_leads: true });
  const clashes = async (place: string) =>
    (
      await call<{ coaches: { name: string }[] }>('preview_place_change', {
        p_place_id: place,
        p_changes: { coach_id, leads: true },
      })
    ).coaches;
  const evening = await afterSale.makeSession(db, day);
  await db.sql`update public.sessions set session_time = '16:30' where id = ${evening}`;
  expect(await clashes(evening)).toMatchObject([{ name: 'Coach Late' }]);
  await db.sql`update public.sessions set session_time = '17:00' where id = ${evening}`;
  expect(await clashes(evening)).toEqual([]);
  const { place } = await call<{ place: { camp_day: object } }>('get_schedule_place', { p_place_id: id });
  expect(place.camp_day).toEqual({ start: '08:30', end: '17:00' });
});
