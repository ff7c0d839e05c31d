/** The first view of every family screen: one call, 5 minutes, one retry, and without a network what was kept. */
import { beforeEach, expect, it, vi } from 'vitest';
import { cacheFamily } from '#browser/cached-family.ts';
import { asOf } from '#api/freshness.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/session.ts';
import { emptyFamily, family } from './examples.ts';

const browser = fakeBrowser();
const load = async () => {
  vi.resetModules();
  return import('#api/family.ts');
};
const asked = () => browser.api.named('get_family_dashboard');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: Date.parse('2026-11-21T02:32:00Z') });
  storeSession({ id: 'parent-1' });
  browser.api.on('get_family_dashboard', { body: family });
});

it('asks once, in the member’s name, however often the page draws', async () => {
  const { $family, openFamily } = await load();
  await Promise.all([openFamily(), openFamily()]);
  expect($family.get()).toMatchObject({ state: 'ready', isSaved: false, news: 'none', family });
  expect(asked().map(({ headers }) => headers['authorization'])).toEqual(['Bearer token']);
});

it('another page within 5 minutes asks nothing, after that it shows what was kept and asks', async () => {
  cacheFamily('parent-1', family, Date.now() - 299_000);
  const first = await load();
  await first.openFamily();
  expect(first.$family.get()).toMatchObject({ state: 'ready', isSaved: true, news: 'none' });
  expect(asked()).toHaveLength(0);
  cacheFamily('parent-1', emptyFamily, Date.now() - 301_000);
  const second = await load();
  const opening = second.openFamily();
  expect(second.$family.get()).toMatchObject({ isSaved: true, news: 'coming' });
  await opening;
  expect(second.$family.get()).toMatchObject({ isSaved: false, news: 'none', family });
});

it('a reload asks whatever was kept', async () => {
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type: 'reload' }] });
  cacheFamily('parent-1', family, Date.now());
  const { openFamily } = await load();
  await openFamily();
  expect(asked()).toHaveLength(1);
});

it('a dead network is tried once more, and then what was kept stays with its time', async () => {
  browser.api.on('get_family_dashboard', 'network failure');
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' });
  cacheFamily('parent-1', family, Date.now() - 7_200_000);
  const { $family, openFamily } = await load();
  const opening = openFamily();
  await vi.advanceTimersByTimeAsync(1000);
  await opening;
  expect(asked()).toHaveLength(2);
  expect($family.get()).toMatchObject({ state: 'ready', isSaved: true, news: 'unexpected' });
  expect(asOf($family.get())).toEqual({ moment: '8.32 am', why: 'You’re offline.' });
});

it('one that comes back at the second try is as good as the first', async () => {
  const replies = ['network failure', { body: family }] as const;
  let at = 0;
  browser.api.on('get_family_dashboard', () => replies[at++] ?? 'network failure');
  const { $family, openFamily } = await load();
  const opening = openFamily();
  await vi.advanceTimersByTimeAsync(1000);
  await opening;
  expect($family.get()).toMatchObject({ state: 'ready', isSaved: false });
});

it('a refusal is not tried again, and is said where nothing is kept', async () => {
  browser.api.on('get_family_dashboard', refusal('rate_limited', 429));
  const { $family, openFamily } = await load();
  await openFamily();
  expect(asked()).toHaveLength(1);
  expect($family.get()).toEqual({ state: 'failed', code: 'rate_limited' });
});

it('nothing is asked in nobody’s name', async () => {
  browser.storage.entries.clear();
  const { $family, openFamily } = await load();
  await openFamily();
  expect($family.get()).toEqual({ state: 'failed', code: 'unauthorized' });
  expect(browser.api.calls).toEqual([]);
});

it('counts time by the calendar of the answer', async () => {
  const { calendarNow } = await load();
  expect(calendarNow({ family, at: Date.now() - 60_000 })).toBe(Date.parse(family.now) + 60_000);
});
