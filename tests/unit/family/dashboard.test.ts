/** Every family screen needs one call per page, retries it once, and shows the saved data until the answer. */
import { beforeEach, expect, it, vi } from 'vitest';
import { cacheFamily } from '#browser/cached-family.ts';
import { asOf } from '#api/freshness.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { emptyFamily, family } from './examples.ts';

const browser = fakeBrowser();
const load = async () => {
  vi.resetModules();
  return import('#api/family.ts');
};
const dashboardCalls = () => browser.api.named('get_family_dashboard');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: Date.parse('2026-11-21T02:32:00Z') });
  storeSession({ id: 'parent-1' });
  browser.api.on('get_family_dashboard', { body: family });
});

it('the dashboard is read once with the member’s token, however often the page renders', async () => {
  const { $family, openFamily } = await load();
  await Promise.all([openFamily(), openFamily()]);
  expect($family.get()).toMatchObject({ state: 'ready', isSaved: false, news: 'none', family });
  expect(dashboardCalls().map(({ headers }) => headers['authorization'])).toEqual(['Bearer token']);
});

it('the dashboard is shown as saved while it is read again, with a remark from five minutes on', async () => {
  cacheFamily('parent-1', family, Date.now() - 299_000);
  const first = await load();
  const fresh = first.openFamily();
  expect(first.$family.get()).toMatchObject({ state: 'ready', isSaved: true, news: 'none' });
  await fresh;
  expect(first.$family.get()).toMatchObject({ state: 'ready', isSaved: false, news: 'none' });
  expect(dashboardCalls()).toHaveLength(1);
  cacheFamily('parent-1', emptyFamily, Date.now() - 301_000);
  const second = await load();
  const opening = second.openFamily();
  expect(second.$family.get()).toMatchObject({ isSaved: true, news: 'coming' });
  await opening;
  expect(second.$family.get()).toMatchObject({ isSaved: false, news: 'none', family });
});

it('the dashboard says “none” only after the server’s answer, or with a remark', async () => {
  cacheFamily('parent-1', emptyFamily, Date.now());
  const { $family, isAwaited, openFamily } = await load();
  const opening = openFamily();
  expect(isAwaited($family.get(), emptyFamily.passes)).toBe(true);
  expect(isAwaited($family.get(), family.passes)).toBe(false);
  await opening;
  expect(isAwaited($family.get(), emptyFamily.passes)).toBe(false);
  browser.api.on('get_family_dashboard', refusal('rate_limited', 429));
  cacheFamily('parent-1', emptyFamily, Date.now());
  const second = await load();
  await second.openFamily();
  expect(second.isAwaited(second.$family.get(), emptyFamily.passes)).toBe(false);
  expect(second.$family.get()).toMatchObject({ isSaved: true, news: 'rate_limited' });
});

it('the dashboard is read again after a reload', async () => {
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type: 'reload' }] });
  cacheFamily('parent-1', family, Date.now());
  const { openFamily } = await load();
  await openFamily();
  expect(dashboardCalls()).toHaveLength(1);
});

it('the dashboard is retried once without a network, and then the saved data stays with its time', async () => {
  browser.api.on('get_family_dashboard', 'network failure');
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' });
  cacheFamily('parent-1', family, Date.now() - 7_200_000);
  const { $family, openFamily } = await load();
  const opening = openFamily();
  await vi.advanceTimersByTimeAsync(1000);
  await opening;
  expect(dashboardCalls()).toHaveLength(2);
  expect($family.get()).toMatchObject({ state: 'ready', isSaved: true, news: 'unexpected' });
  expect(asOf($family.get())).toEqual({ moment: '8.32 am', why: 'You’re offline.' });
});

it('the dashboard is complete if the second try succeeds', async () => {
  const replies = ['network failure', { body: family }] as const;
  let at = 0;
  browser.api.on('get_family_dashboard', () => replies[at++] ?? 'network failure');
  const { $family, openFamily } = await load();
  const opening = openFamily();
  await vi.advanceTimersByTimeAsync(1000);
  await opening;
  expect($family.get()).toMatchObject({ state: 'ready', isSaved: false });
});

it('the dashboard is not retried after a refusal, which is shown if no data was saved', async () => {
  browser.api.on('get_family_dashboard', refusal('rate_limited', 429));
  const { $family, openFamily } = await load();
  await openFamily();
  expect(dashboardCalls()).toHaveLength(1);
  expect($family.get()).toEqual({ state: 'failed', code: 'rate_limited' });
});

it('the dashboard is not requested without a session', async () => {
  browser.storage.entries.clear();
  const { $family, openFamily } = await load();
  await openFamily();
  expect($family.get()).toEqual({ state: 'failed', code: 'unauthorized' });
  expect(browser.api.calls).toEqual([]);
});

it('the dashboard counts the time from the server’s answer', async () => {
  const { calendarNow } = await load();
  expect(calendarNow({ family, at: Date.now() - 60_000 })).toBe(Date.parse(family.now) + 60_000);
});
