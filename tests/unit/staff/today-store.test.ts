/** The first screen of Management needs one call. Health and discrepancies are read on request only. */
import { beforeEach, expect, it, vi } from 'vitest';
import { $adminView, readAdminView, setAdminView } from '#browser/admin-view.ts';
import { createToday } from '#features/staff/today/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { kai } from './roster-examples.ts';
import { quietDay } from './examples.ts';

const browser = fakeBrowser();
beforeEach(() => {
  storeSession({ id: 'boss' });
  browser.api.on('get_management_today', { body: quietDay });
});

it('the day is read by one call with the member’s token', async () => {
  const today = createToday();
  await today.read();
  expect(today.$view.get()).toMatchObject({ state: 'ready', today: quietDay, refreshError: null });
  expect(browser.api.calls.map(({ name, headers }) => [name, headers['authorization']])).toEqual([
    ['get_management_today', 'Bearer token'],
  ]);
});

it('the day is refreshed every minute while visible, and not after it is left', async () => {
  vi.useFakeTimers();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  for (const name of ['addEventListener', 'removeEventListener'])
    vi.stubGlobal(name, page[name as 'addEventListener'].bind(page));
  const stop = createToday().open();
  const calls = () => browser.api.named('get_management_today').length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toBe(2);
  page.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls()).toBe(2);
  page.visibilityState = 'visible';
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls()).toBe(2);
});

it('the day stays on screen if a refresh fails, and an error is shown only at the first read', async () => {
  const today = createToday();
  browser.api.on('get_management_today', refusal('not_allowed', 403));
  await today.read();
  expect(today.$view.get()).toEqual({ state: 'failed', code: 'not_allowed' });
  browser.api.on('get_management_today', { body: quietDay });
  await today.retry();
  browser.api.on('get_management_today', 'network failure');
  await today.read();
  expect(today.$view.get()).toMatchObject({ state: 'ready', today: quietDay, refreshError: 'unexpected' });
});

it('health is read only on request, each time again', async () => {
  const rows = [
    { child_id: 'kai', health: kai.health, parents: kai.parents, emergency_contacts: kai.emergency_contacts },
  ];
  browser.api.on('read_todays_health', { body: rows });
  const today = createToday();
  await today.read();
  expect(browser.api.named('read_todays_health')).toEqual([]);
  await today.readNotes();
  expect(today.$notes.get()).toEqual({ state: 'ready', value: rows });
  today.hideNotes();
  expect(today.$notes.get()).toEqual({ state: 'hidden' });
  browser.api.on('read_todays_health', { status: 500, body: {} });
  await today.readNotes();
  expect(today.$notes.get()).toEqual({ state: 'failed' });
});

it('discrepancies are read page by page', async () => {
  const row = { rule: 'camp_oversold', subject: 'camp-1', details: { taken: 21 } };
  browser.api.on('reconcile_books', ({ body }) => ({
    body:
      body['p_after'] === null
        ? [row, { rule: 'goes_on', subject: 'order-9', details: {} }]
        : [{ ...row, subject: 'camp-2' }],
  }));
  const today = createToday();
  await today.readRows();
  expect(browser.api.named('reconcile_books').map(({ body }) => body['p_after'])).toEqual([null, 'order-9']);
  expect(today.$rows.get()).toMatchObject({ value: [{ subject: 'camp-1' }, { subject: 'camp-2' }] });
});

it('the page shows all places again if the selected one is pressed twice', () => {
  const today = createToday();
  today.choose('place-1');
  expect(today.$place.get()).toBe('place-1');
  today.choose('place-1');
  expect(today.$place.get()).toBeNull();
});

it('the page starts in admin view until it is switched off, stored under the specified key', () => {
  readAdminView();
  expect($adminView.get()).toBe(true);
  setAdminView(false);
  expect(localStorage.getItem('adminViewMode')).toBe('false');
  $adminView.set(true);
  readAdminView();
  expect($adminView.get()).toBe(false);
});
