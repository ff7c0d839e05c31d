import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { errorReport, reportError, visitorAt } from '#support/sql-leads.ts';
import { countRows, refusal, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.error_reports, public.error_fixes, public.rate_limits`);

const readReport = async () => {
  const [row] = await db.sql<Record<string, unknown>[]>`select * from public.error_reports`;
  return row ?? {};
};

test('a report is stored with the specified fields and answered with its id alone', async () => {
  const now = new Date().toISOString();
  const answer = await reportError(db, {
    ...errorReport,
    severity: 'high',
    filename: 'https://otter.test/a.js?v=1',
    has_blank_screen: true,
    user_agent: 'Browser 1.0',
    timestamp: now,
    metrics: { errors: 3, slow: true, note: 'Kai', 'bad key': 1 },
    health_status: 'degraded',
  });
  const row = await readReport();
  expect(answer).toEqual({ report_id: row['id'] });
  expect(row).toMatchObject({
    error_type: 'RUNTIME_ERROR',
    severity: 'high',
    message: 'x is not a function',
    filename: 'https://otter.test/a.js',
    has_blank_screen: true,
    user_agent: 'Browser 1.0',
    url: 'https://otter.test/checkout',
    metrics: { errors: 3, slow: true },
    health_status: 'degraded',
  });
  expect(Date.parse(row['reported_at'] as string)).toBe(Date.parse(now));
});

test('unknown fields of a report are dropped', async () => {
  await reportError(db, {
    ...errorReport,
    child: { name: 'Kai Tan' },
    formData: 'Kai Tan',
    id: randomUUID(),
  });
  expect(JSON.stringify(await readReport())).not.toContain('Kai');
});

const id = 'b0b5c0de-0000-4000-8000-000000000001';
test.each([
  ['e-mail addresses', 'no such user mei@example.test!', 'no such user [email]'],
  ['telephone numbers', 'bad phone +65 9123 4567.', 'bad phone [number].'],
  ['dates of birth', 'invalid dob 2018-05-01 given', 'invalid dob [number] given'],
  ['secrets', `order ${id} not found`, 'order [token] not found'],
  [
    'queries',
    `failed: GET https://otter.test/x?secret=${id} (500)`,
    'failed: GET https://otter.test/x (500)',
  ],
  ['tokens', `jwt ${'aB3_'.repeat(20)} expired`, 'jwt [token] expired'],
  ['control characters', 'a\u0007b', 'ab'],
  ['nothing that is needed', 'Cannot read x of undefined (3 of 12)', 'Cannot read x of undefined (3 of 12)'],
])('personal data in a message are removed: %s', async (_, message, redacted) => {
  await reportError(db, {
    ...errorReport,
    message,
    stack: `${message}\n    at a (https://otter.test/a.js:10:20)`,
  });
  const row = await readReport();
  expect(row['message']).toBe(redacted);
  expect(row['stack']).toBe(`${redacted}\n    at a (https://otter.test/a.js:10:20)`);
});

test('long texts are cut, and cutting does not uncover what was removed', async () => {
  const message = `${'x '.repeat(245)} mei@example.test`;
  await reportError(db, {
    ...errorReport,
    message,
    stack: 'at y\n'.repeat(10_000),
    user_agent: 'z '.repeat(1000),
  });
  const row = await readReport();
  expect(row['message']).toHaveLength(498);
  expect(row['message']).not.toContain('mei');
  expect(row['stack']).toHaveLength(4000);
  expect(row['user_agent']).toHaveLength(300);
});

const frame = (file: string, at = '1:2') => `TypeError: x\n    at Button (https://otter.test/${file}:${at})`;
const release = 'r1';
/**
 * Each case changes an error. It says whether the fingerprint stays the same within this release, and the cause across
 * releases.
 */
test.each<[what: string, change: object, fingerprint: boolean, cause: boolean]>([
  ['in another browser', { user_agent: 'Other' }, true, true],
  ['on another page', { url: 'https://otter.test/camps' }, true, true],
  ['worse', { severity: 'critical' }, true, true],
  ['with another number in its message', { message: 'place 99 of "Kai Tan 7" is not there' }, true, true],
  ['with another name of ours in it', { message: 'place 1 of "max_age" is not there' }, false, false],
  ['with other words', { message: 'y' }, false, false],
  ['of another type', { error_type: 'REACT_ERROR' }, false, false],
  ['thrown from another line', { stack: frame('_astro/Page.D8f3kQ2_.js', '3:4') }, false, true],
  ['thrown from another file', { stack: frame('_astro/Other.D8f3kQ2_.js') }, false, false],
  ['of another release', { release: 'r2' }, false, true],
  [
    'of a release that names the file otherwise',
    { release: 'r2', stack: frame('_astro/Page.Zz93kQ2_.js', '7:8') },
    false,
    true,
  ],
  [
    'below a library that another site serves',
    { stack: frame('_astro/Page.D8f3kQ2_.js').replace('\n', '\n    at x (https://cdn.test/lib.js:5:5)\n') },
    true,
    true,
  ],
  [
    'below an extension',
    {
      stack: frame('_astro/Page.D8f3kQ2_.js').replace('\n', '\n    at x (chrome-extension://abc/x.js:5:5)\n'),
    },
    true,
    true,
  ],
  [
    'as Firefox writes it',
    { stack: 'Button@https://otter.test/_astro/Page.D8f3kQ2_.js:1:2\nb@https://otter.test/z.js:9:9' },
    true,
    true,
  ],
])('an error %s', async (_, change, sameFingerprint, sameCause) => {
  const error = {
    ...errorReport,
    message: 'place 12 of "Mei 3" is not there',
    stack: frame('_astro/Page.D8f3kQ2_.js'),
    release,
  };
  await reportError(db, error);
  await reportError(db, { ...error, ...change });
  const [row] = await db.sql`
    select count(distinct fingerprint) = 1 as fingerprint, count(distinct cause) = 1 as cause, count(*) as n
    from public.error_reports`;
  expect(row).toEqual({ fingerprint: sameFingerprint, cause: sameCause, n: 2 });
});

