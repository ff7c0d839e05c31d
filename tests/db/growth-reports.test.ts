/** Tests who writes growth reports of camps, and when (docs/decisions "Growth reports"). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as growth from '#support/sql-growth.ts';
import type { People } from '#support/sql-people.ts';
import { refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let camp: string;
let kai: string;
let enrolment: string;
let head: Caller;
let colleague: Caller;
const at = (day: string) => stopCalendar(db, `${day}T12:00:00+08:00`);
const lastDay = '2026-11-11';
const code = async (answer: Promise<unknown>) => (await refusal(answer)).code;
const as = (who: keyof People['callers']) => people.callers[who];

beforeAll(async () => {
  db = await createDatabase();
  ({ people, head, colleague, camp, kai, enrolment } = await growth.makeReportedCamp(db));
});
afterAll(() => db.drop());
beforeEach(() => growth.clearReports(db));

const save = (who: Caller = as('coach'), more: object = growth.fields(), version: number | null = null) =>
  growth.save(db, who, camp, kai, more, version);
const ready = async () => (await save()).report;

describe('who may write', () => {
  test.each<[string, () => Caller, string, string | null]>([
    ['a parent', () => as('parent'), '2026-11-12', 'not_allowed'],
    ['another parent', () => as('other parent'), '2026-11-12', 'not_allowed'],
    ['a coach of another camp', () => colleague, '2026-11-12', 'place_not_found'],
    ['the coach on the day before the last', () => as('coach'), '2026-11-10', 'reports_closed'],
    ['the coach on the last day', () => as('coach'), lastDay, null],
    ['the coach two weeks later', () => as('coach'), '2026-11-25', null],
    ['the coach a day after that', () => as('coach'), '2026-11-26', 'reports_closed'],
    ['a head coach of another camp', () => head, '2026-12-30', null],
    ['an admin long after', () => as('admin'), '2027-03-01', null],
    ['an admin before the last day', () => as('admin'), '2026-11-10', 'reports_closed'],
  ])('%s', async (_, who, day, expected) => {
    await at(day);
    const calls = [() => save(who()), () => growth.read(db, who(), camp)];
    for (const call of calls) {
      if (expected === null) await call();
      else expect(await code(call())).toBe(expected);
    }
  });

  test('a visitor may call nothing', async () => {
    for (const call of [
      () => save(as('visitor')),
      () => growth.read(db, as('visitor'), camp),
      () => growth.release(db, as('visitor'), { id: kai, version: 1 }),
      () => rpc(db, as('visitor'), 'get_family_growth_reports', {}),
      () => rpc(db, as('visitor'), 'suggest_next_session', { p_child_id: kai }),
    ])
      expect(await sqlState(call())).toBe('42501');
  });

  test('a coach who is taken off the camp', async () => {
    await save();
    const [row] = await db.sql<
      [{ coach_id: string }]
    >`delete from public.camp_coaches where camp_id = ${camp} returning coach_id`;
    try {
      expect(await code(growth.read(db, as('coach'), camp))).toBe('place_not_found');
    } finally {
      await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${camp}, ${row.coach_id})`;
    }
  });

  test('a coach whose role ended is a head coach no longer', async () => {
    await db.sql`delete from public.user_roles where user_id = ${head.sub ?? ''}`;
    try {
      expect(await code(growth.read(db, head, camp))).toBe('not_allowed');
      expect(await code(growth.release(db, head, { id: kai, version: 1 }))).toBe('not_allowed');
    } finally {
      await db.sql`insert into public.user_roles (user_id, role) values (${head.sub ?? ''}, 'coach')`;
      await db.sql`update public.coaches set is_head = true where user_id = ${head.sub ?? ''}`;
    }
  });
});

describe('which children get a report', () => {
  test.each<[string, boolean[]]>([
    ['one who never came', [false, false, false]],
    ['one about whom nothing was marked', []],
  ])('not %s', async (name, days) => {
    const child = await growth.makeCamper(db, people.familyId, name);
    const id = await growth.enrol(db, camp, child, days);
    expect(await code(growth.save(db, as('coach'), camp, child))).toBe('child_not_at_camp');
    await db.sql`delete from public.camp_attendance where enrollment_id = ${id}`;
    await db.sql`delete from public.camp_enrollments where id = ${id}`;
  });

  test('not one who was cancelled or moved to another camp, even if it was ready', async () => {
    const report = await ready();
    await db.sql`update public.camp_enrollments set status = 'cancelled' where id = ${enrolment}`;
    try {
      expect(await code(save(as('coach'), growth.fields(), 1))).toBe('child_not_at_camp');
      expect(await code(growth.release(db, as('admin'), report))).toBe('child_not_at_camp');
      const shown = await growth.read(db, as('admin'), camp);
      expect([shown.children, shown.written, shown.list.map(({ name }) => name)]).toEqual([
        1,
        0,
        ['Mia Lim'],
      ]);
    } finally {
      await db.sql`update public.camp_enrollments set status = 'enrolled' where id = ${enrolment}`;
    }
  });

  test('attendance at the camp before a move does not count', async () => {
    const child = await growth.makeCamper(db, people.familyId, 'Moved Tan');
    const id = await growth.enrol(db, camp, child, []);
    await db.sql`insert into public.camp_attendance (enrollment_id, day, attended) values (${id}, '2026-11-02', true)`;
    expect(await code(growth.save(db, as('coach'), camp, child))).toBe('child_not_at_camp');
    await db.sql`delete from public.camp_attendance where enrollment_id = ${id}`;
    await db.sql`delete from public.camp_enrollments where id = ${id}`;
  });
});

describe('what a report needs', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['nine foundations', { foundations: growth.foundations().slice(1) }, 'invalid_input'],
    [
      'one twice',
      { foundations: growth.foundations().map((one) => ({ ...one, key: 'k' })) },
      'invalid_input',
    ],
    ['an unknown mark', { foundations: growth.foundations('weak' as 'steady') }, 'invalid_input'],
    ['a mark that is missing', { foundations: growth.foundations(null) }, 'invalid_input'],
    ['no sentence', { sentence: null }, 'invalid_input'],
    ['a sentence that is too long', { sentence: 'a'.repeat(601) }, 'invalid_input'],
    ['a level off the ladder', { level: 9 }, 'invalid_input'],
  ])('%s', async (_, more, expected) => {
    expect(await code(save(as('coach'), growth.fields(more)))).toBe(expected);
  });

  test('a draft may lack marks and the sentence', async () => {
    const { report } = await save(
      as('coach'),
      growth.fields({ foundations: growth.foundations(null), sentence: null, is_ready: false }),
    );
    expect([report.state, report.sentence, report.version]).toEqual(['draft', null, 1]);
  });

  test('a change names the version it is based on, and a repeated request is stored once', async () => {
    await save();
    expect((await save()).report.version).toBe(1);
    expect(await code(save(as('admin'), growth.fields({ sentence: 'Other words.' }), null))).toBe(
      'changed_meanwhile',
    );
    expect((await save(as('admin'), growth.fields({ sentence: 'Other words.' }), 1)).report).toMatchObject({
      version: 2,
      state: 'ready',
      is_own: true,
    });
  });
});
