import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { errorReport, reportError } from '#support/sql-leads.ts';
import { makeUser, refusal, rpc, service as serviceRole, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.error_reports, public.error_fixes, public.rate_limits`);

test('a fix is stored with its report in fix_id and fix_applied', async () => {
  const { report_id } = await reportError(db, errorReport);
  const fix = (p_report_id: string, p_action: string) =>
    rpc<{ fix_id: string; fix_applied: boolean }>(db, serviceRole, 'record_error_fix', {
      p_report_id,
      p_action,
    });
  expect(await fix(report_id, 'none')).toMatchObject({ fix_applied: false });
  const { fix_id, fix_applied } = await fix(report_id, 'reload');
  expect(fix_applied).toBe(true);
  const [row] = await db.sql`
    select f.error_report_id, f.fingerprint = r.fingerprint as same
    from public.error_fixes f join public.error_reports r on r.id = f.error_report_id where f.id = ${fix_id}`;
  expect(row).toEqual({ error_report_id: report_id, same: true });
  expect(await refusal(fix(report_id, 'rm -rf'))).toMatchObject({ field: 'p_action' });
  const args = { p_report_id: report_id, p_action: 'reload', p_cause: 'Stale chunk' };
  expect(await refusal(rpc(db, serviceRole, 'record_error_fix', args))).toMatchObject({ field: 'p_cause' });
  expect(await refusal(fix(randomUUID(), 'reload'))).toMatchObject({ field: 'p_report_id' });
});

test('a visitor can read the id of one log row for the health check, and nothing else', async () => {
  await db.sql`insert into public.system_logs (component, message) values ('chores', 'Ran.')`;
  const read = (columns: string) =>
    db.as(visitor, (sql) => sql.unsafe(`select ${columns} from public.system_logs limit 5`));
  expect(await read('id')).toHaveLength(1);
  for (const columns of ['*', 'message', 'component']) expect(await sqlState(read(columns))).toBe('42501');
});

test('a browser gets a remedy at most twice in ten minutes per cause', async () => {
  const claim = (p_cause: string, p_headers: object) =>
    rpc<{ allowed: boolean; recent: string | null }>(db, serviceRole, 'claim_fix', { p_cause, p_headers });
  const [mine, other] = [
    { 'cf-connecting-ip': '203.0.113.1', 'user-agent': 'A' },
    { 'cf-connecting-ip': '203.0.113.1', 'user-agent': 'B' },
  ];
  const answers = [
    await claim('stale_chunk', mine),
    await claim('stale_chunk', mine),
    await claim('stale_chunk', mine),
  ];
  expect(answers.map(({ allowed }) => allowed)).toEqual([true, true, false]);
  expect(await claim('stale_chunk', other)).toEqual({ allowed: true, recent: null });
  expect(await claim('corrupt_storage', mine)).toEqual({ allowed: true, recent: null });
  expect(await refusal(claim('Stale', mine))).toMatchObject({ field: 'p_cause' });

  const { report_id } = await reportError(db, errorReport);
  const fix = { p_report_id: report_id, p_action: 'sessions_made', p_cause: 'missing_sessions' };
  await rpc(db, serviceRole, 'record_error_fix', fix);
  expect(await claim('missing_sessions', other)).toEqual({ allowed: true, recent: 'sessions_made' });
});

const service = [
  'record_error_fix',
  'claim_fix',
  'get_error_report',
  'record_release',
  'save_source_map',
  'get_source_map',
  'place_error',
];
test.each(service)('only the service can call %s', async (name) => {
  const id = await makeUser(db, `${randomUUID()}@example.test`, ['admin']);
  const every = {
    record_error_fix: { p_report_id: randomUUID(), p_action: 'none' },
    claim_fix: { p_cause: 'x', p_headers: {} },
    get_error_report: { p_report_id: randomUUID() },
    record_release: { p_release: 'r', p_files: {} },
    save_source_map: { p_file: 'a.js', p_map: '{}' },
    get_source_map: { p_file: 'a.js' },
    place_error: { p_report_id: randomUUID(), p_origin: { file: 'a.ts', line: 1 } },
  };
  const args = every[name as keyof typeof every];
  for (const who of [visitor, { role: 'authenticated', sub: id } as const]) {
    expect(await sqlState(rpc(db, who, name, args))).toBe('42501');
  }
});
