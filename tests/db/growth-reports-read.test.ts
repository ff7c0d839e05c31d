/**
 * Tests who reads growth reports of camps, which of them are due, and how they end (docs/decisions "Growth reports").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CampReports, CampsWithReports, FamilyGrowthReports } from '#contract/growth-reports.ts';
import { ManagementToday } from '#contract/management.ts';
import { PrivacyReceipt } from '#contract/family-privacy.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as growth from '#support/sql-growth.ts';
import type { People } from '#support/sql-people.ts';
import { refusal, rpc, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let camp: string;
let kai: string;
let mia: string;
let head: Caller;
let colleague: Caller;
const at = (day: string) => stopCalendar(db, `${day}T12:00:00+08:00`);
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

describe('who may read a released report', () => {
  test('the parents of the child, and no parent who has left', async () => {
    await growth.release(db, head, await ready());
    expect(await readFamily(as('other parent'))).toEqual([]);
    await db.sql`update public.families set secondary_parent_id = null where id = ${people.familyId}`;
    try {
      expect(await readFamily(as('second parent'))).toEqual([]);
    } finally {
      await db.sql`update public.families set secondary_parent_id = ${people.secondParentId} where id = ${people.familyId}`;
    }
  });

  test('each child that staff saw is logged once a day, and the family reads who it was', async () => {
    await db.sql`alter table public.access_log disable trigger user`;
    await db.sql`delete from public.access_log where accessed_table = 'growth_reports'`;
    await db.sql`alter table public.access_log enable trigger user`;
    await growth.read(db, as('coach'), camp);
    await growth.read(db, as('coach'), camp);
    const rows = await db.sql`
      select child_id from public.access_log where accessed_table = 'growth_reports' and user_id = ${people.coachId}`;
    expect(rows.map(({ child_id }) => child_id as string).toSorted()).toEqual([kai, mia].toSorted());
    const receipt = v.parse(PrivacyReceipt, await rpc(db, as('parent'), 'get_privacy_receipt', {}));
    expect(receipt.reads.filter(({ how }) => how === 'growth_report')).toMatchObject([
      { topic: 'growth_reports', child_name: 'Kai Tan', name: 'Ana', role: 'coach' },
    ]);
  });
});

test('Today names a camp until all its reports are released, and says when they are overdue', async () => {
  const due = async () => {
    const today = v.parse(ManagementToday, await rpc(db, as('admin'), 'get_management_today', {}));
    return today.growth_reports.first.find(({ camp_id }) => camp_id === camp);
  };
  expect(await due()).toMatchObject({ due_on: '2026-11-18', is_overdue: false, children: 2, written: 0 });
  const report = await ready();
  await at('2026-11-18');
  expect(await due()).toMatchObject({ is_overdue: false, written: 1, ready: 1, released: 0 });
  await at('2026-11-19');
  expect(await due()).toMatchObject({ is_overdue: true });
  const other = (await growth.save(db, as('coach'), camp, mia)).report;
  await growth.release(db, head, report, other);
  expect(await due()).toBeUndefined();
  // A child without any mark does not count as absent.
  const child = await growth.makeCamper(db, people.familyId, 'Unmarked Tan');
  const place = await growth.enrol(db, camp, child, []);
  try {
    expect(await due()).toMatchObject({ is_overdue: true, children: 2, released: 2, unmarked: 1 });
  } finally {
    await db.sql`delete from public.camp_enrollments where id = ${place}`;
  }
});

test('a coach’s list has their own camps, a head coach’s all of them', async () => {
  const list = async (who: Caller) =>
    v.parse(CampsWithReports, await rpc(db, who, 'list_camps_with_reports', {}));
  expect((await list(as('coach'))).camps.map(({ camp_id }) => camp_id)).toEqual([camp]);
  expect((await list(colleague)).camps).toEqual([]);
  expect((await list(head)).may_release).toBe(true);
  expect((await list(head)).camps.map(({ camp_id }) => camp_id)).toContain(camp);
  expect((await list(as('coach'))).head_coaches).toEqual([]);
  expect(await code(rpc(db, as('parent'), 'list_camps_with_reports', {}))).toBe('not_allowed');
  v.parse(CampReports, await growth.read(db, as('coach'), camp));
});

describe('after the time to write', () => {
  const back = (id: string, version: number) =>
    rpc(db, head, 'return_growth_report', { p_report_id: id, p_version: version, p_note: 'Her name.' });
  const listed = async (who: Caller) =>
    v
      .parse(CampsWithReports, await rpc(db, who, 'list_camps_with_reports', {}))
      .camps.map((one) => one.camp_id);

  test('a coach can correct the report that was sent back, and reads no other child', async () => {
    const { id, version } = await ready();
    await growth.save(db, as('coach'), camp, mia);
    await at('2026-12-10');
    expect(await listed(as('coach'))).toEqual([]);
    await back(id, version);
    expect(await listed(as('coach'))).toEqual([camp]);
    expect(await listed(colleague)).toEqual([]);
    expect(await code(growth.read(db, colleague, camp))).toBe('place_not_found');
    expect((await growth.read(db, as('coach'), camp)).list.map(({ child_id }) => child_id)).toEqual([kai]);
    const other = growth.fields({ sentence: 'Other words.' });
    expect(await code(growth.save(db, as('coach'), camp, mia, other, 1))).toBe('reports_closed');
    expect((await save(as('coach'), other, version + 1)).report.state).toBe('ready');
    expect(await code(growth.read(db, as('coach'), camp))).toBe('reports_closed');
  });

  test.each<[string, string]>([
    [
      'the place was cancelled',
      `update public.camp_enrollments set status = 'cancelled' where child_id = $1`,
    ],
    [
      'the camp was cancelled',
      `update public.camp_weeks set cancelled_at = now(), is_active = false
       where id = (select camp_id from public.growth_reports where child_id = $1)`,
    ],
  ])('a released report can be taken back if %s', async (_, change) => {
    const { id, version } = await ready();
    const waiting = (await growth.save(db, as('coach'), camp, mia)).report;
    await growth.release(db, head, { id, version });
    await db.sql.unsafe(change, [kai]);
    try {
      expect(await listed(head)).toContain(camp);
      const shown = (await growth.read(db, head, camp)).list.find(({ child_id }) => child_id === kai);
      expect(shown?.report?.state).toBe('released');
      await back(id, version + 1);
      expect(await readFamily(as('parent'))).toEqual([]);
      expect(await code(save(head, growth.fields(), version + 2))).toMatch(
        /child_not_at_camp|reports_closed/,
      );
      if (change.includes('camp_weeks'))
        expect(await code(growth.release(db, as('admin'), waiting))).toBe('child_not_at_camp');
    } finally {
      await db.sql`update public.camp_enrollments set status = 'enrolled' where child_id = ${kai}`;
      await db.sql`update public.camp_weeks set cancelled_at = null where id = ${camp}`;
    }
  });

  test('an erased family has no report to write', async () => {
    await db.sql`update public.families set erased_at = now() where id = ${people.otherFamilyId}`;
    try {
      expect((await growth.read(db, head, camp)).list.map(({ child_id }) => child_id)).toEqual([kai]);
      expect(await code(growth.save(db, head, camp, mia))).toBe('child_not_at_camp');
    } finally {
      await db.sql`update public.families set erased_at = null where id = ${people.otherFamilyId}`;
    }
  });
});

test('the right of a head coach ends with the role and with the account', async () => {
  const isHead = async () => {
    const [row] = await db.sql<
      [{ is_head: boolean }]
    >`select is_head from public.coaches where name = 'Hana'`;
    return row.is_head;
  };
  const sub = head.sub ?? '';
  await db.sql`delete from public.user_roles where user_id = ${sub} and role = 'coach'`;
  expect(await isHead()).toBe(false);
  await db.sql`insert into public.user_roles (user_id, role) values (${sub}, 'coach')`;
  expect(await isHead()).toBe(false);
  await db.sql`update public.coaches set is_head = true where name = 'Hana'`;
  await db.sql`update public.coaches set user_id = null where name = 'Hana'`;
  expect(await isHead()).toBe(false);
  await db.sql`update public.coaches set user_id = ${sub}, is_head = true where name = 'Hana'`;
});

test('only a business admin names head coaches', async () => {
  const [ana] = await db.sql<
    [{ id: string }]
  >`select id from public.coaches where user_id = ${people.coachId}`;
  const set = (who: Caller, p_is_head: boolean) =>
    rpc(db, who, 'set_head_coach', { p_coach_id: ana.id, p_is_head });
  for (const who of [as('parent'), as('coach'), head, as('admin')])
    expect(await code(set(who, true))).toBe('not_allowed');
  await set(as('business admin'), true);
  expect((await growth.read(db, as('coach'), camp)).may_release).toBe(true);
  await set(as('business admin'), false);
  expect((await growth.read(db, as('coach'), camp)).may_release).toBe(false);
});

test('a family’s export has its released reports, an admin’s the drafts, and an erasure deletes them', async () => {
  const claims = { amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] };
  const exportBy = (who: Caller) =>
    rpc<{ growth_reports: object[] }>(db, { ...who, claims: { ...who.claims, ...claims } }, 'export_family', {
      p_family_id: people.familyId,
    });
  const { id, version } = await ready();
  expect((await exportBy(as('parent'))).growth_reports).toEqual([]);
  await growth.release(db, head, { id, version });
  await rpc(db, head, 'return_growth_report', { p_report_id: id, p_version: 2, p_note: 'Her name.' });
  expect((await exportBy(as('parent'))).growth_reports).toEqual([]);
  expect((await exportBy(as('admin'))).growth_reports).toMatchObject([{ returned_note: 'Her name.' }]);
  await growth.release(db, head, (await save(as('coach'), growth.fields(), 3)).report);
  const exported = await exportBy(as('parent'));
  expect(JSON.stringify(exported.growth_reports)).not.toContain('Her name.');
  expect(exported.growth_reports).toMatchObject([
    { sentence: growth.fields().sentence, camp: expect.any(String) as string },
  ]);
  expect(JSON.stringify(exported.growth_reports)).not.toContain(people.coachId);
  await db.sql`select private.erase_family_growth(${people.familyId})`;
  expect(await readFamily(as('parent'))).toEqual([]);
});

test('a report is deleted after its retention period', async () => {
  const report = await ready();
  await db.sql`update public.growth_reports set created_at = now() - interval '3 years 1 day' where id = ${report.id}`;
  const [row] = await db.sql<[{ count: number }]>`select private.purge_growth_reports() as count`;
  expect(row.count).toBe(1);
});
