/**
 * Tests that an admin can record that a coach without an account leaves, hand over their sessions, and take the coach
 * back.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SavedCoach } from '#contract/class-kinds.ts';
import { CoachDuties } from '#contract/management-system.ts';
import { ManagementToday } from '#contract/management.ts';
import { WeekPlan } from '#contract/management-schedule.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { atOnce, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

type Who = keyof People['callers'];
const call = <T>(name: string, args: object, who: Who = 'admin') =>
  rpc<T>(db, people.callers[who], name, { ...args });
const makeCoach = async (name: string) =>
  v.parse(SavedCoach, await call('save_coach', { p_coach_id: null, p_name: name })).coach.id;
const leave = (p_coach_id: string, p_handover: object | null = null) =>
  call('deactivate_coach', { p_coach_id, p_handover });
const plan = async () => v.parse(WeekPlan, await call('get_week_plan', {}));
const codeOf = async (asked: Promise<unknown>) => (await refusal(asked)).code;
const readCoach = async (session: string) =>
  (await db.sql<{ id: string | null }[]>`select coach_id as id from public.sessions where id = ${session}`)[0]
    ?.id;

let made = 0;
async function makeLeader() {
  const id = await makeCoach(`Leader ${++made}`);
  const [ahead, past] = [
    await afterSale.makeSession(db, afterSale.dateIn(10 + made)),
    await afterSale.makeSession(db, afterSale.dateIn(-10 - made)),
  ];
  await db.sql`update public.sessions set coach_id = ${id} where id = any (${[ahead, past]})`;
  const camp = await camps.makeCamp(db, { start: afterSale.dateIn(60 + made * 7), coach: false });
  await db.sql`insert into public.camp_coaches values (${camp}, ${id})`;
  return { id, ahead, past, camp };
}

test('a coach leaves only with a decision about what is ahead; the past keeps the name, and nobody can assign them', async () => {
  const { id, ahead, past, camp } = await makeLeader();
  const to = await makeCoach(`Taker ${made}`);
  const duties = v.parse(CoachDuties, await call('get_planned_coach_duties', { p_coach_id: id, p_to: to }));
  expect(duties).toMatchObject({ sessions: 1, camps: 1 });
  expect(duties.others.map((other) => other.id)).not.toContain(id);
  expect(await refusal(leave(id))).toMatchObject({ code: 'coach_leads', detail: '2' });
  expect(await codeOf(leave(id, { coach_id: id }))).toBe('invalid_input');
  expect(await readCoach(ahead)).toBe(id);
  await leave(id, { coach_id: to });
  expect([await readCoach(ahead), await readCoach(past)]).toEqual([to, id]);
  expect(await db.sql`select coach_id from public.camp_coaches where camp_id = ${camp}`).toEqual([
    { coach_id: to },
  ]);
  const { coaches, former_coaches: former } = await plan();
  expect(coaches.map((coach) => coach.id)).not.toContain(id);
  expect(former.map((coach) => coach.id)).toContain(id);
  const assign = () => call('assign_coach', { p_place_id: ahead, p_coach_id: id, p_leads: true });
  expect(await codeOf(assign())).toBe('invalid_input');
  expect(
    await codeOf(
      call('save_session', { p_session_id: ahead, p_session: { coach_id: id }, p_expected: null }),
    ),
  ).toBe('invalid_input');
  const [log] = await db.sql`
    select user_id = ${people.callers.admin.sub ?? ''} as mine, after ->> 'active' as active from public.audit_log
    where table_name = 'coaches' and row_key = ${id} order by id desc limit 1`;
  expect(log).toEqual({ mine: true, active: 'false' });
  // A repeated call changes nothing. After the coach comes back, they can be assigned again, but do not get their
  // sessions back.
  await leave(id);
  await call('reactivate_coach', { p_coach_id: id });
  expect((await plan()).coaches.map((coach) => coach.id)).toContain(id);
  expect(await readCoach(ahead)).toBe(to);
  await assign();
});

test('handed over to nobody, a camp is not on sale, and its session has no coach', async () => {
  const { id, ahead, camp } = await makeLeader();
  const isOnSale = async () =>
    (
      await db.sql<
        [{ on: boolean }]
      >`select private.is_camp_on_sale(w) as on from public.camp_weeks w where id = ${camp}`
    )[0].on;
  expect(await isOnSale()).toBe(true);
  await leave(id, { coach_id: null });
  expect([await readCoach(ahead), await isOnSale()]).toEqual([null, false]);
});

test('an open invitation ends, and a former coach cannot be invited as such', async () => {
  const { id } = await makeLeader();
  const invite = () =>
    call<{ invitation: { id: string } }>(
      'invite_staff',
      { p_email: 'lee@example.test', p_name: 'Lee', p_role: 'coach', p_coach_id: id },
      'business admin',
    );
  const { invitation } = await invite();
  await leave(id, { coach_id: null });
  const [row] = await db.sql`
    select i.revoked_at is not null as revoked, m.payload from public.staff_invitations i
    join public.outbox m on m.key = 'staff_invitation:' || i.id where i.id = ${invitation.id}`;
  expect(row).toEqual({ revoked: true, payload: {} });
  expect(await codeOf(invite())).toBe('coach_not_found');
});

test('a coach with an account leaves by the roles, not here', async () => {
  const [coach] = await db.sql<
    { id: string }[]
  >`select id from public.coaches where user_id = ${people.coachId}`;
  expect(await codeOf(leave(coach?.id ?? '', { coach_id: null }))).toBe('coach_has_account');
  expect(await codeOf(call('reactivate_coach', { p_coach_id: coach?.id }))).toBe('coach_has_account');
  expect(await codeOf(leave(crypto.randomUUID()))).toBe('coach_not_found');
});

test('Today names what a former coach was given while leaving', async () => {
  const { id, ahead } = await makeLeader();
  await leave(id, { coach_id: null });
  // The coach was assigned at the same moment as they left.
  await db.sql`update public.sessions set coach_id = ${id} where id = ${ahead}`;
  const { uncovered } = v.parse(ManagementToday, await call('get_management_today', {}));
  expect(uncovered.first.map(({ place_id, reason }) => [place_id, reason])).toContainEqual([ahead, 'left']);
});

test('two who deactivate at once hand over once', async () => {
  const { id, ahead } = await makeLeader();
  const to = await makeCoach(`Taker ${made}`);
  const { won } = await atOnce(db, { table: 'coaches', id }, [
    () => leave(id, { coach_id: to }),
    () => leave(id, { coach_id: to }),
  ]);
  expect([won.length, await readCoach(ahead)]).toEqual([2, to]);
});

test.each([
  ['deactivate_coach', { p_coach_id: crypto.randomUUID(), p_handover: { coach_id: null } }],
  ['reactivate_coach', { p_coach_id: crypto.randomUUID() }],
  ['get_planned_coach_duties', { p_coach_id: crypto.randomUUID() }],
] as const)('%s refuses visitors, the service, parents and coaches', async (name, args) => {
  for (const who of ['visitor', 'service'] as const)
    expect(await sqlState(call(name, args, who))).toBe('42501');
  for (const who of ['parent', 'second parent', 'other parent', 'coach'] as const)
    expect(await codeOf(call(name, args, who))).toBe('not_allowed');
});
