import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { errorReport, reportError } from '#support/sql-leads.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.error_reports, public.error_fixes, public.source_maps`);

const digest = (map: string) => createHash('sha256').update(map).digest('hex');
const call = <T>(name: string, args: object) => rpc<T>(db, service, name, args as never);
const note = (p_release: string, maps: Record<string, string>) =>
  call<{ missing: string[] }>('record_release', {
    p_release,
    p_files: Object.fromEntries(Object.entries(maps).map(([file, map]) => [file, digest(map)])),
  });
const keep = (p_file: string, p_map: string) => call('save_source_map', { p_file, p_map });
const purge = async () => (await call<{ purged: number }>('purge_piece', { p_class: 'source_maps' })).purged;

test('a source map is requested once, and again when its lines have moved', async () => {
  expect(await note('r1', { 'a.js': 'A', 'b.js': 'B' })).toEqual({ missing: ['a.js', 'b.js'] });
  await keep('a.js', 'A');
  await keep('b.js', 'B');
  expect(await call('get_source_map', { p_file: 'a.js' })).toBe('A');
  expect(await note('r2', { 'a.js': 'A', 'b.js': 'B moved', 'c.js': 'C' })).toEqual({
    missing: ['b.js', 'c.js'],
  });
  expect(await call('get_source_map', { p_file: 'b.js' })).toBeNull();
});

test('only announced source maps are stored, and only as announced', async () => {
  await note('r1', { 'a.js': 'A' });
  for (const [file, map] of [
    ['b.js', 'B'],
    ['a.js', 'something else'],
  ] as const)
    expect(await refusal(keep(file, map))).toMatchObject({ code: 'invalid_input', field: 'p_file' });
  expect(await refusal(keep('a.js', 'x'.repeat(4 * 1024 * 1024 + 1)))).toMatchObject({ field: 'p_map' });
  const readRefusal = (args: object) => refusal(call('record_release', args));
  expect(await readRefusal({ p_release: 'r 1', p_files: {} })).toMatchObject({ field: 'p_release' });
  for (const p_files of [
    [],
    { '../a.js': digest('') },
    { 'a.css': digest('') },
    { 'a.js': 'x' },
    { 'a.js': 5 },
  ])
    expect(await readRefusal({ p_release: 'r1', p_files })).toMatchObject({ field: 'p_files' });
});

test('visitors, parents and admins cannot read source maps', async () => {
  await note('r1', { 'a.js': 'A' });
  const admin = await makeUser(db, 'maps-admin@example.test', ['admin', 'business_admin', 'coach']);
  for (const who of [visitor, { role: 'authenticated', sub: admin } as const, service])
    expect(await sqlState(db.as(who, (sql) => sql`select * from public.source_maps`))).toBe('42501');
});

test('reports are grouped by their position in the sources: the function, or the line if there is none', async () => {
  const causes = async (origins: object[]) => {
    const found: string[] = [];
    for (const p_origin of origins) {
      await db.sql`truncate public.error_reports cascade`;
      const { report_id } = await reportError(db, errorReport);
      expect(await call('place_error', { p_report_id: report_id, p_origin })).toEqual({ placed: true });
      const [row] = await db.sql<{ cause: string }[]>`select cause from public.error_reports`;
      found.push(row?.cause ?? '');
    }
    return new Set(found).size;
  };
  const originAt = (line: number, name: string | null, file = 'src/a.ts') => ({ file, line, function: name });
  expect(await causes([originAt(3, 'pay'), originAt(9, 'pay')])).toBe(1);
  expect(await causes([originAt(3, 'pay'), originAt(3, 'hold')])).toBe(2);
  expect(await causes([originAt(3, null), originAt(9, null)])).toBe(2);
  expect(await causes([originAt(3, 'pay'), originAt(3, 'pay', 'src/b.ts')])).toBe(2);
  const { report_id } = await reportError(db, errorReport);
  for (const p_origin of [
    {},
    { file: 'a.ts' },
    { file: 'a.ts', line: 0 },
    { file: 'a.ts', line: '1; drop' },
    5,
  ])
    expect(await refusal(call('place_error', { p_report_id: report_id, p_origin }))).toMatchObject({
      field: 'p_origin',
    });
});

test('the health page names the positions in the sources', async () => {
  const { report_id } = await reportError(db, errorReport);
  await call('place_error', {
    p_report_id: report_id,
    p_origin: { file: 'src/a.ts', line: 3, function: 'pay' },
  });
  expect(await call('get_system_health', {})).toMatchObject({ errors: [{ places: ['src/a.ts:3 pay'] }] });
});

test('source maps of old releases are deleted after 90 days, except those that the newest release still uses', async () => {
  await note('r1', { 'old.js': 'A', 'same.js': 'B' });
  await db.sql`update public.source_maps set seen_at = now() - interval '91 days'`;
  expect(await purge()).toBe(0);
  await note('r2', { 'same.js': 'B', 'new.js': 'C' });
  expect(await purge()).toBe(1);
  const files = await db.sql`select file from public.source_maps order by file`;
  expect(files.map(({ file }) => file as string)).toEqual(['new.js', 'same.js']);
  await db.sql`update public.source_maps set seen_at = now() - interval '91 days'`;
  expect(await purge()).toBe(0);
});
