/** A coach's calendar link is shown once with the coach's own address, and read again after each change. */
import { beforeEach, expect, it } from 'vitest';
import { createMyCalendar } from '#features/staff/reports/my-calendar.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

const browser = fakeBrowser();
beforeEach(() => storeSession({ id: 'u1' }));

it('the page creates a link to the calendar of coaches, and then knows that there is one', async () => {
  browser.api.on('get_coach_calendar_link', { body: { link: null } });
  const store = createMyCalendar();
  await store.open();
  expect(store.$view.get()).toEqual({ state: 'ready', link: null });
  const link = { made_at: '2026-11-29T02:00:00.000Z', last_read_at: null };
  browser.api
    .on('renew_coach_calendar_link', { body: { token: 'abc', made_at: link.made_at } })
    .on('get_coach_calendar_link', { body: { link } });
  await store.calendar.make();
  expect(store.calendar.$address.get()).toBe('http://api.test/functions/v1/coach-calendar/abc.ics');
  expect(store.$view.get()).toEqual({ state: 'ready', link });
});

it('the page says so if the link did not load', async () => {
  const store = createMyCalendar();
  browser.api.on('get_coach_calendar_link', { status: 500, body: {} });
  await store.open();
  expect(store.$view.get()).toEqual({ state: 'failed' });
});
