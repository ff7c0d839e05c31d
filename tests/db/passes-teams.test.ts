import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { saveChild, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as privacy from '#support/sql-privacy.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterAll(() => db.drop());

const day = '2027-01-16';
const sixThatDay = '2020-03-01';
const sevenThatDay = '2020-01-16';
const nine = '2017-06-01';
const twelve = '2014-06-01';

interface Child {
  dob: string;
  /** The level that a coach set. */
  level?: number;
  /** The experience that the family stated. */
  answer?: string;
}

async function homeOf({ dob, level, answer }: Child) {
  const home = await passes.makeHome(db, dob);
  if (answer) await saveChild(db, home.who, { id: home.childId, experience_level: answer });
  if (level) await rpc(db, admin, 'set_child_level', { p_child_id: home.childId, p_level: level });
  await passes.makePass(db, home, { credits: 9 });
  return home;
}

const agree = (who: Caller, child: string, team: string | null, agreed: boolean | null = true) =>
  rpc(db, who, 'agree_team', { p_child_id: child, p_team: team, p_agreed: agreed });

const age = (detail: string) => ({ code: 'age_not_allowed', detail });
const level = (detail: string) => ({ code: 'level_not_allowed', detail });
type TeamResult = 'own' | 'other' | ReturnType<typeof age>;

const matrix: [string, Child, Record<shop.TestTeam, TeamResult>][] = [
  ['of six', { dob: sixThatDay }, { white: 'own', red: age('7-10'), black: age('7-12'), x: age('7-12') }],
  [
    'that is seven on the day itself',
    { dob: sevenThatDay },
    { white: age('5-6'), red: 'own', black: level('4-6'), x: level('7-8') },
  ],
  [
    'of nine at level 4',
    { dob: nine, level: 4 },
    { white: age('5-6'), red: 'other', black: 'own', x: level('7-8') },
  ],
  [
    'of nine at level 8',
    { dob: nine, level: 8 },
    { white: age('5-6'), red: 'other', black: 'other', x: 'own' },
  ],
  [
    'of nine whose family says that it drops in: X is by a coach’s nod',
    { dob: nine, answer: 'drops' },
    { white: age('5-6'), red: 'other', black: 'own', x: level('7-8') },
  ],
  [
    'of nine whom a coach found at level 2, whatever the family said',
    { dob: nine, answer: 'drops', level: 2 },
    { white: age('5-6'), red: 'own', black: level('4-6'), x: level('7-8') },
  ],
  [
    'of twelve at level 1, which is too old for every team that takes it: the oldest of those',
    { dob: twelve },
    { white: age('5-6'), red: 'own', black: level('4-6'), x: level('7-8') },
  ],
];
const teams = ['white', 'red', 'black', 'x'] as const;

describe.each(matrix)('a child %s', (_, child, expected) => {
  test.each(teams)('the rules decide whether the child may book a session of %s', async (team) => {
    const home = await homeOf(child);
    const session = await shop.makeSession(db, { date: day, team });
    const answer = expected[team];
    if (typeof answer === 'string')
      expect(await passes.bookSession(db, home, session)).toMatchObject({ credits_left: 8 });
    else
      expect(await refusal(passes.bookSession(db, home, session))).toMatchObject({
        ...answer,
        field: 'p_session_id',
      });
    const [standing] = await db.sql`
      select is_own from private.team_standings(${home.childId}, array[${day}::date]) where team = ${team}`;
    expect(standing?.['is_own'] ?? false).toBe(answer === 'own');
  });
});

test('a coach’s approval replaces age and level, and can be withdrawn', async () => {
  const home = await homeOf({ dob: sixThatDay });
  const book = async () => passes.bookSession(db, home, await shop.makeSession(db, { date: day, team: 'x' }));
  expect(await agree(admin, home.childId, 'x')).toEqual({ child_id: home.childId, agreed_teams: ['x'] });
  expect(await agree(admin, home.childId, 'x')).toEqual({ child_id: home.childId, agreed_teams: ['x'] });
  expect(await book()).toMatchObject({ credits_left: 8 });
  const [entry] = await db.sql`
    select user_id, before, after from public.audit_log where row_key = ${home.childId} and table_name = 'children'`;
  expect(entry).toEqual({
    user_id: admin.sub,
    before: { agreed_teams: [] },
    after: { agreed_teams: ['x'] },
  });
  expect(await agree(admin, home.childId, 'x', false)).toMatchObject({ agreed_teams: [] });
  expect(await refusal(book())).toMatchObject(age('7-12'));
});

test('only staff can approve, a coach only for a child on today’s roster, and only for an existing team', async () => {
  const home = await homeOf({ dob: nine });
  const coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  expect(await refusal(agree(home.who, home.childId, 'x'))).toMatchObject({ code: 'not_allowed' });
  expect(await sqlState(agree(visitor, home.childId, 'x'))).toBe('42501');
  expect(await refusal(agree(coach, home.childId, 'x'))).toMatchObject({ code: 'child_not_found' });
  expect(await refusal(agree(admin, home.childId, 'panda'))).toMatchObject({ code: 'invalid_input' });
  expect(await refusal(agree(admin, home.childId, null))).toMatchObject({ code: 'invalid_input' });
  expect(await refusal(agree(admin, home.childId, 'x', null))).toMatchObject({ code: 'invalid_input' });
  const session = await shop.makeSession(db, { date: day });
  await passes.bookSession(db, home, session);
  await stopCalendar(db, `${day}T09:00:00+08:00`);
  expect(await refusal(agree(coach, home.childId, 'x'))).toMatchObject({ code: 'child_not_found' });
  await assignAsCoach(db, coach.sub, session);
  expect(await agree(coach, home.childId, 'x')).toMatchObject({ agreed_teams: ['x'] });
  await passes.runCalendar(db);
});

test('moving a booking makes the same checks', async () => {
  const home = await homeOf({ dob: nine });
  const { booking_id } = await passes.bookSession(db, home, await shop.makeSession(db, { date: day }));
  const black = await shop.makeSession(db, { date: day, team: 'black' });
  expect(await refusal(passes.rescheduleBooking(db, home.who, booking_id, black))).toMatchObject(
    level('4-6'),
  );
  await agree(admin, home.childId, 'black');
  expect(await passes.rescheduleBooking(db, home.who, booking_id, black)).toMatchObject({ credits_left: 8 });
});

test('a class without a team is open to everybody', async () => {
  const home = await homeOf({ dob: twelve });
  const session = await shop.makeSession(db, { date: day });
  const [type] = await db.sql`insert into public.class_types (name) values ('Family evening') returning id`;
  await db.sql`update public.sessions set class_type_id = ${type?.['id'] as string} where id = ${session}`;
  expect(await passes.bookSession(db, home, session)).toMatchObject({ credits_left: 8 });
});

describe('a published version of the teams', () => {
  const red = { id: 'red', name: 'Red Otter', min_age: 6, max_age: 10, min_level: 1, max_level: 3 };
  const publish = (team: object, who: Parameters<typeof rpc>[1] = service) =>
    rpc(db, who, 'publish_teams', { p_teams: [{ ...red, updated_at: '2026-11-21T00:00:00Z', ...team }] });

  test('the version applies from then on, and an older version changes nothing', async () => {
    const young = await homeOf({ dob: sixThatDay });
    const session = await shop.makeSession(db, { date: day });
    expect(await refusal(passes.bookSession(db, young, session))).toMatchObject(age('7-10'));
    expect(await publish({})).toEqual({ changed: 1 });
    expect(await publish({ min_age: 8, updated_at: '2026-11-20T00:00:00Z' })).toEqual({ changed: 0 });
    expect(await passes.bookSession(db, young, session)).toMatchObject({ credits_left: 8 });
  });

  test.each([
    [{ id: 'green' }],
    [{ id: null }],
    [{ name: '' }],
    [{ name: 'x'.repeat(61) }],
    [{ min_age: 0 }],
    [{ max_age: 5 }],
    [{ min_level: '1' }],
    [{ max_level: 9 }],
  ])('the version is refused as %o', async (wrong) =>
    expect(await refusal(publish(wrong))).toMatchObject({ code: 'invalid_input', field: 'p_teams[0]' }),
  );

  test('only the webhook can publish teams', async () => {
    for (const who of [visitor, admin]) expect(await sqlState(publish({}, who))).toBe('42501');
  });
});

test('a merged child brings along the teams that a coach approved', async () => {
  const bought = await privacy.buyAs(db, 'teamy', await shop.makeSession(db));
  await agree(admin, (await readChild(bought.familyId)).id, 'x');
  const home = await passes.makeHome(db);
  await db.sql`update auth.users set email = 'teamy.buyer@example.test' where id = ${home.who.sub ?? ''}`;
  await saveChild(db, home.who, { id: home.childId, name: 'teamy child', dob: '2018-05-01' });
  await agree(admin, home.childId, 'black');
  await rpc(db, home.who, 'link_purchases');
  expect((await readChild(home.familyId)).agreed_teams).toEqual(['black', 'x']);
});

async function readChild(familyId: string) {
  const [child] = await db.sql<[{ id: string; agreed_teams: string[] }]>`
    select id, agreed_teams from public.children where family_id = ${familyId}`;
  return child;
}
