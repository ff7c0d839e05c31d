/** Tests the actions of staff for a waitlist entry, adding spots, and the messages about outcomes. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { StaffQueue, StaffWaiting, StaffWaitlist } from '#contract/management-waitlists.ts';
import * as api from '#features/staff/waitlists/api.ts';
import { chatText, doneMessage, moreMessages, ofEntry } from '#features/staff/waitlists/messages.ts';
import { actsOf, readSpots } from '#features/staff/waitlists/model.ts';
import { createQueueDetailsStore } from '#features/staff/waitlists/detail.ts';

vi.mock(import('#features/staff/waitlists/api.ts'));

const id = '00000000-0000-4000-8000-000000000001';
const place = (change: Partial<StaffWaitlist> = {}): StaffWaitlist => ({
  place_id: id,
  kind: 'session',
  title: 'Red Otter A',
  team: 'red',
  location: 'East Coast',
  starts_at: '2026-11-28T01:00:00Z',
  ends_at: '2026-11-28T02:00:00Z',
  is_cancelled: false,
  has_begun: false,
  capacity: 4,
  taken: 4,
  waiting: 2,
  wanted: 3,
  unconfirmed: 0,
  entries: 2,
  offered: 0,
  next_lapse: null,
  ...change,
});
const entry = (change: Partial<StaffWaiting> = {}): StaffWaiting => ({
  entry_id: 'a',
  status: 'waiting',
  places: 2,
  position: 1,
  offer_expires_at: null,
  family_id: null,
  name: 'Mei',
  email: 'mei@example.test',
  phone: '+6591234567',
  by_staff: false,
  odds: null,
  joined_at: '2026-11-20T01:00:00Z',
  updated_at: '2026-11-20T01:00:00Z',
  children: [],
  ...change,
});

it.each<[StaffWaiting['status'], number, string[]]>([
  ['waiting', 4, ['add', 'take_off']],
  ['waiting', 3, ['add', 'take_off']],
  ['waiting', 2, ['offer', 'take_off']],
  ['offered', 2, ['take_off']],
  ['unconfirmed', 4, ['vouch']],
  ['never_confirmed', 4, ['vouch']],
  ['lapsed', 4, ['restore']],
  ['left', 4, ['restore']],
  ['accepted', 2, []],
  ['enrolled', 2, []],
])('an entry that is %s with %i of 4 spots occupied has the actions %j', (status, taken, actions) => {
  expect(actsOf(entry({ status }), place({ taken }))).toEqual(actions);
  expect(actsOf(entry({ status }), place({ taken, has_begun: true }))).toEqual([]);
  expect(actsOf(entry({ status, email: null }), place({ taken }))).toEqual([]);
});

it.each([
  ['1', 1],
  [' 50 ', 50],
  ['0', null],
  ['51', null],
  ['1.5', null],
  ['', null],
  ['two', null],
])('the text %j is read as %j spots', (typed, places) => expect(readSpots(typed)).toBe(places));

it('the message is about the entry’s status', () => {
  expect(chatText(entry(), place())).toContain(
    'number 1 on the waitlist for Red Otter A, East Coast, on Sat 28 Nov 2026',
  );
  expect(chatText(entry({ status: 'unconfirmed', position: null }), place())).toContain(
    'press the button in our e-mail',
  );
  expect(chatText(entry({ status: 'offered', offer_expires_at: '2026-11-27T10:00:00Z' }), place())).toContain(
    'until Fri 27 Nov 2026, 6.00 pm. The link is in our e-mail.',
  );
});

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/management/waitlists', search: `?place=${id}` });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  const waitlist = { place: place(), at: '', queue: [entry()], ended: [] } satisfies StaffQueue;
  vi.mocked(api.fetchQueue).mockResolvedValue({ ok: true, value: waitlist });
});

it('the store acts on the displayed state once at a time, and reads the list again whatever the result', async () => {
  const changed = vi.fn();
  const queue = createQueueDetailsStore(changed);
  queue.watch();
  await vi.waitFor(() => expect(queue.$view.get().state).toBe('ready'));
  vi.mocked(api.takeOff).mockResolvedValue({ ok: false, code: 'changed_meanwhile' });
  const results = await Promise.all([queue.takeOff(entry(), 'Mei'), queue.takeOff(entry(), 'Mei')]);
  expect(results).toEqual([false, false]);
  expect(vi.mocked(api.takeOff).mock.calls).toEqual([['a', 'waiting']]);
  expect(queue.$outcome.get()).toEqual({ state: 'refused', code: 'changed_meanwhile' });
  expect(changed).toHaveBeenCalledTimes(2);
});

it('the store previews added spots first, and adds what the preview named', async () => {
  const queue = createQueueDetailsStore(vi.fn());
  queue.watch();
  await vi.waitFor(() => expect(queue.$view.get().state).toBe('ready'));
  // One child of the first entry has a spot already, which only the database knows.
  const offers = [{ entry_id: 'b', name: 'Wei Ling Goh', places: 1, children: ['Zoe Goh'] }];
  vi.mocked(api.previewSpots).mockResolvedValue({ ok: true, value: { capacity: 6, offers } });
  await queue.previewMore(2);
  expect(vi.mocked(api.previewSpots).mock.lastCall).toEqual([id, 2, 4]);
  expect(queue.$more.get()).toEqual({ state: 'ready', places: 2, offers });
  expect(moreMessages.ask(2, place())).toBe(
    'Add 2 spots: Red Otter A, East Coast, Sat 28 Nov 2026, 9.00 am?',
  );
  expect(moreMessages.means(2, offers)).toContain(
    'Wei Ling Goh (1 spot, for Zoe Goh) will get an offer by e-mail at once',
  );
  expect(vi.mocked(api.addSpots)).not.toHaveBeenCalled();

  vi.mocked(api.addSpots).mockResolvedValue({ ok: true, value: { capacity: 6, offers } });
  await queue.addPlaces();
  expect(vi.mocked(api.addSpots).mock.lastCall).toEqual([id, 2, 4, ['b']]);
  const outcome = queue.$outcome.get();
  expect(outcome?.state === 'done' && doneMessage(outcome)).toBe(
    '2 spots more: Red Otter A, East Coast, Sat 28 Nov 2026, 9.00 am. Offered to Wei Ling Goh (1 spot, for Zoe Goh).',
  );
  expect(queue.$more.get()).toEqual({ state: 'idle' });
});

it('the store refuses spots that cannot be added before asking', async () => {
  const queue = createQueueDetailsStore(vi.fn());
  queue.watch();
  await vi.waitFor(() => expect(queue.$view.get().state).toBe('ready'));
  vi.mocked(api.previewSpots).mockResolvedValue({ ok: false, code: 'session_started' });
  await queue.previewMore(1);
  expect(queue.$more.get()).toEqual({ state: 'idle' });
  expect(queue.$outcome.get()).toEqual({ state: 'refused', code: 'session_started' });
});

const of = 'Mei for Zoe, Red Otter A, East Coast, Sat 28 Nov 2026, 9.00 am';
it.each([
  [{ what: 'removed', of }, `Removed from the waitlist: ${of}.`],
  [
    { what: 'offered', of, until: '2026-11-27T10:00:00Z' },
    `Offered to ${of}. We are holding it until Fri 27 Nov 2026, 6.00 pm.`,
  ],
  [{ what: 'queued', of, position: 1 }, `Back on the waitlist as number 1: ${of}.`],
  [{ what: 'queued', of, position: null }, `No change: ${of}.`],
] as const)('the question confirms an action with the text “$1”', (end, words) =>
  expect(doneMessage({ state: 'done', ...end })).toBe(words),
);

it('the question about an entry names children, class, base and day', () => {
  const children = [{ name: 'Zoe Goh', age: 8, is_friend: false }];
  expect(ofEntry(entry({ name: 'Wei Ling Goh', children }), place())).toBe(
    'Wei Ling Goh for Zoe Goh, Red Otter A, East Coast, Sat 28 Nov 2026, 9.00 am',
  );
});
