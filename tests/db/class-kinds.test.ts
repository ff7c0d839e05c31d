/** Tests how an admin adds and corrects class types, and coaches without an account, and that nobody else may. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SavedClassType, SavedCoach } from '#contract/class-kinds.ts';
import { WeekPlan } from '#contract/management-schedule.ts';
import { ChangedInvitation } from '#contract/staff-invitations.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeParent } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Who = keyof People['callers'];
const call = (name: string, args: object, who: Who = 'admin') =>
  rpc(db, people.callers[who], name, { ...args });
const save = async (p_class_type_id: string | null, p_class_type: object, p_expected: object | null = null) =>
  v.parse(SavedClassType, await call('save_class_type', { p_class_type_id, p_class_type, p_expected }))
    .class_type;
const saveCoach = async (
  p_name: string,
  p_coach_id: string | null = null,
  p_expected_name: string | null = null,
) => v.parse(SavedCoach, await call('save_coach', { p_coach_id, p_name, p_expected_name })).coach;
const readCode = async (asked: Promise<unknown>) => (await refusal(asked)).code;
const plan = async () => v.parse(WeekPlan, await call('get_week_plan', {}));

test('a new kind of class is planned with its length, and correcting it does not change planned sessions', async () => {
  const kind = await save(null, { name: ' Girls Only ', team: 'red', level: '1-3', duration_minutes: 90 });
  expect(kind).toMatchObject({ name: 'Girls Only', is_sold: false, fields: { level: '1-3' } });
  const [location] = (await plan()).locations;
  const session = {
    class_type_id: kind.id,
    location_id: location?.id,
    session_date: '2026-12-05',
    session_time: '09:00',
    duration_minutes: 90,
    max_capacity: 4,
  };
  await call('save_session', { p_session_id: null, p_session: session });
  const changed = await save(kind.id, { name: 'Girls', duration_minutes: 45, level: '2-4' }, kind.fields);
  expect((await plan()).class_types.find(({ id }) => id === kind.id)).toEqual(changed);
  expect(await db.sql`select duration_minutes from public.sessions where class_type_id = ${kind.id}`).toEqual(
    [{ duration_minutes: 90 }],
  );
  // The colleague who still has the old name open is refused.
  expect(await readCode(save(kind.id, { name: 'Girls B' }, kind.fields))).toBe('changed_meanwhile');
  const [log] = await db.sql`
    select user_id = ${people.callers.admin.sub ?? ''} as mine, after ->> 'name' as name from public.audit_log
    where table_name = 'class_types' and row_key = ${kind.id} order by id desc limit 1`;
  expect(log).toEqual({ mine: true, name: 'Girls' });
});

test('an invalid kind of class is refused', async () => {
  const fields = { name: 'Evening', team: null, level: null, duration_minutes: 60 };
  for (const wrong of [
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { team: 'green' },
    { level: '3-1' },
    { level: '0-9' },
    { duration_minutes: 10 },
    { duration_minutes: '60' },
    { variant: 'A' },
    { price_cents: 1 },
  ])
    expect(await readCode(save(null, { ...fields, ...wrong }))).toBe('invalid_input');
  expect(await readCode(save(null, { ...fields, name: 'RED OTTER A' }))).toBe('class_type_exists');
  expect(await readCode(save(crypto.randomUUID(), {}, fields))).toBe('class_type_not_found');
});

test('staff cannot change the team of a kind of class that was sold, but can correct its name and follow a renamed team again', async () => {
  const session = await shop.makeSession(db);
  await shop.hold(db, session);
  const [row] = await db.sql<{ id: string }[]>`
    select class_type_id as id from public.sessions where id = ${session}`;
  const kind = (await plan()).class_types.find(({ id }) => id === row?.id);
  if (!kind) throw new Error('the session has no kind of class');
  expect(kind.is_sold).toBe(true);
  const other = kind.team === 'x' ? 'red' : 'x';
  expect(await readCode(save(kind.id, { team: other }, kind.fields))).toBe('class_type_in_use');
  const [team] = await db.sql<
    { name: string }[]
  >`select name from public.teams where id = ${kind.team ?? ''}`;
  const renamed = await save(kind.id, { name: `${team?.name ?? ''} Z` }, kind.fields);
  await db.sql`update public.teams set name = 'Ray' where id = ${kind.team ?? ''}`;
  expect((await plan()).class_types.find(({ id }) => id === renamed.id)?.name).toBe('Ray Z');
});

test('a coach without an account can be made, planned and renamed, and keeps the sessions when the account is invited', async () => {
  const coach = await saveCoach('Zoe Lim');
  expect((await plan()).coaches).toContainEqual({ id: coach.id, name: 'Zoe Lim', has_account: false });
  const session = await shop.makeSession(db);
  await db.sql`update public.sessions set coach_id = ${coach.id} where id = ${session}`;
  expect(await readCode(saveCoach('ZOE LIM'))).toBe('coach_exists');
  await saveCoach('Zoë Lim', coach.id, 'Zoe Lim');
  expect(await readCode(saveCoach('Z', coach.id, 'Zoe Lim'))).toBe('changed_meanwhile');

  const invite = async (p_email: string, p_role = 'coach', p_coach_id: string | null = coach.id) =>
    v.parse(
      ChangedInvitation,
      await call('invite_staff', { p_email, p_name: 'Zoë', p_role, p_coach_id }, 'business admin'),
    ).invitation;
  expect(await readCode(invite('zoe@example.test', 'admin'))).toBe('invalid_input');
  expect(await readCode(invite('zoe@example.test', 'coach', crypto.randomUUID()))).toBe('coach_not_found');
  const [taken] = await db.sql<{ id: string }[]>`
    select id from public.coaches where user_id = ${people.coachId}`;
  expect(await readCode(invite('zoe@example.test', 'coach', taken?.id))).toBe('coach_has_account');
  // The first invitation has a wrong address, and the second one revokes it.
  const wrong = await invite('zoo@example.test');
  const right = await invite('zoe@example.test');
  expect(right).toMatchObject({ coach: 'Zoë Lim', state: 'open' });
  const readToken = async (id: string) => {
    const [mail] = await db.sql<{ token: string | null }[]>`
      select payload ->> 'token' as token from public.outbox where key = ${`staff_invitation:${id}`}`;
    return mail?.token ?? null;
  };
  expect(await readToken(wrong.id)).toBeNull();
  const me = await makeParent(db, 'zoe@example.test');
  await rpc(db, me, 'accept_staff_invitation', { p_token: await readToken(right.id) });
  expect(await db.sql`select id, name from public.coaches where user_id = ${me.sub ?? ''}`).toEqual([
    { id: coach.id, name: 'Zoë Lim' },
  ]);
  expect(
    await db.sql`select from public.sessions where id = ${session} and coach_id = ${coach.id}`,
  ).toHaveLength(1);
  // An admin cannot rename a coach who has an account.
  expect(await readCode(saveCoach('Mallory', coach.id, 'Zoë Lim'))).toBe('coach_has_account');
  // A business admin can rename such a coach, and the log says who did it.
  const renamed = await rpc(db, people.callers['business admin'], 'save_coach', {
    p_coach_id: coach.id,
    p_name: 'Zoë Tan',
    p_expected_name: 'Zoë Lim',
  });
  expect(v.parse(SavedCoach, renamed).coach).toEqual({ id: coach.id, name: 'Zoë Tan', has_account: true });
  expect(
    await db.sql`
      select before, after from public.audit_log where table_name = 'coaches' and row_key = ${coach.id}
      order by id desc limit 1`,
  ).toEqual([{ before: { name: 'Zoë Lim' }, after: { name: 'Zoë Tan' } }]);
});

test.each([
  ['save_class_type', { p_class_type_id: null, p_class_type: { name: 'Mine' } }],
  ['save_coach', { p_coach_id: null, p_name: 'Me' }],
])('only admins may call %s', async (name, args) => {
  for (const who of ['visitor', 'service'] as const)
    expect(await sqlState(call(name, args, who))).toBe('42501');
  for (const who of ['parent', 'second parent', 'other parent', 'coach'] as const)
    expect(await readCode(call(name, args, who))).toBe('not_allowed');
});
