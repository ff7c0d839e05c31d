/** Tests that sessions without any coach are listed ahead, and that the team is mailed about them. */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManagementToday } from '#contract/management.ts';
import { type Coaches, makeCoaches } from '#support/sql-coaches.ts';

let coaches: Coaches;
beforeAll(async () => {
  coaches = await makeCoaches();
});
afterAll(() => coaches.db.drop());
beforeEach(() => coaches.nextTest());

const countNotices = async () =>
  (
    await coaches.db.sql`
      select from public.outbox
      where template = 'staff_notice' and payload ->> 'topic' = 'coach_absences' and recipient = 'team@otter.test'`
  ).length;

test('sessions of the planned weeks without a coach are listed ahead', async () => {
  const [near, far] = [await coaches.makeSession(5, '10:00'), await coaches.makeSession(5, '12:00')];
  await coaches.db.sql`
    update public.sessions set session_date = private.last_planned_day() + 1 where id = ${far}`;
  const { uncovered } = v.parse(ManagementToday, await coaches.call('admin', 'get_management_today', {}));
  expect(uncovered).toMatchObject({
    count: 1,
    first: [{ place_id: near, coach: null, reason: 'no_coach' }],
  });
  await coaches.db
    .sql`update public.sessions set session_date = private.last_planned_day() where id = ${far}`;
  expect(await coaches.listUncovered()).toEqual([near, far]);
  await coaches.assignCoach(near, 'Ben');
  await coaches.db.sql`update public.sessions set status = 'cancelled' where id = ${far}`;
  expect(await coaches.listUncovered()).toEqual([]);
});

test('an absence does not name sessions that have no coach', async () => {
  await coaches.makeSession(5, '10:00');
  const { uncovered } = await coaches.saveAbsence('coach', coaches.absenceFields(5));
  expect(uncovered).toEqual({ count: 0, first: [] });
});

test('the team is mailed once about sessions that are planned together without a coach', async () => {
  const ids = [await coaches.makeSession(5, '10:00', 'Ana'), await coaches.makeSession(6, '10:00')];
  await coaches.db.sql`delete from public.outbox`;
  const copySessions = (days: number) => coaches.db.sql`
    insert into public.sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select class_type_id, location_id, null, session_date + ${days}::integer, session_time, duration_minutes, max_capacity
    from public.sessions where id = any (${ids})`;
  await copySessions(3);
  expect(await countNotices()).toBe(1);
  // A past session needs no coach.
  await copySessions(-300);
  expect(await countNotices()).toBe(1);
});

test('the team is mailed once about sessions that lose their coach together', async () => {
  const ids = [
    await coaches.makeSession(5, '10:00', 'Ana'),
    await coaches.makeSession(6, '10:00', 'Ana'),
    await coaches.makeSession(-300, '10:00', 'Ana'),
  ];
  await coaches.db.sql`delete from public.outbox`;
  const assign = (coach: string | null) =>
    coaches.db.sql`update public.sessions set coach_id = ${coach} where id = any (${ids})`;
  await assign(coaches.coachIds.Ben);
  expect(await countNotices()).toBe(0);
  await assign(null);
  expect(await countNotices()).toBe(1);
  // Other changes of a session without a coach send no notice.
  await coaches.db.sql`update public.sessions set max_capacity = 9 where id = any (${ids})`;
  expect(await countNotices()).toBe(1);
});
