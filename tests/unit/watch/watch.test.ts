// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { readConversion } from '#api/purchase-conversion.ts';
import { queueReport } from '#browser/report-queue.ts';
import { report } from '#browser/report.ts';
import { startWatch } from '#features/watch/watch.ts';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';
import { removeListenersAfterEach } from '#support/unit/listeners.ts';

const browser = fakeBrowser();
removeListenersAfterEach();
const help = vi.hoisted(() => vi.fn());
const show = vi.hoisted(() => vi.fn());
vi.mock('#features/watch/recovery.ts', () => ({ createRecovery: () => ({ attempt: help, show }) }));
const reportCheckoutStart = vi.hoisted(() => vi.fn());
const purchaseConversion = vi.hoisted(() => vi.fn(() => ({ consent: true, event_id: 'Purchase.1' })));
vi.mock('#features/watch/conversions.ts', () => ({ reportCheckoutStart, purchaseConversion }));
const measureVitals = vi.hoisted(() => vi.fn());
vi.mock('#features/watch/vitals.ts', () => ({ measureVitals }));
const askConsent = vi.hoisted(() => vi.fn());
vi.mock('#ui/consent/consent.ts', () => ({ askConsent }));

let online = true;
let hidden = false;
const consoleError = console.error;
const readSent = () => browser.api.named('error-monitor').map(({ body }) => String(body['message']));
/** Waits for loaded modules and the work that depends on them. */
async function rest() {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  await vi.dynamicImportSettled();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  console.error = vi.fn();
  online = true;
  hidden = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = vi.fn();
    },
  );
  document.body.innerHTML = '<main>A page</main>';
  for (const name of ['error-monitor', 'ops-monitor']) browser.api.on(name, { body: {} });
  return () => {
    console.error = consoleError;
  };
});

it('handles errors from before and after it was loaded', async () => {
  report('Before');
  startWatch();
  report('After');
  await rest();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(readSent()).toEqual(['Before', 'After']);
});

it('stores booking events in this browser, including earlier ones', () => {
  queueReport({ event: 'team_selection', data: { team: 'Red' } });
  startWatch();
  queueReport({ event: 'pass_selection', data: { passId: 'term' } });
  const saved = JSON.parse(browser.storage.getItem(storageKeys.events) ?? '[]') as { event: string }[];
  expect(saved.map(({ event }) => event)).toEqual(['page_view', 'team_selection', 'pass_selection']);
  expect(saved[1]).toMatchObject({ properties: { team: 'Red', sessionId: expect.any(String) as string } });
});

it('sends the queue every 30 seconds, but not from a hidden tab', async () => {
  startWatch();
  await rest();
  report('One');
  await rest();
  hidden = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(readSent()).toEqual([]);
  hidden = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(readSent()).toEqual(['One']);
});

it('requests nothing on a page without errors', async () => {
  browser.storage.setItem(storageKeys.consent, '{"analytics":true}');
  startWatch();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(browser.api.calls).toEqual([]);
});

it('starts recovery at the second consecutive error, or at one crashed island', async () => {
  startWatch();
  report('One');
  await rest();
  expect(help).not.toHaveBeenCalled();
  report('Two');
  report('Two');
  report('Two');
  await rest();
  expect(help).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(30_000);
  report('Alone');
  await rest();
  expect(help).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(30_000);
  report('TypeError: x', 'REACT_ERROR');
  await rest();
  expect(help).toHaveBeenCalledTimes(4);
  expect(help.mock.lastCall?.[0]).toMatchObject({ severity: 'critical', error_type: 'REACT_ERROR' });
});

it('monitors the page from the first high error, and repairs nothing yet', async () => {
  startWatch();
  report('A medium one');
  await rest();
  expect(show).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  queueReport(new ErrorEvent('error', { message: 'Uncaught', error: new Error('Uncaught') }));
  await rest();
  expect(show).toHaveBeenCalledTimes(1);
  expect(help).not.toHaveBeenCalled();
});

