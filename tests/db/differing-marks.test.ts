/** Tests two devices that mark one child differently until somebody decides (docs/decisions "The roster"). */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ManagementToday } from '#contract/management.ts';
import { ScheduleItemDetails } from '#contract/management-schedule.ts';
import { type HeadCount, MarkedRoster, RosterState, SharedRoster } from '#contract/roster.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let place: string;
let booking: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await db.sql`update public.profiles set name = 'Mei Tan' where id = ${people.parentId}`;
  await db.sql`
    insert into public.pickup_authorizations (family_id, position, name)
    select ${people.familyId}, 6, 'Grandma Huda'`;
});
beforeEach(async () => {
  await stopCalendar(db, `${people.today}T18:00:00+08:00`);
  place = await shop.makeSession(db, { date: people.today, capacity: 9 });
  booking = await book(people.childId, people.familyId);
  await assignAsCoach(db, people.coachId, place);
});
afterAll(() => db.drop());

async function book(childId: string, familyId: string): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${childId}, ${familyId} from public.sessions where id = ${place} returning id`;
  return row.id;
}
const moment = (time: string) => new Date(`${people.today}T${time}:00+08:00`).toISOString();
interface SentMark {
  id: string;
}
const sendMark = async (
  kind: string,
  time: string,
  follows: SentMark[],
  more: object = {},
  who?: Caller,
): Promise<SentMark> => {
  const mark = {
    id: randomUUID(),
    entry_id: booking,
    kind,
    made_at: moment(time),
    follows: follows.map(({ id }) => id),
    ...more,
  };
  const answer = await rpc(db, who ?? people.callers.coach, 'mark_roster', {
    p_place_id: place,
    p_day: people.today,
    p_marks: [mark],
  });
  expect(v.parse(MarkedRoster, answer)).toEqual({ refused: [] });
  return mark;
};
const withGrandma = { collected_by: 'listed_person', handed_to: 'Grandma Huda' };
const withMother = { collected_by: 'parent', handed_to: 'Mei Tan' };
const readState = async (who: Caller = people.callers.coach) => {
  const { entries } = v.parse(RosterState, await rpc(db, who, 'get_roster_state'));
  const entry = entries.find(({ entry_id }) => entry_id === booking);
  if (!entry) throw new Error('not on the roster');
  return entry;
};

test('two hand-overs that differ are shown on the roster and on Today until somebody decides, with the staff who recorded them', async () => {
  const checkIn = await sendMark('in', '09:00', []);
  const grandma = await sendMark('out', '16:31', [checkIn], withGrandma);
  const mother = await sendMark('out', '16:32', [checkIn], withMother, people.callers.admin);
  const now = await readState();
  expect(now.differing).toMatchObject([
    { mark_id: grandma.id, kind: 'out', handed_to: 'Grandma Huda', made_at: moment('16:31') },
    { mark_id: mother.id, kind: 'out', handed_to: 'Mei Tan', made_at: moment('16:32') },
  ]);
  expect(now).toMatchObject({ state: 'out', handed_to: 'Mei Tan', decided_by: null });
  const today = v.parse(ManagementToday, await rpc(db, people.callers.admin, 'get_management_today'));
  const child = today.places.find(({ id }) => id === place)?.children[0];
  expect(child?.mark.differing).toEqual(now.differing);
  await sendMark('decision', '17:00', [grandma, mother], { chooses: grandma.id }, people.callers.admin);
  const [admin] = await db.sql`select private.staff_name(${people.callers.admin.sub ?? ''}) as name`;
  expect(await readState()).toMatchObject({
    state: 'out',
    handed_to: 'Grandma Huda',
    checked_out_at: moment('16:31'),
    differing: [],
    decided_by: admin?.['name'] as string,
  });
});

test('absent and present marks from two devices differ until somebody decides, and the decision can be undone', async () => {
  const absent = await sendMark('absent', '09:10', []);
  const checkIn = await sendMark('in', '09:20', []);
  expect((await readState()).differing.map(({ kind }) => kind)).toEqual(['absent', 'in']);
  expect(await readState()).toMatchObject({ state: 'in' });
  const decision = await sendMark('decision', '09:30', [absent, checkIn], { chooses: absent.id });
  expect(await readState()).toMatchObject({ state: 'absent', differing: [] });
  const [row] = await db.sql`select attended from public.bookings where id = ${booking}`;
  expect(row?.['attended']).toBe(false);
  await sendMark('undo', '09:31', [], { undoes: decision.id });
  expect((await readState()).differing).toHaveLength(2);
});

test('a child marked present after it left, by a device that had not seen the hand-over, is a contradiction', async () => {
  const checkIn = await sendMark('in', '09:00', []);
  await sendMark('out', '16:00', [checkIn], withMother);
  await sendMark('in', '16:30', []);
  expect((await readState()).differing.map(({ kind }) => kind)).toEqual(['out', 'in']);
});

test('equal marks, a hand-over after a check-in, and a correction of a mark that was seen are no contradiction', async () => {
  const first = await sendMark('in', '09:00', []);
  const same = await sendMark('late', '09:02', []);
  await sendMark('out', '16:00', [first], withMother);
  await sendMark('out', '16:01', [same], withMother);
  expect((await readState()).differing).toEqual([]);
  const [entry] = [await readState()];
  const absent = await sendMark(
    'absent',
    '16:10',
    entry.latest.map((id) => ({ id })),
  );
  expect(await readState()).toMatchObject({ state: 'absent', latest: [absent.id], differing: [] });
});

test('a third device that syncs after the decision may contradict it again', async () => {
  const checkIn = await sendMark('in', '09:00', []);
  const grandma = await sendMark('out', '16:31', [checkIn], withGrandma);
  const mother = await sendMark('out', '16:32', [checkIn], withMother);
  await sendMark('decision', '17:00', [grandma, mother], { chooses: grandma.id });
  await sendMark('out', '16:33', [checkIn], { collected_by: 'alone', reason: 'x', confirmed: true });
  expect((await readState()).differing.map(({ collected_by }) => collected_by)).toEqual([
    'listed_person',
    'alone',
  ]);
});

test('a missing mark and marks that follow each other in a circle do not block the roster', async () => {
  const one = { id: randomUUID() };
  const other = await sendMark('in', '09:00', [one]);
  await sendMark('absent', '09:05', [other], { id: one.id });
  expect(await readState()).toMatchObject({ state: 'absent', differing: [] });
});

test('the roster, Today, the schedule and a shared roster have the same head count', async () => {
  const children = await db.sql<{ id: string; family_id: string }[]>`
    select id, family_id from public.children where id <> ${people.childId} and status = 'own' limit 3`;
  const entries = [booking];
  for (const { id, family_id } of children) entries.push(await book(id, family_id));
  expect(entries.length).toBeGreaterThanOrEqual(3);
  const checkIn = await sendMark('in', '09:00', []);
  await sendMark('out', '16:00', [checkIn], withMother);
  booking = entries[1] ?? '';
  await sendMark('in', '09:01', []);
  booking = entries[2] ?? '';
  await sendMark('absent', '09:02', []);
  const expected: HeadCount = {
    here: 1,
    out: 1,
    absent: 1,
    expected: entries.length - 3,
    differing: 0,
  };
  const [count] = await db.sql`select private.head_count(${people.today}, ${place}) as heads`;
  expect(count?.['heads']).toEqual(expected);
  const heads = (states: string[]): HeadCount => {
    const countIn = (state: string) => states.filter((one) => one === state).length;
    return {
      here: countIn('in'),
      out: countIn('out'),
      absent: countIn('absent'),
      expected: countIn('expected'),
      differing: 0,
    };
  };
  const roster = v.parse(RosterState, await rpc(db, people.callers.coach, 'get_roster_state'));
  const ofPlace = roster.entries.filter(({ place_id }) => place_id === place);
  expect(heads(ofPlace.map(({ state: is }) => is))).toEqual(expected);
  const today = v.parse(ManagementToday, await rpc(db, people.callers.admin, 'get_management_today'));
  const shown = today.places.find(({ id }) => id === place)?.children ?? [];
  expect(heads(shown.map(({ mark }) => mark.state))).toEqual(expected);
  const sheet = v.parse(
    ScheduleItemDetails,
    await rpc(db, people.callers.admin, 'get_schedule_place', { p_place_id: place }),
  );
  expect(sheet.heads).toEqual(expected);
  expect(heads(sheet.children.map(({ state: is }) => is ?? ''))).toEqual(expected);
  const share = await rpc<{ token: string }>(db, people.callers.coach, 'share_roster', {
    p_place_id: place,
    p_minutes: 60,
  });
  const shared = v.parse(
    SharedRoster,
    await rpc(db, visitor, 'read_shared_roster', { p_token: share.token }),
  );
  expect(heads(shared.children.map(({ state: is }) => is))).toEqual(expected);
});
