import type { WaitlistView } from '#contract/waitlists.ts';
import { expect, it, vi } from 'vitest';
import { faultMessage, errorText } from '#features/waitlist/messages.ts';
import { createWaitlist } from '#features/waitlist/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { row, secret, uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
const nothing = { entry: null, session: null, camp: null, confirm: null };
const entry = (over: Partial<WaitlistView> = {}): WaitlistView => ({
  entry_id: uuid(1),
  status: 'waiting',
  places: 1,
  position: 2,
  offer_id: 'pass-tryout',
  offer_expires_at: null,
  session: null,
  camp: null,
  server_time: '2026-11-20T04:00:00Z',
  children: [{ id: null, name: 'Zara', dob: null, is_friend: false }],
  ...over,
});
const offer = { id: 'pass-tryout', kind: 'pass', title: 'Try-Out', price_cents: 3800, details: {} };

async function formOf() {
  browser.api
    .on('get_sessions_ahead', { body: [row({ id: 101, available_spots: 0 })] })
    .on('current_offers', { body: [offer] });
  const keep = vi.fn();
  const waitlist = createWaitlist({ ...nothing, session: uuid(101) }, { now: () => 0, keep });
  await waitlist.open();
  const view = waitlist.$view.get();
  if (view.state !== 'form') throw new Error(view.state);
  const { form } = view;
  form.typeChild(0, { name: 'Zara' });
  form.typeChild(0, { day: '1', month: '5', year: '2017' });
  form.type('name', 'Aisha');
  form.type('email', 'a@example.com');
  form.type('phone', '98765432');
  return { waitlist, form, keep };
}

it('the page shows the position after joining, stores the secret and deletes the draft', async () => {
  const { waitlist, form, keep } = await formOf();
  form.flush();
  expect(browser.storage.entries.size).toBe(1);
  browser.api.on('join_waitlist', { body: { ...entry(), secret } });
  await form.submit();
  expect(waitlist.$view.get()).toMatchObject({
    state: 'entry',
    secret,
    hasJoined: true,
    entry: { position: 2 },
  });
  expect(keep).toHaveBeenCalledExactlyOnceWith(secret);
  expect(browser.storage.entries.size).toBe(0);
});

it('the page says that a spot is available, with a link to book it', async () => {
  const { form } = await formOf();
  browser.api.on('join_waitlist', refusal('place_free', 409, 'session_id'));
  await form.submit();
  expect(form.$outcome.get()).toEqual({ text: await errorText('place_free'), bookable: true });
});

it('the form marks a field that the database refuses', async () => {
  const { form } = await formOf();
  browser.api.on('join_waitlist', refusal('invalid_input', 400, 'parent.email'));
  await form.submit();
  expect(form.$faults.get()).toEqual({ 'parent.email': { kind: 'not_accepted' } });
  expect(form.$failedSubmits.get()).toBe(1);
});

it('the form says for which ages the class is if the child’s age does not fit', async () => {
  const { form } = await formOf();
  browser.api.on('join_waitlist', refusal('age_not_allowed', 409, 'children[0].dob', '7-12'));
  await form.submit();
  const fault = form.$faults.get()['children[0].dob'];
  expect(fault && faultMessage(fault)).toBe(
    'This is for ages 7 to 12, and this child will be younger or older on the first day. Please check the date of birth, or choose another class or camp.',
  );
});

it.each([
  [{ ...nothing }, 'missing'],
  [{ ...nothing, session: 'x' }, 'missing'],
  [{ ...nothing, entry: 'x' }, 'waitlist_entry_not_found'],
])('the form refuses the incomplete address %j without a request', async (address, reason) => {
  const waitlist = createWaitlist(address);
  await waitlist.open();
  expect(waitlist.$view.get()).toEqual({ state: 'gone', reason });
  expect(browser.api.calls).toEqual([]);
});

it('the page shows no form if there is nothing on sale to book with', async () => {
  browser.api
    .on('get_sessions_ahead', { body: [row({ id: 101, available_spots: 0 })] })
    .on('current_offers', { body: [] });
  const waitlist = createWaitlist({ ...nothing, session: uuid(101) });
  await waitlist.open();
  expect(waitlist.$view.get()).toEqual({ state: 'gone', reason: 'offer_not_available' });
});

it('the page declines an offer once, and keeps it after a failure', async () => {
  browser.api.on('get_waitlist_entry', { body: entry({ status: 'offered' }) });
  const waitlist = createWaitlist(
    { ...nothing, entry: secret },
    { now: () => Date.parse('2026-11-20T03:59:00Z') },
  );
  await waitlist.open();
  expect(waitlist.$view.get()).toMatchObject({ clockOffsetMs: 60_000, hasJoined: false });
  browser.api.on('decline_waitlist_offer', 'network failure');
  await waitlist.decline();
  expect(waitlist.$problem.get()?.text).toBe(await errorText('unexpected'));
  browser.api.on('decline_waitlist_offer', { body: entry({ status: 'declined' }) });
  await Promise.all([waitlist.decline(), waitlist.decline()]);
  expect(browser.api.named('decline_waitlist_offer')).toHaveLength(2);
  expect(waitlist.$view.get()).toMatchObject({ entry: { status: 'declined' } });
});

it('the page asks for confirmation, and confirms only when the button is pressed', async () => {
  const waitlist = createWaitlist({ ...nothing, entry: secret, confirm: 'a'.repeat(64) });
  browser.api.on('get_waitlist_entry', { body: entry({ status: 'unconfirmed', position: null }) });
  await waitlist.open();
  expect(waitlist.$view.get()).toMatchObject({
    state: 'entry',
    isFromMail: true,
    entry: { status: 'unconfirmed' },
  });
  expect(browser.api.named('confirm_waitlist_entry')).toEqual([]);
  browser.api.on('confirm_waitlist_entry', { body: entry({ position: 3 }) });
  await waitlist.confirm();
  expect(waitlist.$view.get()).toMatchObject({ hasJoined: true, entry: { status: 'waiting', position: 3 } });
});
