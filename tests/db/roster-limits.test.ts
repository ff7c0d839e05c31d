/** Tests the limits of what a device in a loop, or a careless coach, can write to a roster. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { countRows, rpc, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let place: string;
let entry: string;
let child: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await stopCalendar(db, `${people.today}T12:00:00+08:00`);
  const [row] = await db.sql<[{ id: string; session_id: string; child_id: string }]>`
    select b.id, b.session_id, b.child_id from public.bookings b join public.sessions s on s.id = b.session_id
    join public.coaches k on k.id = s.coach_id
    where k.user_id = ${people.coachId} and b.session_date = ${people.today} and b.status = 'booked' limit 1`;
  ({ id: entry, session_id: place, child_id: child } = row);
  await db.sql`delete from public.first_aid_log`;
  await db.sql`delete from public.attendance_marks`;
});
afterAll(() => db.drop());

const mark = (kind: string, more: object = {}) => ({
  id: randomUUID(),
  entry_id: entry,
  kind,
  made_at: `${people.today}T03:00:00.000Z`,
  ...more,
});
const firstAid = () => mark('first_aid', { injury: 'Knee', treatment: 'Plaster', parent_informed: true });
const send = (p_marks: object[]) =>
  rpc<{ refused: { id: string; code: string }[] }>(db, people.callers.coach, 'mark_roster', {
    p_place_id: place,
    p_day: people.today,
    p_marks,
  });
const many = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

test('new marks of a child and day are limited, and stored ones can be sent again', async () => {
  const first = many(200, () => mark('in'));
  expect(await send(first)).toEqual({ refused: [] });
  const more = many(200, () => mark('note', { note: 'x' }));
  const { refused } = await send(more);
  expect(refused.map(({ code }) => code)).toEqual(many(100, () => 'list_full'));
  expect(await send([...first.slice(0, 100), ...more.slice(0, 100)])).toEqual({ refused: [] });
  expect(await countRows(db, 'attendance_marks')).toBe(300);
});

test('first-aid entries are limited too, and both are possible again on another day', async () => {
  const { refused } = await send(many(30, firstAid));
  expect(refused.map(({ code }) => code)).toEqual(many(10, () => 'list_full'));
  await db.sql`update public.first_aid_log set day = day - 1 where child_id = ${child}`;
  await db.sql`update public.attendance_marks set day = day - 1 where booking_id = ${entry}`;
  expect(await send([firstAid(), mark('in')])).toEqual({ refused: [] });
});

test('every function of a coach is counted', async () => {
  const rows = await db.sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      and p.prosrc ~ 'is_coach' and p.prosrc !~ 'private\\.enter_call' order by 1`;
  expect([...rows]).toEqual([]);
  const who = { ...visitorAt('203.0.113.9'), role: 'authenticated' as const, sub: people.coachId };
  const level = () =>
    rpc(db, who, 'set_child_level', { p_child_id: child, p_level: 2, p_note: 'Up' }).then(
      () => 'done',
      (error: unknown) => (error as Error).message,
    );
  await db.sql`truncate public.rate_limits`;
  const [rule] = await db.sql<
    [{ most: number }]
  >`select most from public.rate_rules where endpoint = 'roster'`;
  for (let n = 0; n < rule.most; n++) expect(await level()).toBe('done');
  expect(await level()).toBe('rate_limited');
});
