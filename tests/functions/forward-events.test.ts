/** Errors and alerts are forwarded in Sentry's envelope format, to a simulated service. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createForwarder } from '#server/forward-events.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { createServiceDouble } from '#support/service-double.ts';

let service: Awaited<ReturnType<typeof createServiceDouble>>;
let world: World;
beforeAll(async () => {
  service = await createServiceDouble();
  world = await createWorld({ SENTRY_DSN: `http://public-key@${service.host}/errors/42` });
});
afterAll(async () => {
  await world.stop();
  await service.stop();
});
beforeEach(async () => {
  await world.database.sql`truncate error_reports, error_fixes, rate_limits, alerts, site_builds`;
  service.requests.splice(0);
  service.answer.status = 200;
});

const report = {
  timestamp: new Date().toISOString(),
  error_type: 'REACT_ERROR',
  severity: 'critical',
  message: 'no user mei@example.test',
  stack:
    'Error: no user mei@example.test\n    at Button (https://otter.test/_astro/Page.D8f3kQ2_.js:10:20)\n    at https://otter.test/_astro/Page.D8f3kQ2_.js:30:40\nsave@https://otter.test/b.js:1:2',
  url: 'https://otter.test/checkout?secret=1',
  user_agent: 'Browser 1.0',
  release: 'r7',
};
function envelope(n = 0) {
  const [header, item, payload, rest] = (service.requests[n]?.body ?? '').split('\n');
  return {
    header: JSON.parse(header ?? '') as Record<string, unknown>,
    item: JSON.parse(item ?? '') as { type: string; length: number },
    size: Buffer.byteLength(payload ?? ''),
    event: JSON.parse(payload ?? '') as Record<string, unknown>,
    rest,
  };
}

test('a report is forwarded as it is stored: redacted, grouped, and with its place in the sources', async () => {
  await world.call('error-monitor', report);
  await world.waitForWork();
  expect(service.requests).toHaveLength(1);
  expect(service.requests[0]).toMatchObject({
    path: 'POST /errors/api/42/envelope/',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': expect.stringMatching(
        /^Sentry sentry_version=7, sentry_client=[\w./-]+, sentry_key=public-key$/,
      ) as string,
    },
  });
  const { header, item, size, event, rest } = envelope();
  expect(item).toEqual({ type: 'event', length: size });
  expect(rest).toBe('');
  const [row] = await world.database.sql<
    { id: string; cause: string }[]
  >`select id, cause from error_reports`;
  expect(header['event_id']).toBe(row?.id.replaceAll('-', ''));
  expect(event).toMatchObject({
    event_id: row?.id.replaceAll('-', ''),
    level: 'fatal',
    platform: 'javascript',
    release: 'r7',
    fingerprint: [row?.cause],
    request: { url: 'https://otter.test/checkout', headers: { 'User-Agent': 'Browser 1.0' } },
    exception: {
      values: [
        {
          type: 'REACT_ERROR',
          value: 'no user [email]',
          stacktrace: {
            frames: [
              { function: 'save', filename: 'https://otter.test/b.js', lineno: 1, colno: 2 },
              {
                function: '?',
                filename: 'https://otter.test/_astro/Page.D8f3kQ2_.js',
                lineno: 30,
                colno: 40,
              },
              {
                function: 'Button',
                filename: 'https://otter.test/_astro/Page.D8f3kQ2_.js',
                lineno: 10,
                colno: 20,
              },
            ],
          },
        },
      ],
    },
  });
  expect(service.requests[0]?.body).not.toMatch(/mei|secret=1/);
});

test('an alert is forwarded when it begins and when it is over', async () => {
  await world.database
    .sql`insert into site_builds (build, state, reason, finished_at) values ('b', 'failed', 'No price.', now())`;
  await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  await world.waitForWork();
  expect(service.requests).toHaveLength(1);
  expect(envelope().event).toMatchObject({ level: 'error', message: { formatted: 'alert: build_failed' } });
  await world.database.sql`truncate site_builds`;
  await world.database.sql`update alerts set bad_at = bad_at - interval '11 minutes'`;
  await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  await world.waitForWork();
  expect(envelope(1).event).toMatchObject({
    level: 'info',
    message: { formatted: 'alert over: build_failed' },
  });
});

test('only some of very many reports are forwarded, and all are stored', async () => {
  const now = Date.now();
  await Promise.all(
    Array.from({ length: 80 }, (_, n) =>
      world.call('error-monitor', { ...report, timestamp: new Date(now - n * 10).toISOString() }),
    ),
  );
  await world.waitForWork();
  expect(service.requests).toHaveLength(60);
  const [row] = await world.database.sql`select count(*)::int as n from error_reports`;
  expect(row).toEqual({ n: 80 });
});

test('the reporter does not notice that the service is down', async () => {
  service.answer.status = 503;
  expect(await world.call('error-monitor', report)).toMatchObject({ status: 200 });
  await expect(world.waitForWork()).rejects.toThrow('errors were not handed on: 503');
});

test('nothing is forwarded without the variable, and an invalid one is reported at the start', () => {
  expect(createForwarder({ SITE_URL: 'https://otter.test' })).toBeNull();
  expect(() =>
    createForwarder({ SITE_URL: 'https://otter.test', SENTRY_DSN: 'https://host.test/1' }),
  ).toThrow('SENTRY_DSN');
});
