/** The search of the staff screens lists only screens that the user's roles may open. */
import { expect, test } from 'vitest';
import type { Role } from '#domain/role.ts';
import { findScreens } from '#features/staff/frame/search/model.ts';

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
