/** Tests what a link to a roster shows, to whom, and until when (docs/decisions "The roster"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RosterShare, SharedRoster } from '#contract/roster.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let place: string;
let booking: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
beforeEach(async () => {
  await setTime('12:00');
  place = await shop.makeSession(db, { date: people.today, capacity: 9 });
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${people.childId}, ${people.familyId} from public.sessions where id = ${place}
    returning id`;
  booking = row.id;
  await assignAsCoach(db, people.coachId, place);
});
afterAll(() => db.drop());

const setTime = (time: string) => stopCalendar(db, `${people.today}T${time}:00+08:00`);
const moment = (time: string) => new Date(`${people.today}T${time}:00+08:00`).toISOString();

describe('a shared roster', () => {
  const share = async (minutes = 60) =>
    v.parse(
      RosterShare,
      await rpc(db, people.callers.coach, 'share_roster', { p_place_id: place, p_minutes: minutes }),
    );
  const read = async (p_token: string | null, who: Caller = visitor) =>
    v.parse(SharedRoster, await rpc(db, who, 'read_shared_roster', { p_token }));
  const isNotFound = async (token: string | null) =>
    expect(await refusal(read(token))).toMatchObject({ code: 'link_not_found', status: 404 });

  test('anybody with the link sees initials and who is present', async () => {
    await db.sql`update public.children set name = 'Kai Wei-Ming Tan' where id = ${people.childId}`;
    await db.sql`
      insert into public.attendance_marks (id, booking_id, day, kind, made_at)
      values (gen_random_uuid(), ${booking}, ${people.today}, 'in', ${moment('09:00')})`;
    const { token } = await share();
    const shared = await read(token);
    expect(shared.children).toEqual([{ initials: 'K. W. M.', state: 'in' }]);
    expect(JSON.stringify(shared)).not.toMatch(/Kai|allerg|kept/);
    expect(JSON.stringify(shared)).not.toContain(people.childId);
    await db.sql`update public.children set name = 'kept child' where id = ${people.childId}`;
  });

  test('the link ends by its time, at midnight, by a newer link and by hand, and a wrong link shows nothing', async () => {
    const { token, expires_at } = await share();
    expect(expires_at).toBe(moment('13:00'));
    await setTime('13:00');
    await isNotFound(token);
    await setTime('23:30');
    const lastShare = await share(720);
    expect(lastShare.expires_at).toBe('2026-11-18T16:00:00.000Z');
    const next = await share(10);
    await isNotFound(lastShare.token);
    expect((await read(next.token)).children).toHaveLength(1);
    expect(await share(0)).toEqual({ token: null, expires_at: null });
    for (const wrong of [next.token, '', null, 'x'.repeat(1000)]) await isNotFound(wrong);
    expect(
      await refusal(rpc(db, people.callers.coach, 'share_roster', { p_place_id: place, p_minutes: 721 })),
    ).toMatchObject({ code: 'invalid_input', field: 'p_minutes' });
  });

  test('the link ends for good when its coach no longer leads the class or is no longer staff', async () => {
    const [coach] = await db.sql<
      [{ id: string }]
    >`select id from public.coaches where user_id = ${people.coachId}`;
    const assign = (leadsIt: boolean) =>
      rpc(db, people.callers.admin, 'assign_coach', {
        p_place_id: place,
        p_coach_id: coach.id,
        p_leads: leadsIt,
      });
    const first = await share();
    await assign(false);
    await isNotFound(first.token);
    await assign(true);
    await isNotFound(first.token);
    const second = await share();
    expect((await read(second.token)).children).toHaveLength(1);
    // A substitute takes over the session, so the first coach's link ends.
    await db.sql`insert into public.coaches (name) values ('Stand-in')`;
    await db.sql`update public.sessions set coach_id = (select id from public.coaches where name = 'Stand-in') where id = ${place}`;
    await isNotFound(second.token);
    await db.sql`update public.sessions set coach_id = ${coach.id} where id = ${place}`;
    await db.sql`delete from public.user_roles where user_id = ${people.coachId}`;
    await isNotFound(second.token);
    await db.sql`insert into public.user_roles (user_id, role) values (${people.coachId}, 'coach')`;
    expect((await read(second.token)).children).toHaveLength(1);
    // The account is banned while it still has the role, as after a sudden dismissal.
    await db.sql`update auth.users set banned_until = now() + interval '1 year' where id = ${people.coachId}`;
    await isNotFound(second.token);
    await db.sql`update auth.users set banned_until = null where id = ${people.coachId}`;
  });
});
