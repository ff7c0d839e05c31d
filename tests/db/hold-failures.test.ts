/**
 * Tests that the database counts faults in the first step of a booking although the call fails, because no server
 * function sees them.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let session: string;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  session = await shop.makeSession(db, { capacity: 100 });
  await db.sql.unsafe(`
    create function private.break() returns trigger language plpgsql as $$
    begin
      if new.currency is not null and current_setting('test.breaks', true) = 'slow' then perform pg_sleep(10); end if;
      if current_setting('test.breaks', true) = 'yes' then raise exception 'mei.tan@example.test broke it'; end if;
      return new;
    end $$;
    create trigger break before insert on public.orders for each row execute function private.break()`);
});
afterAll(() => db.drop());
beforeEach(() => db.sql`truncate public.call_counts, public.alerts, public.rate_limits, public.system_logs`);

/**
 * Calls `hold_order` as PostgREST does. Without a `path` it is called directly; with `within` it is called inside
 * another call that succeeds.
 */
const hold = (
  breaks: 'no' | 'yes' | 'slow',
  p_order: object = order(),
  { path = '/rpc/hold_order', within = '' } = {},
) =>
  db.as(visitor, async (sql) => {
    await sql`select set_config('request.path', ${path}, true), set_config('response.status', '', true),
      set_config('answers.call', ${within}, true),
      set_config('test.breaks', ${breaks}, true), set_config('statement_timeout', ${breaks === 'slow' ? '300' : '5000'}, true)`;
    const [row] = await sql<
      [{ answer: object }]
    >`select public.hold_order(${sql.json(p_order as never)}) as answer`;
    const [response] = await sql<[{ status: string }]>`select current_setting('response.status') as status`;
    return { status: response.status, answer: row.answer };
  });
const order = () => shop.holdRequest(session);
const readCounts = async () => {
  const rows = await db.sql`select kind, ok, failed from public.call_counts`;
  return [...rows];
};

test('a fault is answered as an error, without personal data, and is counted', async () => {
  expect(await hold('yes')).toEqual({
    status: '500',
    answer: { code: 'P0001', message: 'unexpected', details: null, hint: null },
  });
  expect(await readCounts()).toEqual([{ kind: 'hold', ok: 0, failed: 1 }]);
  const [log] = await db.sql`select level, component, message, details from public.system_logs`;
  expect(log).toEqual({
    level: 'error',
    component: 'hold_order',
    message: 'Failed.',
    details: { state: 'P0001', at: 'private.break() line 4' },
  });
  expect(await shop.countSpotsTaken(db, session)).toBe(0);
});

test('a call that takes too long is counted as a fault too', async () => {
  expect(await hold('slow')).toMatchObject({ status: '500', answer: { code: '57014' } });
  expect(await readCounts()).toEqual([{ kind: 'hold', ok: 0, failed: 1 }]);
});

test('a refusal is not counted as a fault, and neither is a successful hold', async () => {
  expect(await hold('no', {})).toMatchObject({ status: '400' });
  expect(await hold('no')).toMatchObject({ status: '' });
  expect(await readCounts()).toEqual([]);
});

test.each([
  ['by another call', { within: 'other' }],
  ['by hand', { path: '' }],
])('called %s, the function raises the error', async (_, from) => {
  expect(await sqlState(hold('yes', order(), from))).toBe('P0001');
  expect(await readCounts()).toEqual([]);
});

test('an alert opens when more than 5% of holds fail, whatever happens at the payment page', async () => {
  const checkAlerts = () => rpc<{ open: string[] }>(db, service, 'check_alerts');
  await db.sql`insert into public.call_counts (kind, minute, ok) values ('booking', date_trunc('minute', now()), 1000)`;
  await hold('yes');
  // One fault among a few calls does not start an alert.
  expect((await checkAlerts()).open).toEqual([]);
  await hold('yes');
  expect((await checkAlerts()).open).toEqual(['bookings_failing']);
  const [alert] = await db.sql<{ details: object }[]>`select details from public.alerts`;
  expect(alert?.details).toMatchObject({ step: 'hold', failed: 2 });
});

test('successful holds lower the percentage, and a failing payment page is reported too', async () => {
  const health = () => rpc<{ bookings: object }>(db, service, 'get_system_health');
  for (let n = 0; n < 6; n++) await hold('no');
  await hold('yes');
  const { bookings } = await health();
  expect(bookings).toMatchObject({ step: 'hold', failed: 1 });
  await db.sql`insert into public.call_counts (kind, minute, ok, failed) values ('booking', date_trunc('minute', now()), 98, 2)`;
  expect((await health()).bookings).toMatchObject({ step: 'payment', failed: 2, percent: 2 });
});
