/** In the roster's store, marks apply at once and wait for the network, and the day ends at midnight. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAidOf } from '#features/staff/roster/model.ts';
import { createRoster } from '#features/staff/roster/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { kai, morning, stateAt } from './roster-examples.ts';

const browser = fakeBrowser();
const now = '2030-01-12T01:00:00.000Z';
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T00:00:00.000Z') });
  storeSession({ id: 'coach' });
  browser.api.on('get_roster_state', { body: stateAt(now) });
  browser.api.on('get_todays_roster', { body: [morning] });
  browser.api.on('mark_roster', { body: { refused: [] } });
  browser.api.on('log_health_views', { body: { logged: 1 } });
});
const openRoster = async () => {
  const roster = createRoster('coach', ['coach']);
  await roster.refresh();
  return roster;
};

it('the roster is read by two calls, and names and allergies again only if the children change', async () => {
  const roster = await openRoster();
  expect(roster.$view.get()).toMatchObject({
    state: 'ready',
    refreshError: null,
    offline: { roster: [morning] },
  });
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  expect(browser.api.named('get_todays_roster')).toHaveLength(1);
  const more = stateAt(now);
  const [entry] = more.entries;
  if (entry) more.entries.push({ ...entry, entry_id: 'b-2' });
  browser.api.on('get_roster_state', { body: more });
  browser.api.on('get_todays_roster', {
    body: [{ ...morning, children: [kai, { ...kai, booking_id: 'b-2' }] }],
  });
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

it('the roster stamps a mark with the server’s time, keeps it while offline, and sends it later', async () => {
  const roster = await openRoster();
  browser.api.on('mark_roster', 'network failure');
  browser.api.on('get_roster_state', 'network failure');
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  expect(roster.$unsent.get()).toMatchObject([
    { placeId: 's1', day: '2030-01-12', mark: { kind: 'in', entry_id: 'b-kai', made_at: now } },
  ]);
  expect(roster.$view.get()).toMatchObject({ state: 'ready', refreshError: 'unexpected' });
  browser.api.on('mark_roster', { body: { refused: [] } });
  browser.api.on('get_roster_state', { body: stateAt(now, { state: 'in' }) });
  await roster.refresh();
  expect(roster.$unsent.get()).toEqual([]);
  expect(roster.$view.get()).toMatchObject({ refreshError: null });
  const calls = browser.api.named('mark_roster');
  expect(calls.at(-1)?.body).toMatchObject({ p_place_id: 's1', p_day: '2030-01-12' });
});

it('the roster does not date marks by a slow answer, and orders them after the state that was seen', async () => {
  const [hour, later] = ['2030-01-12T01:00:00.000Z', '2030-01-12T01:00:09.000Z'];
  vi.setSystemTime(hour);
  storeSession({ id: 'coach' });
  browser.api.on('get_roster_state', () => {
    vi.setSystemTime(later);
    return { body: stateAt(hour, { changed_at: '2030-01-12T01:00:09.500Z' }) };
  });
  const roster = await openRoster();
  browser.api.on('mark_roster', 'network failure');
  await roster.mark('s1', 'b-2', { kind: 'in' });
  for (const kind of ['in', 'absent'] as const) await roster.mark('s1', 'b-kai', { kind });
  expect(roster.$unsent.get().map(({ mark }) => mark.made_at)).toEqual([
    ...[later, '2030-01-12T01:00:09.501Z', '2030-01-12T01:00:09.502Z'],
  ]);
});

it('the roster reads names again after first aid was recorded, and shows it', async () => {
  const roster = await openRoster();
  await roster.mark('s1', 'b-kai', {
    kind: 'first_aid',
    injury: 'Scraped knee',
    treatment: 'Plaster',
    parent_informed: true,
  });
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

it('the roster shows first aid recorded offline at once, whether a parent was told, and sends it once', async () => {
  const roster = await openRoster();
  browser.api.on('mark_roster', 'network failure');
  browser.api.on('get_roster_state', 'network failure');
  await roster.mark('s1', 'b-kai', {
    kind: 'first_aid',
    injury: 'Scraped knee',
    treatment: 'Plaster',
    parent_informed: false,
  });
  const [written] = firstAidOf(kai, roster.$unsent.get());
  expect(written).toMatchObject({ injury: 'Scraped knee', parent_informed_at: null });
  await roster.mark('s1', 'b-kai', { kind: 'parent_informed', first_aid_id: written?.id ?? '' });
  expect(firstAidOf(kai, roster.$unsent.get())).toMatchObject([
    { parent_informed_at: expect.any(String) as string },
  ]);
  const sent = browser.api.named('mark_roster').length;
  browser.api.on('mark_roster', { body: { refused: [] } });
  browser.api.on('get_roster_state', { body: stateAt(now) });
  await roster.refresh();
  await roster.refresh();
  const calls = browser.api.named('mark_roster').slice(sent);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.body).toMatchObject({ p_marks: [{ kind: 'first_aid' }, { kind: 'parent_informed' }] });
});

it('the roster sends with a mark which marks were displayed, including unsent ones', async () => {
  browser.api.on('get_roster_state', { body: stateAt(now, { state: 'in', latest: ['seen'] }) });
  const roster = await openRoster();
  browser.api.on('mark_roster', 'network failure');
  const checkOut = { kind: 'out', collected_by: 'parent', handed_to: 'Mei Tan' } as const;
  await roster.mark('s1', 'b-kai', checkOut);
  await roster.mark('s1', 'b-kai', { kind: 'note', note: 'x' });
  await roster.mark('s1', 'b-kai', { kind: 'absent' });
  await roster.mark('s1', 'b-2', { kind: 'in' });
  const marks = roster.$unsent.get().map(({ mark }) => mark);
  expect(marks.map((mark) => ('follows' in mark ? mark.follows : null))).toEqual([
    ...[['seen'], null, ['seen', marks[0]?.id], []],
  ]);
});

it('the roster shows a hand-over that needs confirmation, and is read again', async () => {
  const roster = await openRoster();
  browser.api.on('mark_roster', ({ body }) => {
    const [mark] = body['p_marks'] as { id: string }[];
    return { body: { refused: [{ id: mark?.id ?? '', code: 'confirmation_needed' }] } };
  });
  await roster.mark('s1', 'b-kai', { kind: 'out', collected_by: 'alone', handed_to: null });
  expect(roster.$refused.get()).toMatchObject([
    { message: expect.stringContaining('Open “Check out” again') as string },
  ]);
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

it('the roster reads everything on refresh, even while marks are being read', async () => {
  const roster = await openRoster();
  const mark = roster.mark('s1', 'b-kai', { kind: 'in' });
  await Promise.all([mark, roster.refresh()]);
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

it('the roster sends the marks of other places if one place is refused for now', async () => {
  const roster = await openRoster();
  browser.api.on('mark_roster', refusal('rate_limited', 429));
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  await roster.mark('s2', 'b-2', { kind: 'in' });
  const before = browser.api.named('mark_roster').length;
  await roster.refresh();
  const places = browser.api
    .named('mark_roster')
    .slice(before)
    .map(({ body }) => body['p_place_id']);
  expect(places).toEqual(['s1', 's2']);
  expect(roster.$unsent.get()).toHaveLength(2);
});

it('the roster removes the day from this device if the session was ended on another device', async () => {
  const roster = await openRoster();
  browser.api.on('get_roster_state', refusal('session_ended', 401));
  await roster.refresh();
  expect(roster.$view.get()).toEqual({ state: 'failed', code: 'session_ended' });
});

it('the roster removes the day, but keeps the marks, if the member is temporarily not a coach', async () => {
  const roster = await openRoster();
  browser.api.on('mark_roster', refusal('not_allowed', 403));
  browser.api.on('get_roster_state', refusal('not_allowed', 403));
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  expect(roster.$view.get()).toEqual({ state: 'failed', code: 'not_allowed' });
  expect(roster.$unsent.get()).toHaveLength(1);
  expect(roster.$refused.get()).toEqual([]);
});

it('the roster sends more marks than one call takes in several calls', async () => {
  const roster = await openRoster();
  browser.api.on('mark_roster', 'network failure');
  for (let n = 0; n < 201; n++) await roster.mark('s1', 'b-kai', { kind: 'in' });
  browser.api.on('mark_roster', { body: { refused: [] } });
  const before = browser.api.named('mark_roster').length;
  await roster.refresh();
  const sent = browser.api.named('mark_roster').slice(before);
  expect(sent.map(({ body }) => (body['p_marks'] as unknown[]).length)).toEqual([200, 1]);
  expect(roster.$unsent.get()).toEqual([]);
});

it('the roster names a mark that cannot be saved, and stops retrying', async () => {
  const roster = await openRoster();
  browser.api.on('mark_roster', refusal('not_allowed', 403));
  await roster.mark('s1', 'b-kai', { kind: 'absent' });
  expect(roster.$refused.get()).toMatchObject([
    {
      unsent: { mark: { kind: 'absent' } },
      message: 'Another coach has this now, or it was too long ago.',
    },
  ]);
  expect(roster.$unsent.get()).toEqual([]);
  await roster.dismiss();
  expect(roster.$refused.get()).toEqual([]);
});

it('the roster ends at midnight in Singapore by the server’s clock', async () => {
  const roster = await openRoster();
  await vi.advanceTimersByTimeAsync(15 * 3_600_000 - 1);
  expect(roster.$view.get().state).toBe('ready');
  await vi.advanceTimersByTimeAsync(1);
  expect(roster.$view.get()).toEqual({ state: 'over' });
});

it('the roster fails without an answer and without saved data, and can be read again', async () => {
  browser.api.on('get_roster_state', 'network failure');
  const roster = await openRoster();
  expect(roster.$view.get()).toEqual({ state: 'failed', code: 'unexpected' });
  browser.api.on('get_roster_state', { body: stateAt(now) });
  await roster.refresh();
  expect(roster.$view.get().state).toBe('ready');
});

it('the roster reads health and phone numbers again after five minutes', async () => {
  const roster = await openRoster();
  await vi.advanceTimersByTimeAsync(301_000);
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

describe('opening a child’s details', () => {
  const waitForWork = () => vi.advanceTimersByTimeAsync(10);

  it('is logged once, with the server’s time', async () => {
    const roster = await openRoster();
    roster.logOpened('s1', 'kai');
    await waitForWork();
    roster.logOpened('s1', 'kai');
    await waitForWork();
    expect(browser.api.named('log_health_views').map(({ body }) => body)).toEqual([
      { p_place_id: 's1', p_day: '2030-01-12', p_views: [{ child_id: 'kai', viewed_at: now }] },
    ]);
  });

  it('is logged later if the device is offline', async () => {
    const roster = await openRoster();
    browser.api.on('log_health_views', 'network failure');
    roster.logOpened('s1', 'kai');
    roster.logOpened('s1', 'mia');
    await waitForWork();
    const before = browser.api.named('log_health_views').length;
    browser.api.on('log_health_views', { body: { logged: 2 } });
    await roster.refresh();
    const sent = browser.api.named('log_health_views').slice(before);
    expect(sent.map(({ body }) => body['p_views'])).toEqual([
      [
        { child_id: 'kai', viewed_at: now },
        { child_id: 'mia', viewed_at: now },
      ],
    ]);
    await roster.refresh();
    expect(browser.api.named('log_health_views')).toHaveLength(before + 1);
  });
});
