/** The roster's conversation: marks count at once, wait for the network, and the day ends at midnight. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { firstAidOf } from '#features/staff/roster/model.ts';
import { createRoster } from '#features/staff/roster/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/session.ts';
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
const opened = async () => {
  const roster = createRoster('coach', ['coach']);
  await roster.refresh();
  return roster;
};

it('is read by two calls; names and allergies, which are logged, only anew when the children change', async () => {
  const roster = await opened();
  expect(roster.$view.get()).toMatchObject({ state: 'ready', late: null, pack: { roster: [morning] } });
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

it('a mark has the calendar’s time, waits while nobody can be asked, and is sent once that is over', async () => {
  const roster = await opened();
  browser.api.on('mark_roster', 'network failure');
  browser.api.on('get_roster_state', 'network failure');
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  expect(roster.$waiting.get()).toMatchObject([
    { placeId: 's1', day: '2030-01-12', mark: { kind: 'in', entry_id: 'b-kai', made_at: now } },
  ]);
  expect(roster.$view.get()).toMatchObject({ state: 'ready', late: 'unexpected' });
  browser.api.on('mark_roster', { body: { refused: [] } });
  browser.api.on('get_roster_state', { body: stateAt(now, { state: 'in' }) });
  await roster.refresh();
  expect(roster.$waiting.get()).toEqual([]);
  expect(roster.$view.get()).toMatchObject({ late: null });
  const calls = browser.api.named('mark_roster');
  expect(calls.at(-1)?.body).toMatchObject({ p_place_id: 's1', p_day: '2030-01-12' });
});

it('a slow answer does not make marks older, and what was seen of a child comes before its next mark', async () => {
  const [hour, later] = ['2030-01-12T01:00:00.000Z', '2030-01-12T01:00:09.000Z'];
  vi.setSystemTime(hour);
  storeSession({ id: 'coach' });
  browser.api.on('get_roster_state', () => {
    vi.setSystemTime(later);
    return { body: stateAt(hour, { changed_at: '2030-01-12T01:00:09.500Z' }) };
  });
  const roster = await opened();
  browser.api.on('mark_roster', 'network failure');
  await roster.mark('s1', 'b-2', { kind: 'in' });
  for (const kind of ['in', 'absent'] as const) await roster.mark('s1', 'b-kai', { kind });
  expect(roster.$waiting.get().map(({ mark }) => mark.made_at)).toEqual([
    ...[later, '2030-01-12T01:00:09.501Z', '2030-01-12T01:00:09.502Z'],
  ]);
});

it('first aid stands on the roster once it is sent: names are read anew for it', async () => {
  const roster = await opened();
  await roster.mark('s1', 'b-kai', {
    kind: 'first_aid',
    injury: 'Scraped knee',
    treatment: 'Plaster',
    parent_informed: true,
  });
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

it('first aid written without a network shows at once, and that a parent was told, and is sent once', async () => {
  const roster = await opened();
  browser.api.on('mark_roster', 'network failure');
  browser.api.on('get_roster_state', 'network failure');
  await roster.mark('s1', 'b-kai', {
    kind: 'first_aid',
    injury: 'Scraped knee',
    treatment: 'Plaster',
    parent_informed: false,
  });
  const [written] = firstAidOf(kai, roster.$waiting.get());
  expect(written).toMatchObject({ injury: 'Scraped knee', parent_informed_at: null });
  await roster.mark('s1', 'b-kai', { kind: 'parent_informed', first_aid_id: written?.id ?? '' });
  expect(firstAidOf(kai, roster.$waiting.get())).toMatchObject([
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

it('a mark says which marks its device had seen: those of the database, and its own that wait', async () => {
  browser.api.on('get_roster_state', { body: stateAt(now, { state: 'in', latest: ['seen'] }) });
  const roster = await opened();
  browser.api.on('mark_roster', 'network failure');
  const out = { kind: 'out', collected_by: 'parent', handed_to: 'Mei Tan' } as const;
  await roster.mark('s1', 'b-kai', out);
  await roster.mark('s1', 'b-kai', { kind: 'note', note: 'x' });
  await roster.mark('s1', 'b-kai', { kind: 'absent' });
  await roster.mark('s1', 'b-2', { kind: 'in' });
  const marks = roster.$waiting.get().map(({ mark }) => mark);
  expect(marks.map((mark) => ('follows' in mark ? mark.follows : null))).toEqual([
    ...[['seen'], null, ['seen', marks[0]?.id], []],
  ]);
});

it('a hand-over that the database asks about is named, and the roster is read anew: the lists may have changed', async () => {
  const roster = await opened();
  browser.api.on('mark_roster', ({ body }) => {
    const [mark] = body['p_marks'] as { id: string }[];
    return { body: { refused: [{ id: mark?.id ?? '', code: 'confirmation_needed' }] } };
  });
  await roster.mark('s1', 'b-kai', { kind: 'out', collected_by: 'alone', handed_to: null });
  expect(roster.$refused.get()).toMatchObject([
    { why: expect.stringContaining('Open “Check out” again') as string },
  ]);
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

it('a refresh reads all, also while marks alone are being read', async () => {
  const roster = await opened();
  const mark = roster.mark('s1', 'b-kai', { kind: 'in' });
  await Promise.all([mark, roster.refresh()]);
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

it('what one place refuses for now stops no other place', async () => {
  const roster = await opened();
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
  expect(roster.$waiting.get()).toHaveLength(2);
});

it('a session that was ended elsewhere takes the day off this device at the next answer', async () => {
  const roster = await opened();
  browser.api.on('get_roster_state', refusal('session_ended', 401));
  await roster.refresh();
  expect(roster.$view.get()).toEqual({ state: 'failed', code: 'session_ended' });
});

it('who is nobody’s coach for a moment loses the day, and no mark', async () => {
  const roster = await opened();
  browser.api.on('mark_roster', refusal('not_allowed', 403));
  browser.api.on('get_roster_state', refusal('not_allowed', 403));
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  expect(roster.$view.get()).toEqual({ state: 'failed', code: 'not_allowed' });
  expect(roster.$waiting.get()).toHaveLength(1);
  expect(roster.$refused.get()).toEqual([]);
});

it('more marks than a call takes go in several', async () => {
  const roster = await opened();
  browser.api.on('mark_roster', 'network failure');
  for (let n = 0; n < 201; n++) await roster.mark('s1', 'b-kai', { kind: 'in' });
  browser.api.on('mark_roster', { body: { refused: [] } });
  const before = browser.api.named('mark_roster').length;
  await roster.refresh();
  const sent = browser.api.named('mark_roster').slice(before);
  expect(sent.map(({ body }) => (body['p_marks'] as unknown[]).length)).toEqual([200, 1]);
  expect(roster.$waiting.get()).toEqual([]);
});

it('what cannot be kept is named, and nothing is tried for ever', async () => {
  const roster = await opened();
  browser.api.on('mark_roster', refusal('not_allowed', 403));
  await roster.mark('s1', 'b-kai', { kind: 'absent' });
  expect(roster.$refused.get()).toMatchObject([
    {
      waiting: { mark: { kind: 'absent' } },
      why: 'Another coach now has this, or it was too long ago.',
    },
  ]);
  expect(roster.$waiting.get()).toEqual([]);
  await roster.dismiss();
  expect(roster.$refused.get()).toEqual([]);
});

it('midnight in Singapore ends it, by the calendar and whatever this device’s clock says', async () => {
  const roster = await opened();
  await vi.advanceTimersByTimeAsync(15 * 3_600_000 - 1);
  expect(roster.$view.get().state).toBe('ready');
  await vi.advanceTimersByTimeAsync(1);
  expect(roster.$view.get()).toEqual({ state: 'over' });
});

it('without an answer and without anything kept it failed, and is asked again', async () => {
  browser.api.on('get_roster_state', 'network failure');
  const roster = await opened();
  expect(roster.$view.get()).toEqual({ state: 'failed', code: 'unexpected' });
  browser.api.on('get_roster_state', { body: stateAt(now) });
  await roster.refresh();
  expect(roster.$view.get().state).toBe('ready');
});

it('health and numbers are read anew after five minutes: a parent may have told us meanwhile', async () => {
  const roster = await opened();
  await vi.advanceTimersByTimeAsync(301_000);
  await roster.mark('s1', 'b-kai', { kind: 'in' });
  expect(browser.api.named('get_todays_roster')).toHaveLength(2);
});

describe('whose details were opened', () => {
  const settled = () => vi.advanceTimersByTimeAsync(10);

  it('is written down once, with the calendar’s time', async () => {
    const roster = await opened();
    roster.opened('s1', 'kai');
    await settled();
    roster.opened('s1', 'kai');
    await settled();
    expect(browser.api.named('log_health_views').map(({ body }) => body)).toEqual([
      { p_place_id: 's1', p_day: '2030-01-12', p_views: [{ child_id: 'kai', viewed_at: now }] },
    ]);
  });

  it('without a network it waits, and is written down once there is one', async () => {
    const roster = await opened();
    browser.api.on('log_health_views', 'network failure');
    roster.opened('s1', 'kai');
    roster.opened('s1', 'mia');
    await settled();
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
