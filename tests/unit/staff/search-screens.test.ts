/** The search of the staff screens lists only screens that the user's roles may open, and actions for admins. */
import { expect, test } from 'vitest';
import type { Role } from '#domain/role.ts';
import type { StaffHit } from '#contract/staff-search.ts';
import { findScreens, rowOf } from '#features/staff/frame/search/model.ts';

const titles = (text: string, ...held: Role[]) => findScreens(text, held).map(({ title }) => title);

test('payouts are for business admins', () => {
  expect(titles('pay', 'business_admin')).toEqual(['Payouts from Stripe']);
  expect(titles('stripe', 'admin', 'business_admin')).toEqual(['Payouts from Stripe']);
  for (const role of ['admin', 'coach'] as const) expect(titles('pay', role)).toEqual([]);
});

test('vouchers and the week of every coach are for managers, and coaches find their own week', () => {
  expect(titles('vouch', 'admin')).toEqual(['Gift vouchers', 'Sell a gift voucher']);
  expect(titles('vouch', 'coach')).toEqual([]);
  expect(titles('week', 'admin')).toEqual(['Coaches: week, hours and absences']);
  expect(titles('week', 'coach')).toEqual(['My week']);
});

test('promotion codes are for managers, and for coaches who are marketers too', () => {
  expect(titles('promo', 'admin')).toEqual(titles('promo', 'coach', 'marketer'));
  expect(titles('promo', 'admin')).toEqual(['Promotion codes', 'New promotion code']);
  expect(titles('promo', 'coach')).toEqual([]);
});

test('the kitchen list and tasks are for all staff', () => {
  for (const role of ['coach', 'admin', 'business_admin'] as const) {
    expect(titles('kitchen', role)).toEqual(['Kitchen list']);
    expect(titles('tasks', role)).toEqual(['Tasks']);
  }
});

const hit = (more: Partial<StaffHit>): StaffHit => ({
  kind: 'family',
  id: 'f1',
  title: 'Lena Tan',
  text: null,
  day: null,
  until: null,
  time: null,
  cents: null,
  ...more,
});
const linksOf = (more: Partial<StaffHit>, isManager = true) =>
  (rowOf(hit(more), isManager, 0).actions ?? []).map(({ title, href }) => [title, href]);

test('a family can be written to, called and sold to, by the ways in which it can be reached', () => {
  expect(linksOf({ email: 'lena@example.test', phone: '+6591234567' })).toEqual([
    ['Write an e-mail', 'mailto:lena@example.test'],
    ['Write on WhatsApp', 'https://wa.me/6591234567?text='],
    ['Call', 'tel:+6591234567'],
    ['Sell to this family at the desk', '/sales?family=f1'],
  ]);
  expect(linksOf({})).toEqual([['Sell to this family at the desk', '/sales?family=f1']]);
  expect(rowOf(hit({ kind: 'child', child_id: 'c1' }), true, 0).href).toBe(
    '/management/families?family=f1#child-c1',
  );
});

test('an order has its refund, receipt and the family’s page, and a coach leads to the week', () => {
  expect(linksOf({ kind: 'order', id: 'o1' })).toEqual([
    ['Refund', '/management/orders?order=o1&refund='],
    ['Change or cancel for the family', '/manage-booking?order=o1'],
    ['Open the receipt', '/manage-booking?order=o1&receipt='],
  ]);
  expect(rowOf(hit({ kind: 'coach', id: 'k1' }), true, 0).href).toBe('/management/my-week?coach=k1');
});

test('a camp to come can be sold, and one of last year has only its roster, families and orders', () => {
  const titlesOf = (day: string, until: string) =>
    linksOf({ kind: 'camp', id: 'w1', day, until }).map(([title]) => title);
  expect(titlesOf('2031-06-02', '2031-06-04')).toContain('Add a child at the desk');
  expect(titlesOf('2025-06-02', '2025-06-04')).toEqual([
    'Open the roster',
    'Write to the families',
    'Show the orders',
  ]);
});

test('a coach gets no actions', () =>
  expect(linksOf({ kind: 'child', email: 'lena@example.test', phone: '+6591234567' }, false)).toEqual([]));