test('the same report again updates its row, with the worst severity that was reported', async () => {
  const timestamp = new Date().toISOString();
  const first = await reportError(db, { ...errorReport, timestamp });
  const again = await reportError(db, {
    ...errorReport,
    timestamp,
    severity: 'critical',
    metrics: { errors: 3 },
  });
  const late = await reportError(db, { ...errorReport, timestamp, severity: 'low' });
  expect([again, late]).toEqual([first, first]);
  expect(await readReport()).toMatchObject({ severity: 'critical', metrics: { errors: 3 } });
  // The same error at another time is another report.
  await reportError(db, { ...errorReport, timestamp: new Date(Date.now() - 1).toISOString() });
  expect(await countRows(db, 'error_reports')).toBe(2);
});

test('a report that is sent twenty times at once is stored once', async () => {
  const body = { ...errorReport, timestamp: new Date().toISOString() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => reportError(db, body)));
  expect(new Set(answers.map(({ report_id }) => report_id)).size).toBe(1);
  expect(await countRows(db, 'error_reports')).toBe(1);
});

test('a report names the call that caused it, if it has a name', async () => {
  const reportWith = (id: string) =>
    reportError(db, errorReport, { ...visitor, headers: { 'x-request-id': id } });
  await reportWith('0b7ff0a4-0000-4000-8000-000000000002');
  await reportWith('x');
  await reportWith("a'; drop table");
  const rows = await db.sql`select request_id from public.error_reports order by created_at`;
  expect(rows.map(({ request_id }) => request_id as unknown)).toEqual([
    '0b7ff0a4-0000-4000-8000-000000000002',
    null,
    null,
  ]);
});

test.each(['yesterday', '1999-01-01T00:00:00Z', 'infinity', '2999-01-01', 5, {}])(
  'a browser clock of %j is replaced by the server’s',
  async (timestamp) => {
    await reportError(db, { ...errorReport, timestamp });
    expect((await readReport())['reported_at']).toBeNull();
  },
);

const garbage: [what: string, body: unknown, field: string][] = [
  ['nothing', null, 'p_report'],
  ['a list', [], 'p_report'],
  ['far too much', { ...errorReport, stack: 'x'.repeat(100_001) }, 'p_report'],
  ['no type', { ...errorReport, error_type: undefined }, 'error_type'],
  ['an unknown type', { ...errorReport, error_type: 'OTHER' }, 'error_type'],
  ['no message', { ...errorReport, message: ' ' }, 'message'],
  ['a message as object', { ...errorReport, message: {} }, 'message'],
  ['an unknown severity', { ...errorReport, severity: 'huge' }, 'severity'],
];
test.each(garbage)('report_error refuses %s and stores nothing', async (_, body, field) => {
  const call = db.as(visitor, (sql) => sql`select public.report_error(${JSON.stringify(body)}::text::jsonb)`);
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  expect(await countRows(db, 'error_reports')).toBe(0);
});

test('invalid optional fields do not make a report fail', async () => {
  const odd = {
    stack: 5,
    filename: {},
    url: 7,
    user_agent: [],
    metrics: 'x',
    health_status: 'Bad one',
    has_blank_screen: 1,
  };
  await reportError(db, { ...errorReport, ...odd });
  expect(await readReport()).toMatchObject({
    stack: null,
    metrics: {},
    health_status: null,
    has_blank_screen: false,
  });
});

test('a page that sends reports in a loop is stopped', async () => {
  const who = visitorAt('203.0.113.1');
  const calls = await Promise.allSettled(
    Array.from({ length: 130 }, () => reportError(db, errorReport, who)),
  );
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(120);
  expect(await refusal(reportError(db, errorReport, who))).toMatchObject({
    code: 'rate_limited',
    status: 429,
  });
  expect(await reportError(db, errorReport, { ...service, headers: who.headers ?? {} })).toHaveProperty(
    'report_id',
  );
});
