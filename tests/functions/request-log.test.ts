/** One id goes from the browser through the functions to SQL, and each call has a line in the log. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { redact } from '#server/redact.ts';
import type { Db } from '#server/db.ts';
import { createWorld, type World } from '#support/functions.ts';
import { errorReport } from '#support/sql-leads.ts';
import { withoutRandom } from '#support/random-values.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await createWorld();
  db = world.deps.db;
});
afterAll(() => world.stop());

let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
  const take = (line: unknown) => void lines.push(JSON.parse(String(line)) as Record<string, unknown>);
  vi.spyOn(console, 'info').mockImplementation(take);
  vi.spyOn(console, 'error').mockImplementation(take);
});
afterEach(() => {
  vi.restoreAllMocks();
  world.deps.db = db;
});

const id = 'b0b5c0de-0000-4000-8000-000000000001';
const ask = (headers: Record<string, string> = {}, body: unknown = errorReport) =>
  fetch(`${world.url}/error-monitor`, { method: 'POST', body: JSON.stringify(body), headers });

test('the browser’s id is in the response, the log and the row', async () => {
  const response = await ask({ 'x-request-id': id });
  expect(response.headers.get('x-request-id')).toBe(id);
  expect(lines.filter(({ event }) => event === 'request')).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      level: 'info',
      event: 'request',
      function: 'error-monitor',
      request_id: id,
      method: 'POST',
      status: 200,
      ms: expect.any(Number) as number,
    },
  ]);
  const [row] = await world.database.sql`select request_id from error_reports`;
  expect(row).toEqual({ request_id: id });
});

test.each(['', 'short', 'has spaces in it', "x'; drop table", 'a'.repeat(65)])(
  'a call with the invalid id %j gets one of ours',
  async (givenId) => {
    const response = await ask(givenId ? { 'x-request-id': givenId } : {});
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  },
);

test('two calls at once do not mix their ids', async () => {
  await Promise.all([ask({ 'x-request-id': 'call-number-1' }), ask({ 'x-request-id': 'call-number-2' })]);
  const rows = await world.database
    .sql`select request_id from error_reports where request_id like 'call-%' order by 1`;
  expect(rows.map(({ request_id }) => request_id as unknown)).toEqual(['call-number-1', 'call-number-2']);
});

test('an error is logged in one line with the call’s id, and without quoted values', async () => {
  world.deps.db = {
    ...db,
    rpc: () => Promise.reject(new Error('no such user mei@example.test, +65 9123 4567')),
  };
  await ask({ 'x-request-id': id });
  const faults = lines.filter(({ event }) => event === 'fault');
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults)
    expect(fault).toMatchObject({ level: 'error', request_id: id, function: 'error-monitor' });
  expect(withoutRandom(JSON.stringify(lines))).not.toMatch(/mei@|9123/);
});

test('a page may send and read the id of a call', async () => {
  const response = await fetch(`${world.url}/error-monitor`, { method: 'OPTIONS' });
  expect(response.headers.get('access-control-allow-headers')).toContain('x-request-id');
  expect(response.headers.get('access-control-expose-headers')).toBe('x-request-id');
});

test.each([
  ['mail to mei@example.test failed', 'mail to [email] failed'],
  ['Invalid `to`: Mei <mei%40example.test>', 'Invalid `to`: Mei <[email]>'],
  ['call +65 9123 4567 now', 'call [number] now'],
  ['Bearer abc.def is wrong', '[token] is wrong'],
  ['sk_test_abcdef123 is wrong', '[token] is wrong'],
  ['S1234567D', '[nric]'],
  ['GET https://x.test/a?token=1 failed', 'GET https://x.test/a failed'],
  ['at f (file:///a/b.ts:10:20)', 'at f (file:///a/b.ts:10:20)'],
  [`refund ${id} failed: 503`, `refund ${id} failed: 503`],
])('the error text %j is logged as %j', (words, expected) => {
  expect(redact(words)).toBe(expected);
});
