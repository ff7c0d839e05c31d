/** Tests who releases growth reports of camps, and what a release does (docs/decisions "Growth reports"). */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FamilyGrowthReports, type GrowthReport } from '#contract/growth-reports.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as growth from '#support/sql-growth.ts';
import type { People } from '#support/sql-people.ts';
import { refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let camp: string;
let kai: string;
let mia: string;
let head: Caller;
let colleague: Caller;
const code = async (answer: Promise<unknown>) => (await refusal(answer)).code;
const as = (who: keyof People['callers']) => people.callers[who];

beforeAll(async () => {
  db = await createDatabase();
  ({ people, head, colleague, camp, kai, mia } = await growth.makeReportedCamp(db));
});
afterAll(() => db.drop());
beforeEach(() => growth.clearReports(db));

const save = (who: Caller = as('coach'), more: object = growth.fields(), version: number | null = null) =>
  growth.save(db, who, camp, kai, more, version);
const readFamily = async (who: Caller) =>
  v.parse(FamilyGrowthReports, await rpc(db, who, 'get_family_growth_reports', {}));
const ready = async () => (await save()).report;

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
    // On the roster, the child moves further up in the meantime. That is not an effect of this report.
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
