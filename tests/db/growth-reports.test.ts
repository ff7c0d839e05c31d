/** Tests who writes and releases growth reports of camps, and when (docs/decisions "Growth reports"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FamilyGrowthReports, type GrowthReport } from '#contract/growth-reports.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as growth from '#support/sql-growth.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { makeUser, refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let camp: string;
let kai: string;
let mia: string;
let enrolment: string;
/** A coach who may release reports, and one of another camp. */
const head: Caller = { role: 'authenticated', sub: '' };
const colleague: Caller = { role: 'authenticated', sub: '' };
const at = (day: string) => stopCalendar(db, `${day}T12:00:00+08:00`);
const lastDay = '2026-11-11';
const code = async (answer: Promise<unknown>) => (await refusal(answer)).code;
const as = (who: keyof People['callers']) => people.callers[who];

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await db.sql`delete from public.growth_reports`;
  head.sub = await makeUser(db, 'head@example.test', ['coach']);
  colleague.sub = await makeUser(db, 'colleague@example.test', ['coach']);
  await db.sql`
    insert into public.coaches (name, user_id, is_head) values
      ('Ana', ${people.coachId}, false), ('Hana', ${head.sub}, true), ('Cy', ${colleague.sub}, false)
    on conflict (user_id) do update set name = excluded.name`;
  await growth.makeLedCamp(db, colleague.sub, '2026-11-09', 'east-coast');
  camp = await growth.makeLedCamp(db, people.coachId, '2026-11-09');
  kai = await growth.makeCamper(db, people.familyId, 'Kai Tan');
  mia = await growth.makeCamper(db, people.otherFamilyId, 'Mia Lim');
  enrolment = await growth.enrol(db, camp, kai, [true, false, true]);
  await growth.enrol(db, camp, mia, [true]);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`delete from public.growth_reports`;
  await db.sql`delete from public.outbox where template = 'growth_report'`;
  await db.sql`truncate public.rate_limits`;
  await at('2026-11-12');
});

const save = (who: Caller = as('coach'), more: object = growth.fields(), version: number | null = null) =>
  growth.save(db, who, camp, kai, more, version);
const readFamily = async (who: Caller) =>
  v.parse(FamilyGrowthReports, await rpc(db, who, 'get_family_growth_reports', {}));
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

