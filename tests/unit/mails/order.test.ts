import { expect, it } from 'vitest';
import {
  greetingName,
  type MailOrder,
  orderUrl,
  passesOf,
} from '../../../supabase/functions/_shared/server/mails/order.ts';
import { mailPayload } from '../../support/mail-payload.ts';

const order = (more: object = {}) => ({ ...mailPayload(), ...more }) as MailOrder;

it.each([
  ['Lim Wei Ming', 'Lim Wei Ming'],
  ['  Mei Tan ', 'Mei Tan'],
  ['', 'there'],
  [null, 'there'],
])('greets %j as %j: only the family knows which word is the given name', (parent_name, greeting) =>
  expect(greetingName(order({ parent_name }))).toBe(greeting),
);

it('says once what a pass holds, and names no child', () => {
  const [line] = order().lines;
  const pass = { ...line, title: 'Term', sessions: 18, validity_days: 130, child_name: 'Kai' };
  expect(passesOf(order({ lines: [pass, pass] }))).toEqual(['Term: 18 sessions, valid for 130 days']);
  expect(passesOf(order({ lines: [{ ...pass, sessions: 1, validity_days: null }] }))).toEqual([
    'Term: 1 session',
  ]);
});

it('leads to the page of what was bought', () => {
  const [line] = order().lines;
  const camp = { ...line, kind: 'camp_tier' };
  const page = (lines: unknown[]) => new URL(orderUrl(order({ lines }), 'https://site.test')).pathname;
  expect(page([camp, camp])).toBe('/camp-booking-success');
  expect(page([line])).toBe('/payment-success');
  expect(page([camp, line])).toBe('/payment-success');
});
