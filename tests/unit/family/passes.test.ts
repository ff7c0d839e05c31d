import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FamilyOrder } from '#contract/family-orders.ts';
import { endMessage, messages } from '#features/family/passes/messages.ts';
import { createPasses } from '#features/family/passes/store.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { booking, family, kai, pass } from './examples.ts';

const browser = fakeBrowser();
const order = (number: string): FamilyOrder => ({
  order_id: `id-${number}`,
  number,
  paid_at: '2026-10-01T02:00:00Z',
  channel: 'web',
  state: 'paid',
  total_cents: 16_000,
  paid_cents: 16_000,
  refunded_cents: 0,
  can_change: true,
  lines: [],
});

beforeEach(() => {
  storeSession({ id: 'parent-1' });
  browser.api.on('get_family_orders', { body: { orders: [order('A1')], next: 'cursor' } });
  browser.api.on('get_family_dashboard', { body: family });
});

describe('the sentence about the end of a pass', () => {
  const messageFor = (status: 'active' | 'cancelling' | 'past_due' | 'ended') =>
    endMessage(
      pass(kai, {
        valid_until: null,
        subscription: { id: 's', status, current_period_end: '2026-12-05T04:00:00Z', price_cents: 16_000 },
      }),
    );
  it.each([
    [messageFor('active'), 'Renews on Sat 5 Dec 2026 for S$160.'],
    [messageFor('cancelling'), 'Ends on Sat 5 Dec 2026. You will not be charged again.'],
    [messageFor('past_due'), 'We could not charge the last renewal. Please check your card details.'],
    [messageFor('ended'), 'No end date.'],
    [endMessage(pass(kai)), 'Until Sat 20 Mar 2027. It does not renew.'],
    [endMessage(pass(kai, { is_valid: false, valid_until: '2026-11-01' })), 'Ended on Sun 1 Nov 2026.'],
  ])('is: %s', (words, expected) => expect(words).toBe(expected));
});

it('the button to the billing portal says what can be changed there', () => {
  const label = (status: 'active' | 'cancelling' | 'past_due') =>
    messages.portal({
      subscription: { id: 's', status, current_period_end: '2026-12-05T04:00:00Z', price_cents: 16_000 },
    });
  expect(label('active')).toBe('Stop renewal or change card');
  expect(label('past_due')).toBe('Stop renewal or change card');
  expect(label('cancelling')).toBe('Renew again or change card');
});

it('the sessions of an active pass are “left”, and those of an ended pass “not used”', () => {
  const words = (change: Parameters<typeof pass>[1]) =>
    messages.credits(pass(kai, { sessions_total: 18, ...change }));
  expect(words({ credits: 3 })).toBe('of 18 sessions left');
  expect(words({ credits: 19 })).toBe('sessions left');
  expect(words({ credits: 3, is_valid: false })).toBe('of 18 sessions not used');
});

it('the page loads receipts page by page, until the first one', async () => {
  const passes = createPasses();
  await passes.open();
  browser.api.on('get_family_orders', { body: { orders: [order('A0')], next: null } });
  await passes.loadMore();
  await passes.loadMore();
  expect(browser.api.named('get_family_orders').map(({ body }) => body['p_before'])).toEqual([
    null,
    'cursor',
  ]);
  const orders = passes.$orders.get();
  expect(orders.state === 'ready' && orders.orders.map(({ number }) => number)).toEqual(['A1', 'A0']);
});

it('the page opens the billing portal with the member’s token for this order', async () => {
  const go = vi.fn();
  browser.api.on('billing-portal', { body: { url: 'https://billing.test/p' } });
  await createPasses(go).toPortal('pass-1', 'order-1');
  expect(browser.api.named('billing-portal')[0]).toMatchObject({
    body: { order_id: 'order-1' },
    headers: { authorization: 'Bearer token' },
  });
  expect(go).toHaveBeenCalledExactlyOnceWith('https://billing.test/p');
});

it('the page shows a refusal of the billing portal beside the pass', async () => {
  const go = vi.fn();
  browser.api.on('billing-portal', { status: 409, body: { code: 'subscription_not_found' } });
  const passes = createPasses(go);
  await passes.toPortal('pass-1', 'order-1');
  expect(passes.$outcome.get()).toEqual({
    place: 'pass-1',
    tone: 'bad',
    text: 'This pass no longer renews automatically.',
  });
  expect(go).not.toHaveBeenCalled();
});

it('the page returns the credit of a missed session once, and reads the family again', async () => {
  browser.api.on('claim_make_up', { body: { pass_id: 'p', credits_left: 4, make_ups_left: 1 } });
  const passes = createPasses();
  const missed = booking(kai);
  await Promise.all([passes.makeUp(missed), passes.makeUp(missed)]);
  expect(browser.api.named('claim_make_up')).toHaveLength(1);
  const note = passes.$outcome.get();
  expect(note).toMatchObject({ place: 'missed', tone: 'calm' });
  expect(note?.text).toMatch(
    /^The credit for Kai, .+, .+, \w+ \d+ .* [ap]m is back\. The pass now has 4 sessions\.$/,
  );
  expect(browser.api.named('get_family_dashboard')).toHaveLength(1);
});

it('the page says if a receipt does not load, and keeps another one opened since', async () => {
  browser.api.on('get_managed_order', refusal('order_not_found', 404));
  const passes = createPasses();
  await passes.show('o1');
  expect(passes.$receipt.get()).toEqual({ orderId: 'o1', state: 'failed' });
  const first = passes.show('o1');
  const second = passes.show('o2');
  await Promise.all([first, second]);
  expect(passes.$receipt.get()).toMatchObject({ orderId: 'o2' });
});

it('the page pauses a pass with exactly the sessions that the parent saw', async () => {
  browser.api.on('preview_pause', {
    body: { days: 3, valid_until: '2027-03-23', bookings: [] },
  });
  browser.api.on('pause_pass', refusal('pause_changed', 409));
  const passes = createPasses();
  passes.openPanel('pass-1', 'pause');
  const preview = await passes.previewPause('pass-1', '2026-12-01', '2026-12-03');
  expect(preview).toMatchObject({ days: 3 });
  if (preview) await passes.pause('pass-1', '2026-12-01', '2026-12-03', preview);
  expect(browser.api.named('pause_pass').at(-1)?.body).toEqual({
    p_pass_id: 'pass-1',
    p_first_day: '2026-12-01',
    p_last_day: '2026-12-03',
    p_booking_ids: [],
  });
  expect(passes.$outcome.get()).toMatchObject({ place: 'pass-1', tone: 'bad' });
  expect(passes.$panel.get()).not.toBeNull();
});

it('the page moves credits to a sibling once, and reads the family again', async () => {
  browser.api.on('move_credits', {
    body: { pass_id: 'pass-1', credits_left: 2, to_pass_id: 'pass-2', to_credits_left: 3 },
  });
  const passes = createPasses();
  passes.openPanel('pass-1', 'share');
  await Promise.all([
    passes.share('pass-1', 'child-2', 3, 'Lia'),
    passes.share('pass-1', 'child-2', 3, 'Lia'),
  ]);
  expect(browser.api.named('move_credits')).toHaveLength(1);
  expect(passes.$outcome.get()).toEqual({
    place: 'pass-1',
    tone: 'calm',
    text: '3 sessions moved to Lia.',
  });
  expect(passes.$panel.get()).toBeNull();
});