describe('release', () => {
  test.each<[string, () => Caller, string | null]>([
    ['the parent', () => as('parent'), 'not_allowed'],
    ['the coach who wrote it', () => as('coach'), 'not_allowed'],
    ['a colleague', () => colleague, 'not_allowed'],
    ['a head coach', () => head, null],
    ['an admin', () => as('admin'), null],
    ['a business admin', () => as('business admin'), null],
  ])('by %s', async (_, who, expected) => {
    const report = await ready();
    if (expected === null) expect(await growth.release(db, who(), report)).toEqual({ released: 1 });
    else {
      expect(await code(growth.release(db, who(), report))).toBe(expected);
      expect(await readFamily(as('parent'))).toEqual([]);
    }
  });

  test('not by whoever wrote it or marked it as ready, unless nobody else may', async () => {
    const { report } = await save(head);
    expect(await code(growth.release(db, head, report))).toBe('own_report');
    const draft = (await save(as('coach'), growth.fields({ is_ready: false }), 1)).report;
    const again = (await save(as('admin'), growth.fields(), draft.version)).report;
    expect(await code(growth.release(db, as('admin'), again))).toBe('own_report');
    expect(await code(growth.release(db, head, again))).toBe('own_report');
    await db.sql`update auth.users set banned_until = now() + interval '1 day' where id <> ${head.sub ?? ''}`;
    try {
      expect(await growth.release(db, head, again)).toEqual({ released: 1 });
    } finally {
      await db.sql`update auth.users set banned_until = null`;
    }
  });

  test.each<[string, () => Promise<GrowthReport>]>([
    [
      'a finished report of a coach that they rewrote',
      async () => {
        const { version } = await ready();
        return (await save(head, growth.fields({ sentence: 'Other words.' }), version)).report;
      },
    ],
    [
      'a draft that they rewrote and a coach marked as ready',
      async () => {
        const draft = (await save(as('coach'), growth.fields({ is_ready: false }))).report;
        const other = growth.fields({ foundations: growth.foundations('shining'), is_ready: false });
        const { version } = (await save(head, other, draft.version)).report;
        return (await save(as('coach'), { ...other, is_ready: true }, version)).report;
      },
    ],
    [
      'one that they rewrote and another admin sent back',
      async () => {
        const { version } = await ready();
        const other = growth.fields({ level: 3 });
        const { id, version: next } = (await save(head, other, version)).report;
        await rpc(db, as('admin'), 'return_growth_report', {
          p_report_id: id,
          p_version: next,
          p_note: 'No.',
        });
        return (await save(as('coach'), other, next + 1)).report;
      },
    ],
  ])('no head coach releases %s', async (_, make) => {
    await db.sql`update public.children set current_level = 1 where id = ${kai}`;
    const report = await make();
    expect([report.state, report.written_by]).toEqual(['ready', 'Hana']);
    expect(await code(growth.release(db, head, report))).toBe('own_report');
    await growth.release(db, as('admin'), report);
    expect((await readFamily(as('parent')))[0]?.coach).toBe('Hana');
  });

  test('a coach who writes over a head coach’s words has the last word, and both names stay apart', async () => {
    const { version } = await ready();
    const changed = (await save(head, growth.fields({ sentence: 'Other words.' }), version)).report;
    const again = (await save(as('coach'), growth.fields({ sentence: 'My words.' }), changed.version)).report;
    expect(again).toMatchObject({ written_by: 'Ana', is_own: true });
    expect(await growth.release(db, head, again)).toEqual({ released: 1 });
  });

  test('only what is ready and as it was read, all or none', async () => {
    const draft = (await save(as('coach'), growth.fields({ is_ready: false }))).report;
    const other = (await growth.save(db, as('coach'), camp, mia)).report;
    expect(await code(growth.release(db, head, draft, other))).toBe('report_not_ready');
    expect(await code(growth.release(db, head, { ...other, version: 7 }))).toBe('changed_meanwhile');
    expect(await code(growth.release(db, head, { id: kai, version: 1 }))).toBe('report_not_found');
    expect(await readFamily(as('other parent'))).toEqual([]);
    const report = (await save(as('coach'), growth.fields(), 1)).report;
    expect(await growth.release(db, head, report, other)).toEqual({ released: 2 });
    expect(await growth.release(db, head, report)).toEqual({ released: 0 });
    const mails = await db.sql<{ payload: Record<string, unknown>; recipient: string }[]>`
      select recipient, payload from public.outbox where template = 'growth_report' order by recipient`;
    expect(mails.map(({ recipient }) => recipient)).toContain('other@example.test');
    for (const { payload } of mails) {
      expect([report.id, other.id]).toContain(payload['report_id']);
      expect(JSON.stringify(payload)).not.toMatch(/steady|climbed|Courage/);
    }
  });

  test('the level moves up and stays on the ladder, and never moves down', async () => {
    await db.sql`update public.children set current_level = 2 where id = ${kai}`;
    const { report } = await save(as('coach'), growth.fields({ level: 3 }));
    expect(report.level).toBe(3);
    await growth.release(db, head, report);
    const [released] = await readFamily(as('parent'));
    expect([released?.level_before, released?.level]).toEqual([2, 3]);
    const [change] = await db.sql<[object]>`
      select level_before, level, changed_by from public.level_changes where child_id = ${kai} order by created_at desc limit 1`;
    expect(change).toEqual({ level_before: 2, level: 3, changed_by: people.coachId });
    // A coach moved Mia further up before the release.
    const other = (await growth.save(db, as('coach'), camp, mia, growth.fields({ level: 3 }))).report;
    await db.sql`update public.children set current_level = 5 where id = ${mia}`;
    await growth.release(db, head, other);
    const [row] = await db.sql<[{ current_level: number }]>`
      select current_level from public.children where id = ${mia}`;
    expect(row.current_level).toBe(5);
  });

  test('a report that was taken back and corrected still says that it moved the child up', async () => {
    await db.sql`update public.children set current_level = 2 where id = ${kai}`;
    const { report } = await save(as('coach'), growth.fields({ level: 3 }));
    await growth.release(db, head, report);
    await rpc(db, head, 'return_growth_report', {
      p_report_id: report.id,
      p_version: 2,
      p_note: 'Her name.',
    });
    // The form offers only levels above the child's, so it sends none.
    const { version } = (await save(as('coach'), growth.fields({ sentence: 'Kai climbed.' }), 3)).report;
    // On the roster, the child moves further up in the meantime. This report did not do that.
    await db.sql`update public.children set current_level = 4 where id = ${kai}`;
    await growth.release(db, head, { id: report.id, version });
    const [released] = await readFamily(as('parent'));
    expect([released?.level_before, released?.level]).toEqual([2, 3]);
    const [row] = await db.sql<[{ current_level: number }]>`
      select current_level from public.children where id = ${kai}`;
    expect(row.current_level).toBe(4);
  });

  test('a released report keeps its words, and only a return opens it again', async () => {
    const report = await ready();
    await growth.release(db, head, report);
    expect(await code(save(as('coach'), growth.fields({ sentence: 'New.' }), 2))).toBe('report_released');
    expect(await readFamily(as('second parent'))).toEqual(await readFamily(as('parent')));
    expect((await readFamily(as('parent')))[0]).toMatchObject({
      child_name: 'Kai Tan',
      coach: 'Ana',
      sentence: growth.fields().sentence,
      foundations: growth.foundations(),
    });
    const back = { p_report_id: report.id, p_version: 2, p_note: 'Please use her name.' };
    expect(await code(rpc(db, as('coach'), 'return_growth_report', back))).toBe('not_allowed');
    await rpc(db, head, 'return_growth_report', back);
    expect(await readFamily(as('parent'))).toEqual([]);
    const again = (await save(as('coach'), growth.fields({ sentence: 'Kai climbed.' }), 3)).report;
    expect(again.returned_note).toBeNull();
    await growth.release(db, as('admin'), again);
    expect(await readFamily(as('parent'))).toHaveLength(1);
    const mails = await db.sql<{ recipient: string }[]>`
      select recipient from public.outbox where template = 'growth_report' order by recipient`;
    expect(mails.map(({ recipient }) => recipient)).toEqual(['parent@example.test', 'second@example.test']);
  });
});
