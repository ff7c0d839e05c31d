// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { agreedPurchase } from '#api/agreed-purchase.ts';
import { handOver } from '#browser/handed.ts';
import { report } from '#browser/report.ts';
import { startWatch } from '#features/watch/watch.ts';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';
import { ownListeners } from '#support/unit/listeners.ts';

const browser = fakeBrowser();
ownListeners();
const help = vi.hoisted(() => vi.fn());
vi.mock('#features/watch/recovery.ts', () => ({ createRecovery: () => ({ help }) }));
const convert = vi.hoisted(() => vi.fn());
const purchase = vi.hoisted(() => vi.fn(() => ({ consent: true, event_id: 'Purchase.1' })));
vi.mock('#features/watch/conversions.ts', () => ({ convert, purchase }));
const askConsent = vi.hoisted(() => vi.fn());
vi.mock('#ui/consent/consent.ts', () => ({ askConsent }));

let online = true;
let hidden = false;
const say = console.error;
const sent = () => browser.api.named('error-monitor').map(({ body }) => String(body['message']));
/** Parts that are fetched have come, and what waits for them is done. */
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
    console.error = say;
  };
});

it('what happened before it came is dealt with, and what comes then', async () => {
  report('Before');
  startWatch();
  report('After');
  await rest();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent()).toEqual(['Before', 'After']);
});

it('what islands tell of a booking is kept in this browser, also from before it came', () => {
  handOver({ event: 'team_selection', data: { team: 'Red' } });
  startWatch();
  handOver({ event: 'pass_selection', data: { passId: 'term' } });
  const kept = JSON.parse(browser.storage.getItem(storageKeys.events) ?? '[]') as { event: string }[];
  expect(kept.map(({ event }) => event)).toEqual(['page_view', 'team_selection', 'pass_selection']);
  expect(kept[1]).toMatchObject({ properties: { team: 'Red', sessionId: expect.any(String) as string } });
});

it('the queue goes every 30 seconds, and not from a tab that nobody looks at', async () => {
  startWatch();
  await rest();
  report('One');
  await rest();
  hidden = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent()).toEqual([]);
  hidden = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent()).toEqual(['One']);
});

it('a calm page asks for nothing, however long it stands', async () => {
  browser.storage.setItem(storageKeys.consent, '{"analytics":true}');
  startWatch();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(browser.api.calls).toEqual([]);
});

it('repair begins with the second error in a row and comes with each after it; a fallen island is enough alone', async () => {
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

it('without a network no error counts', async () => {
  startWatch();
  online = false;
  for (let n = 0; n < 5; n++) report('In a tunnel');
  await rest();
  expect(help).not.toHaveBeenCalled();
  online = true;
  dispatchEvent(new Event('online'));
  await rest();
  expect(sent()).toEqual(['In a tunnel']);
});

it('a reporter that fails is no error', async () => {
  browser.api.on('error-monitor', 'network failure').on('ops-monitor', { status: 500, body: {} });
  startWatch();
  report('One');
  await rest();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(help).not.toHaveBeenCalled();
  expect(sent()).toEqual(['One', 'One', 'One', 'One']);
});

it('an error that is written to the console is read too, and written all the same', async () => {
  const write = vi.mocked(console.error);
  startWatch();
  console.error('React could not draw this');
  expect(write).toHaveBeenCalledWith('React could not draw this');
  await rest();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent()).toEqual(['React could not draw this']);
});

it.each([
  ['{"analytics":true,"ads":true}', 1],
  ['{"analytics":true,"ads":false}', 0],
  ['', 0],
])('with the answer %s a checkout is told to the advertising service: %i', async (answer, times) => {
  if (answer) browser.storage.setItem(storageKeys.consent, answer);
  startWatch();
  handOver({ event: 'checkout_started', data: { amount: 1 } });
  await rest();
  expect(convert).toHaveBeenCalledTimes(times);
});

it('what a visitor allows is asked for six seconds later; at once where an earlier visit had no room', async () => {
  startWatch();
  await vi.advanceTimersByTimeAsync(5_999);
  expect(askConsent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(askConsent).toHaveBeenCalledOnce();
  browser.storage.setItem(storageKeys.consentDue, 'true');
  vi.stubGlobal('handed', []);
  startWatch();
  await vi.advanceTimersByTimeAsync(500);
  expect(askConsent).toHaveBeenCalledTimes(2);
});

it.each(['slim', 'account'])(
  'nobody is asked under the %s bar, where somebody pays, signs in or works',
  async (bar) => {
    document.body.innerHTML = `<header class="site-nav ${bar}"></header><main>A page</main>`;
    startWatch();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(askConsent).not.toHaveBeenCalled();
  },
);

it('a payment is told of where ads are allowed at that moment, whatever was begun before', async () => {
  startWatch();
  expect(await agreedPurchase()).toEqual({});
  browser.storage.setItem(storageKeys.consent, '{"analytics":false,"ads":true}');
  expect(await agreedPurchase()).toEqual({ conversion: { consent: true, event_id: 'Purchase.1' } });
  browser.storage.setItem(storageKeys.consent, '{"analytics":true,"ads":false}');
  expect(await agreedPurchase()).toEqual({});
});

it('a payment does not wait for long', async () => {
  addEventListener(
    'purchase-asked',
    (event) => {
      const { detail } = event as CustomEvent<{ conversion?: Promise<unknown> }>;
      detail.conversion = new Promise(() => undefined);
    },
    { once: true },
  );
  const agreed = agreedPurchase();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await agreed).toEqual({});
});
