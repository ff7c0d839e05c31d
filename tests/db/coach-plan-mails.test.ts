/**
 * Tests the mails to coaches about their plan: one mail for all changes of a call, to the coaches concerned, and never
 * with a child's name.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CoachPlan } from '#server/mails/coach-plan.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let admin: Caller;
let ids: Record<'Ana' | 'Ben' | 'Cy' | 'Dee', string>;
const signedInAs = (sub: string): Caller => ({ role: 'authenticated', sub });

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  ({ admin } = people.callers);
  await camps.publish(db, camps.tierOffer('spark', { extended_day: null }));
  await db.sql`delete from public.camp_coaches`;
  await db.sql`update public.sessions set coach_id = null`;
  await db.sql`update public.coaches set user_id = null`;
  const benId = await makeUser(db, 'ben@example.test', ['coach']);
  const formerId = await makeUser(db, 'dee@example.test');
  const made = await db.sql<{ id: string; name: keyof typeof ids }[]>`
    insert into public.coaches (name, user_id) values
      ('Ana', ${people.coachId}), ('Ben', ${benId}), ('Cy', null), ('Dee', ${formerId}) returning id, name`;
  ids = Object.fromEntries(made.map(({ id, name }) => [name, id])) as typeof ids;
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.outbox where template = 'coach_plan'`;
  await db.sql`delete from public.rate_limits`;
});

interface Sent {
  to: string;
  changes: [what: string, title: string, day: string, from: string][];
}
/** Returns the queued mails, sorted by address. The changes of each mail stay in the order of its payload. */
async function readMails(): Promise<Sent[]> {
  const rows = await db.sql<{ recipient: string; payload: unknown }[]>`
    select recipient, payload from public.outbox where template = 'coach_plan' order by recipient, created_at`;
  return rows.map(({ recipient, payload }) => ({
    to: recipient,
    changes: v
      .parse(CoachPlan, payload)
      .changes.map(({ what, entry }) => [what, entry.title, entry.first_day, entry.from]),
  }));
}
async function makeTestSession(
  coach: keyof typeof ids | null,
  date = '2026-12-05',
  time = '09:00',
): Promise<string> {
  const id = await shop.makeSession(db, { date, capacity: 4 });
  await db.sql`
    update public.sessions set coach_id = ${coach && ids[coach]}, session_time = ${time},
      location_id = (select id from public.locations where base = 'orchard-central')
    where id = ${id}`;
  return id;
}
async function makeTestCamp(start: string, ...coaches: (keyof typeof ids)[]): Promise<string> {
  const id = await camps.makeCamp(db, { start, days: 2 });
  for (const coach of coaches)
    await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${id}, ${ids[coach]})`;
  return id;
}
const assign = (who: Caller, place: string, coach: keyof typeof ids, leads = true) =>
  rpc(db, who, 'assign_coach', { p_place_id: place, p_coach_id: ids[coach], p_leads: leads });
async function save(place: string, changes: object, who = admin) {
  const [row] = await db.sql<[{ fields: object }]>`
    select private.session_fields(s) as fields from public.sessions s where id = ${place}`;
  return rpc<{ place: { id: string } }>(db, who, 'save_session', {
    p_session_id: place,
    p_session: changes,
    p_expected: row.fields,
  });
}

test('the substitute and the replaced coach get one mail each', async () => {
  const place = await makeTestSession('Ben');
  await assign(admin, place, 'Ana');
  expect(await readMails()).toEqual([
    { to: 'ben@example.test', changes: [['removed', 'Red Otter A', '2026-12-05', '09:00']] },
    { to: 'coach@example.test', changes: [['added', 'Red Otter A', '2026-12-05', '09:00']] },
  ]);
  // Assigning the same coach again sends no mail.
  await assign(admin, place, 'Ana');
  expect(await readMails()).toHaveLength(2);
});

test('the mail about a moved session names both times and bases, and no mail is sent about other changes', async () => {
  const place = await makeTestSession('Ana', '2026-12-06', '11:00');
  await save(place, { max_capacity: 5 });
  expect(await readMails()).toEqual([]);
  await save(place, { session_time: '15:00' });
  const [row] = await db.sql<[{ payload: unknown }]>`
    select payload from public.outbox where template = 'coach_plan'`;
  expect(row.payload).toMatchObject({
    name: 'Ana',
    changes: [
      {
        what: 'moved',
        entry: {
          from: '15:00',
          until: '16:00',
          first_day: '2026-12-06',
          location: expect.any(String) as string,
        },
        was: { from: '11:00', until: '12:00' },
      },
    ],
  });
});

test('coaches get a mail about a new session or a new weekly class, but not about sessions that the planner adds', async () => {
  const [known] = await db.sql<[{ class_type_id: string; location_id: string }]>`
    select class_type_id, location_id from public.sessions limit 1`;
  await rpc(db, admin, 'save_session', {
    p_session_id: null,
    p_session: {
      ...known,
      session_date: '2026-12-08',
      session_time: '08:00',
      max_capacity: 4,
      coach_id: ids.Ana,
    },
  });
  expect(await readMails()).toMatchObject([
    { to: 'coach@example.test', changes: [['added', 'Red Otter A', '2026-12-08', '08:00']] },
  ]);
  await db.sql`delete from public.outbox where template = 'coach_plan'`;
  await rpc(db, admin, 'save_template', {
    p_template_id: null,
    p_template: { ...known, weekday: 2, session_time: '07:15', max_capacity: 4, coach_id: ids.Ana },
  });
  const [template] = await readMails();
  expect(template?.changes.length).toBeGreaterThan(0);
  await db.sql`delete from public.outbox where template = 'coach_plan'`;
  await db.sql`delete from public.sessions where session_time = '07:15'`;
  for (const who of [admin, service]) await rpc(db, who, 'ensure_next_weekend_funstart_sessions');
  await rpc(db, service, 'plan_weekends');
  const [made] = await db.sql<[{ n: number }]>`
    select count(*)::integer as n from public.sessions where session_time = '07:15' and coach_id = ${ids.Ana}`;
  expect(made.n).toBeGreaterThan(0);
  expect(await readMails()).toEqual([]);
});

test('one decision that cancels classes and a camp sends one mail to each coach, including each coach of the camp', async () => {
  const places = [
    await makeTestSession('Ana', '2026-12-12', '09:00'),
    await makeTestSession('Ana', '2026-12-12', '10:30'),
    await makeTestCamp('2026-12-14', 'Ana', 'Ben'),
  ];
  const preview = await rpc<{ choice: object }>(db, admin, 'preview_cancel_by_staff', {
    p_place_ids: places,
  });
  expect(await readMails()).toEqual([]);
  await rpc(db, admin, 'cancel_by_staff', {
    p_place_ids: places,
    p_reason: 'Rain',
    p_refunds: false,
    p_expected: preview.choice,
  });
  const sent = await readMails();
  expect(
    sent.map(({ to, changes }) => [to, changes.map(([what, , day]) => `${what} ${day}`).sort()]),
  ).toEqual([
    ['ben@example.test', ['cancelled 2026-12-14']],
    ['coach@example.test', ['cancelled 2026-12-12', 'cancelled 2026-12-12', 'cancelled 2026-12-14']],
  ]);
});

describe('mails about a camp', () => {
  test('the coach who gets the camp and the coach who loses it each get a mail', async () => {
    const place = await makeTestCamp('2027-01-04', 'Ana');
    await assign(admin, place, 'Ben');
    await assign(admin, place, 'Ana', false);
    expect((await readMails()).map(({ to, changes }) => [to, changes[0]?.[0]])).toEqual([
      ['ben@example.test', 'added'],
      ['coach@example.test', 'removed'],
    ]);
  });
  test('all coaches of the camp get a mail about new hours, and none about a new name or capacity', async () => {
    const place = await makeTestCamp('2027-01-11', 'Ana', 'Ben', 'Cy');
    await rpc(db, admin, 'update_camp', { p_camp_id: place, p_changes: { name: 'Another', capacity: 9 } });
    expect(await readMails()).toEqual([]);
    await rpc(db, admin, 'update_camp', {
      p_camp_id: place,
      p_changes: { session_time_start: '10:00', start_date: '2027-01-12' },
    });
    expect(await readMails()).toEqual([
      { to: 'ben@example.test', changes: [['moved', 'Another', '2027-01-12', '10:00']] },
      { to: 'coach@example.test', changes: [['moved', 'Another', '2027-01-12', '10:00']] },
    ]);
  });
});

test('a handover of 91 sessions and a camp sends one mail to each of the two coaches', async () => {
  await db.sql`update public.sessions set coach_id = null`;
  await db.sql`delete from public.camp_coaches`;
  await db.sql`
    insert into public.sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select s.class_type_id, s.location_id, ${ids.Ben}, '2027-02-01'::date + n, '06:10', 60, 4
    from (select * from public.sessions limit 1) s, generate_series(0, 90) n`;
  await makeTestCamp('2027-02-08', 'Ben');
  const [{ user_id: benId }] = await db.sql<[{ user_id: string }]>`
    select user_id from public.coaches where name = 'Ben'`;
  await rpc(db, people.callers['business admin'], 'revoke_role', {
    p_user_id: benId,
    p_role: 'coach',
    p_handover: { coach_id: ids.Ana },
  });
  const sent = await readMails();
  expect(
    sent.map(({ to, changes }) => [to, changes.length, [...new Set(changes.map(([what]) => what))]]),
  ).toEqual([
    ['ben@example.test', 92, ['removed']],
    ['coach@example.test', 92, ['added']],
  ]);
  expect(sent[1]?.changes[0]?.slice(2)).toEqual(['2027-02-01', '06:10']);
  await db.sql`insert into public.user_roles (user_id, role) values (${benId}, 'coach')`;
  await db.sql`update public.sessions set coach_id = null where session_time = '06:10'`;
});

test('coaches get no mail about their own changes, but other coaches do', async () => {
  const bothId = await makeUser(db, 'both@example.test', ['coach', 'admin']);
  await db.sql`update public.coaches set user_id = ${bothId} where name = 'Cy'`;
  const place = await makeTestSession('Ben', '2026-12-19');
  await assign(signedInAs(bothId), place, 'Cy');
  expect((await readMails()).map(({ to }) => to)).toEqual(['ben@example.test']);
  // If somebody else assigns the coach, the coach gets a mail.
  await assign(admin, place, 'Cy', false);
  expect((await readMails()).map(({ to }) => to)).toEqual(['ben@example.test', 'both@example.test']);
  await db.sql`update public.coaches set user_id = null where name = 'Cy'`;
});

test('no mail goes to a coach without an account or role, about past sessions, or for a preview', async () => {
  const place = await makeTestSession('Dee', '2026-12-20');
  await assign(admin, place, 'Cy');
  const past = await makeTestSession('Ana', people.today, '08:00');
  await assign(admin, past, 'Ben');
  await rpc(db, admin, 'preview_place_change', {
    p_place_id: place,
    p_changes: { coach_id: ids.Ana, leads: true },
  });
  expect(await readMails()).toEqual([]);
});

test.each(['visitor', 'parent', 'other parent', 'coach'] as const)(
  '%s can neither cause nor read such a mail',
  async (part) => {
    const place = await makeTestSession('Ben', '2026-12-27');
    const who = people.callers[part];
    await assign(who, place, 'Ana').catch(() => undefined);
    await db
      .as(who, (sql) => sql`update public.sessions set coach_id = null where id = ${place}`)
      .catch(() => undefined);
    expect(await readMails()).toEqual([]);
    expect(await sqlState(db.as(who, (sql) => sql`select private.mail_coaches('[]')`))).toBe('42501');
    expect(await sqlState(db.as(who, (sql) => sql`select 1 from public.outbox`))).toBe('42501');
    await db.sql`delete from public.sessions where id = ${place}`;
  },
);

test('no mail names a child, and a second admin does not wait for the first', async () => {
  const [one, two] = [await makeTestSession('Ana', '2026-12-28'), await makeTestSession('Ana', '2026-12-29')];
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select s.id, s.session_date, s.session_time, ${people.childId}, ${people.familyId} from public.sessions s where s.id = ${one}`;
  await db.as(admin, async (sql) => {
    await sql`select public.assign_coach(${one}, ${ids.Ben})`;
    // The first call still holds its lock. The second call would wait for ever if it needed the same row of the outbox;
    // it waits only for a call about the same new coach.
    await assign(people.callers['business admin'], two, 'Cy');
  });
  const sent = await readMails();
  expect(sent.map(({ to }) => to)).toEqual(['ben@example.test', 'coach@example.test', 'coach@example.test']);
  const names = await db.sql<{ name: string }[]>`select name from public.children where name <> ''`;
  const [row] = await db.sql<[{ text: string }]>`
    select string_agg(payload::text, ' ') as text from public.outbox where template = 'coach_plan'`;
  for (const { name } of names) expect(row.text).not.toContain(name);
});
