/**
 * Tests how a family reports a day's absence from a camp: who may report it and for which days, and
 * that such a child is still expected on the roster (docs/decisions "A day away from camp").
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let enrollment: string;
let otherEnrollment: string;
let today: string;
const tomorrow = '2026-11-19';
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  ({ today } = people);
  const find = async (familyId: string) => {
    const [row] = await db.sql<[{ id: string }]>`
      select e.id from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
      where e.family_id = ${familyId} and e.status = 'enrolled'
      order by ${today}::date between w.start_date and w.end_date desc, w.is_active desc limit 1`;
    return row.id;
  };
  enrollment = await find(people.familyId);
  otherEnrollment = await find(people.otherFamilyId);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await stopCalendar(db, `${today}T07:00:00+08:00`);
  await db.sql`delete from public.camp_absences`;
  await db.sql`delete from public.camp_attendance`;
  await db.sql`delete from public.attendance_marks`;
  // The camp has begun and lasts until tomorrow.
  await db.sql`
    update public.camp_weeks set end_date = ${tomorrow}
    where id = (select camp_id from public.camp_enrollments where id = ${enrollment})`;
});

const tell = (who: Caller, day: string | null, isAbsent: boolean | null = true, id = enrollment) =>
  rpc<{ absent_days: string[] }>(db, who, 'tell_absence', {
    p_enrollment_id: id,
    p_day: day,
    p_absent: isAbsent,
  });
const stateOn = async (day: string) => {
  const [row] = await db.sql<[{ mark: { state: string; told_absent_at: string | null } }]>`
    select mark from private.day_heads(${day}::date) where enrollment_id = ${enrollment}`;
  return row.mark;
};

test('either parent, or an admin whom they called, says it and takes it back, and saying it twice changes nothing', async () => {
  const { parent, admin, 'second parent': second } = people.callers;
  expect(await tell(parent, tomorrow)).toMatchObject({ absent_days: [tomorrow] });
  expect(await tell(second, tomorrow)).toMatchObject({ absent_days: [tomorrow] });
  expect(await tell(second, today)).toMatchObject({ absent_days: [today, tomorrow] });
  const told = await db.sql`select told_by from public.camp_absences order by day`;
  expect(told.map(({ told_by }) => told_by as string)).toEqual([people.secondParentId, people.parentId]);
  expect(await tell(admin, tomorrow, false)).toMatchObject({ absent_days: [today] });
  expect(await tell(parent, today, false)).toMatchObject({ absent_days: [] });
  expect(await tell(parent, today, false)).toMatchObject({ absent_days: [] });
});

test('the child stays on the roster and in the head count as expected, and coaches see what the family said', async () => {
  await tell(people.callers.parent, today);
  const { state, told_absent_at } = await stateOn(today);
  expect(state).toBe('expected');
  expect(told_absent_at).not.toBeNull();
  const { entries } = await rpc<{ entries: { entry_id: string; told_absent_at: string | null }[] }>(
    db,
    people.callers.coach,
    'get_roster_state',
    { p_date: today },
  );
  expect(entries.find(({ entry_id }) => entry_id === enrollment)).toMatchObject({ told_absent_at });
  // The child comes after all, and is checked in as usual.
  await db.sql`
    insert into public.attendance_marks (id, enrollment_id, day, kind, made_at)
    values (gen_random_uuid(), ${enrollment}, ${today}, 'in', private.calendar_now())`;
  expect((await stateOn(today)).state).toBe('in');
  expect((await stateOn(today)).told_absent_at).toBeNull();
});

test('nobody says that a child is away who is or was there that day', async () => {
  const mark = (kind: string) => db.sql`
    insert into public.attendance_marks (id, enrollment_id, day, kind, made_at, collected_by)
    values (gen_random_uuid(), ${enrollment}, ${today}, ${kind}, private.calendar_now(), ${kind === 'out' ? 'parent' : null})`;
  for (const kind of ['in', 'out']) {
    await mark(kind);
    expect(await refusal(tell(people.callers.parent, today))).toMatchObject({
      code: 'child_checked_in',
      field: 'p_day',
    });
  }
  // The family may still report the child away for tomorrow.
  expect(await tell(people.callers.parent, tomorrow)).toMatchObject({ absent_days: [tomorrow] });
});

describe('who may not say it', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (part) =>
    expect(await sqlState(tell(people.callers[part], tomorrow))).toBe('42501'),
  );
  test.each(['other parent', 'coach'] as const)('%s does not find the child', async (part) => {
    expect(await refusal(tell(people.callers[part], tomorrow))).toMatchObject({ code: 'booking_not_found' });
    expect(await db.sql`select from public.camp_absences`).toHaveLength(0);
  });
  test('a parent does not find another family’s child', async () =>
    expect(await refusal(tell(people.callers.parent, tomorrow, true, otherEnrollment))).toMatchObject({
      code: 'booking_not_found',
    }));
  test.each(['parent', 'coach', 'admin'] as const)('%s cannot write the table', async (part) =>
    expect(
      await sqlState(
        db.as(
          people.callers[part],
          (sql) =>
            sql`insert into public.camp_absences (enrollment_id, day) values (${enrollment}, ${tomorrow})`,
        ),
      ),
    ).toBe('42501'),
  );
});

test.each([
  ['2026-11-17', true, 'p_day'],
  ['2026-11-20', true, 'p_day'],
  [null, true, 'p_day'],
  [tomorrow, null, 'p_absent'],
])(
  'a day outside the camp, before today or without an answer is refused (%s, %s)',
  async (day, isAbsent, field) =>
    expect(await refusal(tell(people.callers.parent, day, isAbsent))).toMatchObject({
      code: 'invalid_input',
      field,
    }),
);

test('nothing is said about a camp or a place that was cancelled', async () => {
  const [row] = await db.sql<[{ camp_id: string }]>`
    select camp_id from public.camp_enrollments where id = ${enrollment}`;
  await db.sql`update public.camp_weeks set is_active = false, cancelled_at = now() where id = ${row.camp_id}`;
  expect(await refusal(tell(people.callers.parent, tomorrow))).toMatchObject({ code: 'camp_cancelled' });
  await db.sql`update public.camp_weeks set is_active = true, cancelled_at = null where id = ${row.camp_id}`;
  await db.sql`update public.camp_enrollments set status = 'cancelled' where id = ${enrollment}`;
  expect(await refusal(tell(people.callers.parent, tomorrow))).toMatchObject({ code: 'booking_not_found' });
  await db.sql`update public.camp_enrollments set status = 'enrolled' where id = ${enrollment}`;
});

test('a family’s export has the days, and its erasure deletes them', async () => {
  await tell(people.callers.parent, tomorrow);
  const [exported] = await db.sql<[{ data: { camp_absences: { day: string }[] } }]>`
    select private.export_family_absences(${people.familyId}, '{}', '{}') as data`;
  expect(exported.data.camp_absences).toMatchObject([{ day: tomorrow }]);
  expect(JSON.stringify(exported.data)).not.toContain(people.parentId);
  await db.sql`select private.erase_family_absences(${people.familyId})`;
  expect(await db.sql`select from public.camp_absences`).toHaveLength(0);
});

test('what a parent said about days to come ends when the parent is removed', async () => {
  const { parent, 'second parent': second, 'business admin': owner } = people.callers;
  await tell(second, today);
  await tell(parent, tomorrow);
  await rpc(db, owner, 'remove_parent_for_family', {
    p_family_id: people.familyId,
    p_profile_id: people.secondParentId,
    p_reason: 'Court order',
  });
  expect(
    (await db.sql`select day::text as day from public.camp_absences`).map(({ day }) => day as string),
  ).toEqual([tomorrow]);
});
