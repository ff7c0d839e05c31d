// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { createReports } from '#features/watch/reports.ts';
import type { ErrorDetails } from '#features/watch/errors.ts';
import { fakeBrowser } from '#support/unit/browser.ts';

const browser = fakeBrowser();
const state = { at: '2026-11-25T00:00:00.000Z', consecutiveErrors: 1, mode: 'watched' } as const;
const error = (message: string): ErrorDetails => ({
  message,
  error_type: 'RUNTIME_ERROR',
  stack: '',
  filename: '',
  severity: 'high',
});
let online = true;
const readSent = () => browser.api.named('error-monitor').map(({ body }) => String(body['message']));
const readStored = () => browser.storage.getItem(storageKeys.reports) ?? '';

beforeEach(() => {
  online = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  document.body.innerHTML = '<main>A page</main>';
  for (const name of ['error-monitor', 'ops-monitor']) browser.api.on(name, { body: {} });
});

it('sends an error to both monitors once, with the required fields', async () => {
  const reports = createReports();
  reports.add(
    {
      ...error('Broken'),
      filename: 'https://site.test/a.js?v=1',
      stack: 'at a (https://site.test/a.js:1:2)',
    },
    state,
  );
  await reports.flush();
  await reports.flush();
  const [report] = browser.api.named('error-monitor');
  expect(report?.body).toMatchObject({
    error_type: 'RUNTIME_ERROR',
    message: 'Broken',
    filename: 'https://site.test/a.js',
    stack: 'at a (https://site.test/a.js:1:2)',
    has_blank_screen: false,
    severity: 'high',
    user_agent: navigator.userAgent,
    health_status: 'watched',
    metrics: { times: 1, in_row: 1 },
  });
  expect(browser.api.named('ops-monitor').map(({ body }) => body)).toEqual([
    { type: 'ERROR', severity: 'high', data: report?.body },
  ]);
  expect(browser.api.calls).toHaveLength(2);
});

it.each([
  [
    'TypeError: x\n    at load (https://site.test/_astro/a.js:1:2)\n    at https://site.test/b.js:3:4',
    'a.js',
  ],
  ['TypeError: x\n    at https://site.test:4321/_astro/a.js:1:2', 'a.js'],
  ['load@https://site.test/_astro/a.js:12:34', 'a.js'],
  ['TypeError: see https://site.test/help for more\n    at <anonymous>', ''],
  ['', ''],
])('takes the file of a rejection from its stack (case %#)', (stack, file) => {
  const rejection: ErrorDetails = { ...error('Broken'), error_type: 'PROMISE_REJECTION', stack };
  expect(createReports().add(rejection, state)?.filename.split('/').at(-1)).toBe(file);
});

it('reports a blank page as critical', () => {
  document.body.innerHTML = '<main> </main>';
  expect(createReports().add(error('Broken'), state)).toMatchObject({
    has_blank_screen: true,
    severity: 'critical',
  });
});

it('counts a repeated error, and keeps at most twenty different ones', async () => {
  const reports = createReports();
  for (let n = 0; n < 1_000; n++) reports.add(error(`Row ${n} is broken`), state);
  for (let n = 0; n < 1_000; n++) reports.add(error(`Other ${'x'.repeat(n)}`), state);
  await reports.flush();
  expect(readSent()).toHaveLength(20);
  expect(browser.api.named('error-monitor')[0]?.body['metrics']).toMatchObject({ times: 1_000 });
});

it('keeps an error while offline, and sends it from the next page', async () => {
  online = false;
  const reports = createReports();
  reports.add(error('In a tunnel'), state);
  await reports.flush();
  reports.onPageHide();
  expect(readSent()).toEqual([]);
  expect(readStored()).toContain('In a tunnel');
  online = true;
  const next = createReports();
  expect(readStored()).toBe('');
  await next.flush();
  expect(readSent()).toEqual(['In a tunnel']);
});

it.each(['network failure', { status: 500, body: {} }] as const)(
  'tries one error at a time and keeps the others if nobody answers (%o)',
  async (reply) => {
    browser.api.on('error-monitor', reply);
    const reports = createReports();
    reports.add(error('One'), state);
    reports.add(error('Two'), state);
    await reports.flush();
    expect(readSent()).toEqual(['One']);
    reports.onPageHide();
    expect(readStored()).toMatch(/One.*Two/);
    browser.api.on('error-monitor', { body: {} });
    await reports.flush();
    expect(readSent()).toEqual(['One', 'One', 'Two']);
  },
);

it('the reporter does not repeat a refused error', async () => {
  browser.api.on('error-monitor', { status: 429, body: {} });
  const reports = createReports();
  reports.add(error('One'), state);
  await reports.flush();
  await reports.flush();
  expect(readSent()).toEqual(['One']);
});

it('sends pending errors when the page closes, without headers that need a preflight', () => {
  const reports = createReports();
  reports.add(error('Last words'), state);
  reports.onPageHide();
  expect(readSent()).toEqual(['Last words']);
  expect(browser.api.calls[0]?.headers).toBeUndefined();
  expect(readStored()).toBe('');
});

it('redacts and sends errors recorded before it loaded, with their time', async () => {
  browser.storage.setItem(storageKeys.reports, JSON.stringify([[error('mei@example.com is lost'), state]]));
  await createReports().flush();
  expect(browser.api.named('error-monitor')[0]?.body).toMatchObject({
    message: '[email] is lost',
    timestamp: state.at,
  });
});

it.each(['nonsense', '{"a":1}', 'null', '[1]'])('ignores a stored value of %s', async (text) => {
  browser.storage.setItem(storageKeys.reports, text);
  const reports = createReports();
  reports.add(error('One'), state);
  await reports.flush();
  expect(readSent()).toContain('One');
});
