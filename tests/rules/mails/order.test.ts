import { priceNotes } from '#contract/price-notes.ts';
import { expect, it } from 'vitest';
import { accountUrl, orderUrl, passesOf, renewalsOf } from '#server/mails/order.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const order = (more: object = {}) => ({ ...mailPayload(), ...more });

it('the confirmation lists the sessions of a pass once, without a child’s name', () => {
  const [line] = order().lines;
  const pass = { ...line, title: 'Term', sessions: 18, validity_days: 130, child_name: 'Kai' };
  expect(passesOf(order({ lines: [pass, pass] }))).toEqual(['Term: 18 sessions, valid for 130 days']);
  expect(passesOf(order({ lines: [{ ...pass, sessions: 1, validity_days: null }] }))).toEqual([
    'Term: 1 session',
  ]);
});

it('the confirmation links to the page of what was bought', () => {
  const [line] = order().lines;
  const camp = { ...line, kind: 'camp_tier' };
  const page = (lines: unknown[]) => new URL(orderUrl(order({ lines }), 'https://site.test')).pathname;
  expect(page([camp, camp])).toBe('/camp-booking-success');
  expect(page([line])).toBe('/payment-success');
  expect(page([camp, line])).toBe('/payment-success');
});

it('the confirmation links to the account with the address in the fragment, if it is known', () => {
  expect(accountUrl(order({ parent_email: 'mei+tan@example.com' }), 'https://site.test')).toBe(
    'https://site.test/auth?show=link&from=%2Ffamily-base#email=mei%2Btan%40example.com',
  );
  expect(accountUrl(order({ parent_email: null }), 'https://site.test')).not.toContain('#');
});

it('the confirmation says how often a pass renews, at what price, and that it can be ended', () => {
  const [line] = order().lines;
  const flexi = { ...line, renews: true, price_cents: 16_700 };
  expect(renewalsOf(order({ lines: [flexi, flexi, line] }))).toEqual([
    'Renews every 4 weeks for S$167, by card. You can stop it before any renewal.',
  ]);
  expect(renewalsOf(order({ lines: [{ ...flexi, status: 'cancelled' }] }))).toEqual([]);
});

it.each([
  [{}, null],
  [{ rebate_cents: 5000 }, 'S$549, sibling rebate −S$50'],
  [{ discount_cents: 1050 }, 'S$549, code −S$10.50'],
  [{ transport_cents: 8000, transport: { id: 'door', title: 'Door to door' } }, 'S$549, Door to door S$80'],
  [{ transport: { id: 'shuttle', title: 'Shuttle' } }, 'S$549, Shuttle included'],
  [{ rung_id: 'listed' }, null],
  [{ rung_id: 'second' }, 'second early bird S$549'],
  [{ rung_id: 'second', rebate_cents: 5000 }, 'second early bird S$549, sibling rebate −S$50'],
  [{ transferred_cents: 54_900, rebate_cents: 100 }, 'S$549, sibling rebate −S$1, already paid −S$549'],
])('the confirmation explains the price: %j', (change, words) => {
  const [line] = order().lines;
  if (!line) throw new Error('no line');
  expect(priceNotes({ ...line, price_cents: 54_900, ...change })).toBe(words);
});
