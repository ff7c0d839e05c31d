import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { PrivacyReceipt } from '#contract/family-privacy.ts';
import { CheckedPickup, PickupCode } from '#contract/pickup.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { saveChild, saveProfile, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as roster from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let coach: Caller;
let home: passes.Home;
let other: passes.Home;
const granny = { name: 'Granny Tan', relationship: 'grandmother', phone: null };
const nanny = { name: 'Ana Reyes', relationship: null, phone: null };
beforeAll(async () => {
  db = await createDatabase();
  await stopCalendar(db, '2030-01-10T12:00:00+08:00');
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  [home, other] = [await passes.makeHome(db, '2022-05-01'), await passes.makeHome(db, '2022-05-01')];
  for (const one of [home, other]) {
    await saveProfile(db, one.who, { pickup_authorizations: [granny] });
    await saveChild(db, one.who, { id: one.childId, pickup_authorizations: [nanny] });
  }
  const session = await shop.makeSession(db, { date: '2030-01-10', capacity: 9 });
  await roster.assignAsCoach(db, coach.sub, session);
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${home.childId}, ${home.familyId} from public.sessions where id = ${session}`;
});
afterAll(() => db.drop());

const readCodes = async (who: Caller) => v.parse(v.array(PickupCode), await rpc(db, who, 'get_pickup_codes'));
const readCode = async (who: Caller, name: string) =>
  (await readCodes(who)).find((one) => one.name === name)?.code ?? 'none';
const check = (who: Caller, code: string, childId = home.childId) =>
  rpc(db, who, 'check_pickup_code', { p_child_id: childId, p_code: code });

describe('pickup codes', () => {
  test('only the family can see its codes, and those for all children come first', async () => {
    expect(await readCodes(home.who)).toMatchObject([
      { name: 'Granny Tan', child_id: null, code: expect.stringMatching(/^\d{6}$/) as string },
      { name: 'Ana Reyes', child_id: home.childId },
    ]);
    expect(await readCode(other.who, 'Granny Tan')).not.toBe(await readCode(home.who, 'Granny Tan'));
    expect(await readCodes(coach)).toEqual([]);
    expect(await sqlState(rpc(db, visitor, 'get_pickup_codes'))).toBe('42501');
  });

  test.each([
    ['a parent', () => home.who],
    ['a coach', () => coach],
    ['the service', () => service],
    ['a visitor', () => visitor],
  ])('no column that %s can read contains the codes', async (_, who) => {
    const read = db.as(who(), (sql) => sql`select code from public.pickup_authorizations`);
    expect(await sqlState(read)).toBe('42501');
  });

  test('no roster and no export contains the codes', async () => {
    const known = (await readCodes(home.who)).map(({ code }) => `"${code}"`);
    const answers = [
      await rpc(db, coach, 'get_todays_roster'),
      await rpc(db, home.who, 'export_family'),
      await rpc(db, home.who, 'get_family_dashboard'),
    ];
    for (const code of known) expect(JSON.stringify(answers)).not.toContain(code);
  });

  test('collectors who stay on the list keep their codes, and the codes of others are deleted', async () => {
    const before = await readCode(home.who, 'Granny Tan');
    await saveProfile(db, home.who, {
      pickup_authorizations: [nanny, { ...granny, phone: '+6591234567' }],
    });
    expect(await readCode(home.who, 'Granny Tan')).toBe(before);
    await saveProfile(db, home.who, { pickup_authorizations: [] });
    await saveProfile(db, home.who, { pickup_authorizations: [granny] });
    expect(await readCode(home.who, 'Granny Tan')).not.toBe(before);
  });
});

describe('checking a code at pick-up', () => {
  test('a coach learns whose code it is, however it was typed, and the family sees that it was used', async () => {
    const code = await readCode(home.who, 'Granny Tan');
    const spoken = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(v.parse(CheckedPickup, await check(coach, spoken))).toEqual({
      name: 'Granny Tan',
      relationship: 'grandmother',
    });
    expect(await check(coach, await readCode(home.who, 'Ana Reyes'))).toMatchObject({ name: 'Ana Reyes' });
    const { reads } = v.parse(PrivacyReceipt, await rpc(db, home.who, 'get_privacy_receipt'));
    expect(reads).toContainEqual(
      expect.objectContaining({ topic: 'pickup_authorizations', how: 'code', times: 2, role: 'coach' }),
    );
  });

  test('a wrong code is refused, even if it is another family’s, and only staff can check codes', async () => {
    const wrong = { code: 'pickup_code_unknown', field: 'p_code' };
    for (const code of [await readCode(other.who, 'Granny Tan'), '', '12', 'granny'])
      expect(await refusal(check(coach, code))).toMatchObject(wrong);
    const code = await readCode(home.who, 'Granny Tan');
    expect(await refusal(check(home.who, code))).toMatchObject({ code: 'not_allowed' });
    expect(await sqlState(check(visitor, code))).toBe('42501');
  });

  test('a wrong code is logged without the typed text, and a text that cannot be a code is not logged', async () => {
    const admin = signedIn(await makeUser(db, 'logs@example.test', ['admin']));
    const wrong = async () => {
      const { reads } = v.parse(PrivacyReceipt, await rpc(db, home.who, 'get_privacy_receipt'));
      return reads.filter(({ how }) => how === 'code_wrong').reduce((all, { times }) => all + times, 0);
    };
    const before = await wrong();
    const typed = await readCode(other.who, 'Granny Tan');
    for (const code of [typed, '', '12', 'granny', '1234567'])
      expect(await refusal(check(admin, code))).toMatchObject({ code: 'pickup_code_unknown', status: 409 });
    expect(await wrong()).toBe(before + 1);
    const { reads } = v.parse(PrivacyReceipt, await rpc(db, home.who, 'get_privacy_receipt'));
    expect(reads).toContainEqual(
      expect.objectContaining({
        topic: 'pickup_authorizations',
        how: 'code_wrong',
        role: 'admin',
        times: 1,
        child_id: home.childId,
      }),
    );
    const log = await rpc<{ rows: object[] }>(db, admin, 'list_log', {
      p_filter: { log: 'looks', table: 'pickup_authorizations' },
    });
    expect(log.rows).toContainEqual(expect.objectContaining({ action: 'code_wrong' }));
    const entries = await db.sql`select user_context from public.access_log where access_type = 'code_wrong'`;
    expect(entries.map(({ user_context }) => user_context as object)).not.toContainEqual(
      expect.objectContaining({ person: expect.anything() as unknown }),
    );
    expect(JSON.stringify(entries)).not.toContain(typed);
  });

  test('a code is checked only for a child who is here today', async () => {
    const code = await readCode(other.who, 'Granny Tan');
    expect(await refusal(check(coach, code, other.childId))).toMatchObject({
      code: 'child_not_found',
      field: 'p_child_id',
    });
  });

  test('a coach can check codes only for their own classes, and an admin for all', async () => {
    const code = await readCode(home.who, 'Granny Tan');
    const stranger = signedIn(await makeUser(db, 'stranger@example.test', ['coach']));
    expect(await refusal(check(stranger, code))).toMatchObject({ code: 'child_not_found' });
    const admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
    expect(await check(admin, code)).toMatchObject({ name: 'Granny Tan' });
  });

  test('every check counts toward the limit, including refused ones', async () => {
    const [rule] = await db.sql<[{ most: number }]>`
      select most from public.rate_rules where endpoint = 'check_pickup_code'`;
    const tired = signedIn(await makeUser(db, 'tired@example.test', ['admin']));
    let refused = '';
    for (let n = 0; n <= rule.most && refused !== 'rate_limited'; n++)
      refused = (await refusal(check(tired, '000000x'))).code;
    expect(refused).toBe('rate_limited');
  });
});

test('a code that was checked before the codes were renewed no longer counts at the hand-over, until it is checked again', async () => {
  const [entry] = await db.sql<[{ place_id: string; booking_id: string; day: string }]>`
    select place_id, booking_id, private.calendar_today()::text as day from private.day_entries(private.calendar_today())
    where child_id = ${home.childId} and booking_id is not null limit 1`;
  const [now] = await db.sql<[{ at: string }]>`select private.iso(private.calendar_now()) as at`;
  const handOver = async (madeAt: string) => {
    const id = randomUUID();
    const { refused } = await rpc<{ refused: { code: string }[] }>(db, coach, 'mark_roster', {
      p_place_id: entry.place_id,
      p_day: entry.day,
      p_marks: [
        {
          id,
          entry_id: entry.booking_id,
          kind: 'out',
          made_at: madeAt,
          collected_by: 'listed_person',
          handed_to: 'Granny Tan',
        },
      ],
    });
    const [mark] = await db.sql<
      { by_code: boolean }[]
    >`select by_code from public.attendance_marks where id = ${id}`;
    return refused[0]?.code ?? mark?.by_code;
  };
  await check(coach, await readCode(home.who, 'Granny Tan'));
  await db.sql`select private.renew_pickup_codes(${home.familyId})`;
  expect(await handOver(now.at)).toBe('pickup_code_unknown');
  // It has happened already on a device that had no network, so it is saved, without the code.
  const earlier = new Date(Date.parse(now.at) - 10 * 60_000).toISOString();
  expect(await handOver(earlier)).toBe(false);
  await check(coach, await readCode(home.who, 'Granny Tan'));
  expect(await handOver(now.at)).toBe(true);
});

test('a change by a booking’s link is not shown as a view by a user, and the privacy receipt can be read', async () => {
  await db.sql`select private.log_access('pickup_authorizations', 'changed_after_sale', ${other.familyId}, ${other.childId})`;
  const { reads } = v.parse(PrivacyReceipt, await rpc(db, other.who, 'get_privacy_receipt'));
  expect(reads).toEqual([]);
});