it('the watch does not count errors while offline', async () => {
  startWatch();
  online = false;
  for (let n = 0; n < 5; n++) report('In a tunnel');
  await rest();
  expect(help).not.toHaveBeenCalled();
  online = true;
  dispatchEvent(new Event('online'));
  await rest();
  expect(readSent()).toEqual(['In a tunnel']);
});

it('the watch does not count its own failing reports as errors', async () => {
  browser.api.on('error-monitor', 'network failure').on('ops-monitor', { status: 500, body: {} });
  startWatch();
  report('One');
  await rest();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(help).not.toHaveBeenCalled();
  expect(readSent()).toEqual(['One', 'One', 'One', 'One']);
});

it('reads errors written to the console, and still writes them', async () => {
  const write = vi.mocked(console.error);
  startWatch();
  console.error('React could not draw this');
  expect(write).toHaveBeenCalledWith('React could not draw this');
  await rest();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(readSent()).toEqual(['React could not draw this']);
});

it.each([
  ['{"analytics":true,"ads":true}', 1],
  ['{"analytics":true,"ads":false}', 0],
  ['', 0],
])('with the answer %s reports a checkout to the advertising service %i times', async (answer, times) => {
  if (answer) browser.storage.setItem(storageKeys.consent, answer);
  startWatch();
  queueReport({ event: 'checkout_started', data: { amount: 1 } });
  await rest();
  expect(reportCheckoutStart).toHaveBeenCalledTimes(times);
});

it('asks for consent after six seconds, or at once if an earlier visit could not', async () => {
  startWatch();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(askConsent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(askConsent).toHaveBeenCalledOnce();
  browser.storage.setItem(storageKeys.consentDue, 'true');
  vi.stubGlobal('reportQueue', []);
  startWatch();
  await vi.advanceTimersByTimeAsync(500);
  expect(askConsent).toHaveBeenCalledTimes(2);
});

it.each(['slim', 'account'])(
  'does not ask for consent under the %s bar, where visitors pay, sign in or work',
  async (bar) => {
    document.body.innerHTML = `<header class="site-nav ${bar}"></header><main>A page</main>`;
    startWatch();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(askConsent).not.toHaveBeenCalled();
  },
);

it('reports a payment if ads are allowed at that moment, whatever was allowed earlier', async () => {
  startWatch();
  expect(await readConversion()).toEqual({});
  browser.storage.setItem(storageKeys.consent, '{"analytics":false,"ads":true}');
  expect(await readConversion()).toEqual({ conversion: { consent: true, event_id: 'Purchase.1' } });
  browser.storage.setItem(storageKeys.consent, '{"analytics":true,"ads":false}');
  expect(await readConversion()).toEqual({});
});

it('delays a payment by at most a second', async () => {
  addEventListener(
    'conversion-requested',
    (event) => {
      const { detail } = event as CustomEvent<{ conversion?: Promise<unknown> }>;
      detail.conversion = new Promise(() => undefined);
    },
    { once: true },
  );
  const agreed = readConversion();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await agreed).toEqual({});
});

it.each([
  ['a visitor who allowed statistics', true, '/camps', 0.49, 1],
  ['the other half of the visits', true, '/camps', 0.5, 0],
  ['a visitor who refused', false, '/camps', 0, 0],
  ['a visitor who has not answered', null, '/camps', 0, 0],
  ['a screen of staff', true, '/management/orders', 0, 0],
  ['Family Base', true, '/family-base', 0, 0],
])('measures web vitals, or not: %s', async (_, analytics, path, random, times) => {
  if (analytics !== null)
    browser.storage.setItem(storageKeys.consent, JSON.stringify({ analytics, ads: false }));
  vi.spyOn(Math, 'random').mockReturnValue(random);
  history.replaceState(null, '', path);
  startWatch();
  await rest();
  expect(measureVitals).toHaveBeenCalledTimes(times);
});
