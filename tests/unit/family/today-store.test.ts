import { beforeEach, expect, it } from 'vitest';
import { $family } from '#api/family.ts';
import { comingName } from '#features/family/today/messages.ts';
import { createToday } from '#features/family/today/store.ts';
import { comingOf } from '#features/family/today/model.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { family, waiting } from './examples.ts';

const browser = fakeBrowser();
const [kai] = comingOf(family);
if (!kai) throw new Error('The example has a booking');

const session = waiting().session;
const target = (id: string, spots_left: number) => ({
  session: { ...session, session_id: id },
  spots_left,
  returns_credit: true,
  credit_returns_until: '2026-11-27T01:00:00Z',
});
const targets = {
  sessions: [target('own', 2), target('other', 1), target('full', 0), target('kept', 0), target('mine', 3)],
  children: [
    {
      child_id: 'child-kai',
      name: 'Kai',
      credits: 5,
      passes: [],
      sessions: [
        { session_id: 'own', is_own_team: true, booking_id: null, is_reserved: false, pass_id: 'p' },
        { session_id: 'other', is_own_team: false, booking_id: null, is_reserved: false, pass_id: 'p' },
        { session_id: 'full', is_own_team: true, booking_id: null, is_reserved: false, pass_id: 'p' },
        { session_id: 'kept', is_own_team: true, booking_id: null, is_reserved: true, pass_id: 'p' },
        { session_id: 'mine', is_own_team: true, booking_id: 'b', is_reserved: false, pass_id: null },
      ],
    },
  ],
};

beforeEach(() => {
  storeSession({ id: 'parent-1' });
  $family.set({ state: 'loading' });
  browser.api.on('get_family_dashboard', { body: family });
});

it('the page cancels once with the rule about the credit that it showed, confirms the result, and reads the family again', async () => {
  browser.api.on('cancel_booking', {
    body: {
      cancelled: true,
      credit_returned: true,
      pass_id: 'p',
      credits_left: 5,
      pass_valid_until: '2027-03-20',
    },
  });
  const today = createToday();
  today.openPanel(kai.id);
  await Promise.all([today.cancel(kai, true), today.cancel(kai, true)]);
  expect(browser.api.named('cancel_booking').map(({ body }) => body)).toEqual([
    { p_booking_id: kai.id, p_expected_return: true },
  ]);
  expect(today.$outcome.get()).toEqual({
    section: 'coming',
    tone: 'calm',
    text: `Cancelled: ${comingName(kai)}. The credit is back: 5 sessions left, until Sat 20 Mar 2027.`,
  });
  expect(today.$panel.get()).toBeNull();
  expect($family.get()).toMatchObject({ state: 'ready', isSaved: false });
});

it('the page asks again if the credit can no longer be returned', async () => {
  browser.api.on('cancel_booking', refusal('credit_not_returned'));
  const today = createToday();
  today.openPanel(kai.id);
  await today.cancel(kai, true);
  expect(today.$panel.get()).toEqual({ bookingId: kai.id, step: 'ask' });
  expect(today.$outcome.get()?.text).toMatch(/too late/);
  expect(browser.api.named('get_family_dashboard')).toHaveLength(1);
});

it('the page changes nothing after a network failure, and keeps the question open', async () => {
  browser.api.on('cancel_booking', 'network failure');
  const today = createToday();
  today.openPanel(kai.id);
  await today.cancel(kai, true);
  expect(today.$panel.get()).not.toBeNull();
  expect(today.$outcome.get()?.tone).toBe('bad');
  expect(browser.api.named('get_family_dashboard')).toHaveLength(0);
});

it('the page offers available sessions for a move, including those offered to the child, but not booked ones', async () => {
  browser.api.on('list_bookable_sessions', { body: targets });
  const today = createToday();
  await today.findTargets(kai.id);
  const found = today.$targets.get();
  expect(found.state === 'ready' && found.sessions.map((one) => one.session.session_id)).toEqual([
    'own',
    'other',
    'kept',
  ]);
  expect(found.state === 'ready' && [...found.ownTeamIds]).toEqual(['own', 'full', 'kept']);
  expect(browser.api.named('list_bookable_sessions')[0]?.body).toEqual({ p_booking_id: kai.id });
});

it('the page accepts an offer for all siblings with one call', async () => {
  const offer = waiting({
    status: 'offered',
    can_take: true,
    children: [
      { id: 'a', name: 'Kai', dob: null, is_friend: false },
      { id: 'b', name: 'Nora', dob: null, is_friend: false },
    ],
  });
  browser.api.on('take_offer_with_credits', {
    body: { entry: { ...offer, status: 'enrolled' }, bookings: [] },
  });
  const today = createToday();
  await today.acceptOffer(offer);
  expect(browser.api.named('take_offer_with_credits').map(({ body }) => body)).toEqual([
    { p_secret: offer.secret },
  ]);
  expect(today.$outcome.get()).toEqual({
    section: 'waiting',
    tone: 'calm',
    text: 'Booked: Kai and Nora, Red Otter A, Somerset, Sat 28 Nov 2026, 9.00 am. See “Coming up”.',
  });
});

it.each([
  ['leave', 'leave_waitlist', 'You have left the waitlist: '],
  ['decline', 'decline_waitlist_offer', 'You declined: '],
] as const)('the message names child, class, base and day after “%s”', async (act, call, words) => {
  browser.api.on(call, { body: waiting() });
  const today = createToday();
  await today[act](waiting());
  expect(today.$outcome.get()?.text).toContain(
    `${words}Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 9.00 am.`,
  );
});

it('the message names child, base and day after a move', async () => {
  browser.api.on('reschedule_booking', {
    body: {
      booking_id: 'b',
      child_id: 'child-kai',
      session,
      pass_id: 'p',
      credits_left: 4,
      credit_returns_until: '2026-11-27T01:00:00Z',
    },
  });
  const today = createToday();
  await today.move(kai, 'own');
  expect(today.$outcome.get()?.text).toBe('Moved: Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 9.00 am.');
});

it('the page saves the quiz result of this browser for one child, with the skating level', async () => {
  browser.storage.setItem(
    'otter_quiz',
    JSON.stringify({ team: 'red', level: null, experience: 'wobbles', takenAt: '2026-11-20T00:00:00.000Z' }),
  );
  browser.api.on('save_child', refusal('child_not_found', 404));
  const today = createToday();
  await today.useQuiz('child-nora');
  expect(browser.api.named('save_child')[0]?.body).toEqual({
    p_child: { id: 'child-nora', quiz_completed: true, experience_level: 'wobbles' },
  });
  expect(today.$outcome.get()).toMatchObject({ section: 'child-nora', tone: 'bad' });
});

it('the page shows the next task after one is postponed', () => {
  const today = createToday();
  today.putOff();
  expect(today.$later.get()).toBe(1);
});
