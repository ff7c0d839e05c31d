/**
 * ops-monitor and auto-fix-system receive what the browser's watcher reports, and repair what they can (spec 1 §3, §4
 * and §7).
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fix } from '#contract/monitoring.ts';
import type { Db } from '#server/db.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { errorReport } from '#support/sql-leads.ts';
import { stopCalendar } from '#support/sql.ts';

let world: World;
let db: Db;
beforeAll(async () => {
  world = await createWorld();
  db = world.deps.db;
});
afterAll(() => world.stop());
beforeEach(() => world.database.sql`truncate error_reports, error_fixes, rate_limits, chores`);
afterEach(() => {
  world.deps.db = db;
  world.mail.isDown = false;
});

const count = async (table: string) => {
  const [row] = await world.database.sql<
    { n: number }[]
  >`select count(*)::int as n from ${world.database.sql(table)}`;
  return row?.n;
};

describe('ops-monitor', () => {
  const send = (body: unknown) => world.call('ops-monitor', body);
  const event = { type: 'ERROR', severity: 'high', data: { ...errorReport, metrics: { errors: 2 } } };

  test('stores the error with its severity', async () => {
    expect(await send(event)).toEqual({ status: 200, body: { received: true } });
    const rows = await world.database.sql`select severity, message, metrics from error_reports`;
    expect([...rows]).toEqual([{ severity: 'high', message: errorReport.message, metrics: { errors: 2 } }]);
  });

  test('updates the row of an error that error-monitor already has', async () => {
    const data = { ...errorReport, timestamp: new Date().toISOString() };
    await world.call('error-monitor', data);
    await send({ ...event, data });
    expect(await count('error_reports')).toBe(1);
  });

  test.each<[what: string, body: unknown, field: string]>([
    ['nothing', null, 'body'],
    ['another type', { ...event, type: 'INFO' }, 'type'],
    ['an unknown severity', { ...event, severity: 'loud' }, 'severity'],
    ['no data', { ...event, data: undefined }, 'data'],
    ['data without a message', { ...event, data: { ...errorReport, message: '' } }, 'message'],
  ])('%s is refused with its field', async (_, body, field) => {
    expect(await send(body)).toEqual({ status: 400, body: { code: 'invalid_input', field } });
    expect(await count('error_reports')).toBe(0);
  });
});

describe('auto-fix-system', () => {
  const fix = (message: string, headers: Record<string, string> = {}) =>
    world.call<Fix>('auto-fix-system', { ...errorReport, message }, { 'user-agent': 'A', ...headers });

  test.each<[cause: string, message: string, action: string]>([
    [
      'stale_chunk',
      'Failed to fetch dynamically imported module: https://otter.test/_astro/A.x.js',
      'clear_caches',
    ],
    [
      'stale_chunk',
      'error loading dynamically imported module: https://otter.test/_astro/A.x.js',
      'clear_caches',
    ],
    ['stale_chunk', 'Importing a module script failed.', 'clear_caches'],
    ['stale_chunk', 'Unable to preload CSS for /_astro/A.css', 'clear_caches'],
    ['corrupt_storage', 'Unexpected token u in JSON at position 0', 'clear_storage'],
    ['corrupt_storage', '"undefined" is not valid JSON', 'clear_storage'],
    ['corrupt_storage', 'JSON Parse error: Unexpected EOF', 'clear_storage'],
    ['corrupt_storage', "QuotaExceededError: Failed to execute 'setItem' on 'Storage'", 'clear_storage'],
    ['expired_session', 'JWT expired', 'renew_session'],
    ['expired_session', 'Invalid Refresh Token: Refresh Token Not Found', 'renew_session'],
    ['expired_session', 'Auth session missing!', 'renew_session'],
  ])('the cause %s is recognised: %s', async (cause, message, action) => {
    const { status, body } = await fix(message);
    expect(status).toBe(200);
    expect(body).toMatchObject({ fix_applied: true, action });
    const [row] = await world.database.sql`select f.id, f.cause, f.action, r.message is not null as reported
      from error_fixes f join error_reports r on r.id = f.error_report_id`;
    expect(row).toEqual({ id: body.fix_id, cause, action, reported: true });
  });

  test('is told about an unknown problem, records it, and promises no remedy', async () => {
    const { body } = await fix('x is not a function');
    expect(body).toMatchObject({ fix_applied: false, action: 'none' });
    expect(body.fix_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('creates missing sessions of the weekend once', async () => {
    await stopCalendar(world.database, '2027-03-01T10:00:00+08:00');
    const before = await count('sessions');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => fix('No sessions for the weekend', { 'user-agent': `B${n}` })),
    );
    expect(answers.filter(({ body }) => body.action === 'sessions_made').length).toBeGreaterThan(0);
    const countAfter = (await count('sessions')) ?? 0;
    expect(countAfter).toBeGreaterThan(before ?? 0);
    // Other browsers within the minute get the same result, and nothing is created twice.
    expect((await fix('No sessions for the weekend', { 'user-agent': 'C' })).body.action).toBe(
      'sessions_made',
    );
    expect(await count('sessions')).toBe(countAfter);
  });

  test('applies nothing if the sessions exist already, and nobody reloads for it', async () => {
    await stopCalendar(world.database, '2027-03-01T10:00:00+08:00');
    await db.rpc('ensure_next_weekend_funstart_sessions', {});
    expect((await fix('No sessions for the weekend')).body).toMatchObject({
      fix_applied: false,
      action: 'none',
    });
  });

  test('sends a stuck outbox', async () => {
    await world.database
      .sql`insert into outbox (key, template, recipient, payload) values ('stuck', 'alert_began', 'team@otter.test',
      '{"kind": "books_discrepancies", "value": 1, "threshold": 0, "details": {}, "began_at": "2026-11-24T02:00:00Z", "ended_at": null}')`;
    expect((await fix('the outbox is stuck')).body).toMatchObject({
      fix_applied: true,
      action: 'mails_sent',
    });
    expect(world.mail.delivered.map(({ key }) => key)).toContain('stuck');
  });

  test('gives a browser a remedy twice and then none, so that no page reloads for ever', async () => {
    const actions = [];
    for (let n = 0; n < 4; n++) actions.push((await fix('Importing a module script failed.')).body.action);
    expect(actions).toEqual(['clear_caches', 'clear_caches', 'none', 'none']);
    // Another browser has its own attempts.
    const other = await fix('Importing a module script failed.', { 'user-agent': 'Z' });
    expect(other.body.action).toBe('clear_caches');
  });

  test('reports a failed remedy as no remedy', async () => {
    world.deps.db = {
      ...db,
      rpc: (name, args) =>
        name === 'ensure_next_weekend_funstart_sessions'
          ? Promise.reject(new Error('down'))
          : db.rpc(name, args),
    };
    const { status, body } = await fix('No sessions for the weekend');
    expect({ status, ...body }).toMatchObject({ status: 200, fix_applied: false, action: 'none' });
  });

  test('refuses too many requests from all browsers together', async () => {
    await db.rpc('check_rate', { p_key: 'auto fix', p_limit: 600, p_window_seconds: 600 });
    await world.database.sql`update rate_limits set hits = 600`;
    expect(await fix('x')).toEqual({ status: 429, body: { code: 'rate_limited' } });
  });

  test.each([null, '[]', '"x"', '{"message": "x"}'])('refuses %j', async (body) => {
    const { status } = await world.call('auto-fix-system', body);
    expect(status).toBe(400);
    expect(await count('error_fixes')).toBe(0);
  });
});

describe('error-monitor/maintenance for external monitoring', () => {
  const watch = async () => {
    const response = await fetch(`${world.url}/error-monitor/maintenance`);
    return { status: response.status, body: (await response.json()) as unknown };
  };

  test('says whether the chores run', async () => {
    expect(await watch()).toEqual({ status: 503, body: { status: 'late' } });
    await world.call('error-monitor/maintenance', '', maintenanceHeaders);
    expect(await watch()).toEqual({ status: 200, body: { status: 'ok' } });
    await world.database
      .sql`update chores set done_at = done_at - interval '6 minutes' where name = 'outbox'`;
    expect(await watch()).toEqual({ status: 503, body: { status: 'late' } });
    const { body } = await world.call('error-monitor/maintenance', '', maintenanceHeaders);
    expect(body).toMatchObject({
      chores: { outbox: { ok: true, late_seconds: expect.any(Number) as number } },
    });
  });
});
