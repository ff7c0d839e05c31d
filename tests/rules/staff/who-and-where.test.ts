/**
 * If staff see several similar items, buttons and messages name the child, the class or camp, its base and the day.
 */
import { expect, it } from 'vitest';
import type { ManagedOrder } from '#contract/after-sale.ts';
import type { OrderDetails } from '#contract/management-orders.ts';
import { lateConfirm, lateOutcome, lateMessages } from '#features/after-sale/order/messages.ts';
import { refundMessages } from '#features/staff/orders/refund-messages.ts';
import { refundLabels } from '#features/staff/orders/model.ts';
import { confirmMessages, otherMessages, refuseMessages } from '#features/staff/roster/hand-over/messages.ts';
import { placeOnDay, refusedLine } from '#features/staff/roster/messages.ts';
import { morning } from '../../unit/staff/roster-examples.ts';

it.each([
  ['a class', morning, 'Red Otter A, Somerset, Sat 12 Jan 2030, 9.00 am'],
  [
    'a camp on one of its days',
    { ...morning, kind: 'camp', class_type: 'Spark Camp', location: 'Bishan', session_date: '2026-12-01' },
    'Spark Camp, Bishan, Tue 1 Dec 2026',
  ],
] as const)('the roster names %s', (_, place, words) => expect(placeOnDay(place)).toBe(words));

it.each([
  [confirmMessages.handTo('Kai Tan', 'Ann Lim'), 'Yes, hand Kai Tan over to Ann Lim'],
  [otherMessages.next('Kai Tan'), 'Hand over Kai Tan'],
  [refuseMessages.title('Kai Tan'), 'Kai Tan stays here'],
  [refuseMessages.write('Kai Tan'), 'Do not hand over Kai Tan'],
  [
    refusedLine(
      `Kai Tan, ${placeOnDay(morning)}`,
      { id: 'm', entry_id: 'b-kai', made_at: '2030-01-12T01:02:00.000Z', kind: 'absent' },
      'It was cancelled.',
    ),
    'Kai Tan, Red Otter A, Somerset, Sat 12 Jan 2030, 9.00 am: absent at 9.02 am: It was cancelled.',
  ],
])('the words are those of staff: %s', (words, expected) => expect(words).toBe(expected));

type Line = ManagedOrder['lines'][number];
const camp = (name: string, location_name: string, start_date: string, end_date: string) => ({
  camp: { name, location_name, start_date, end_date },
});
const lineOf = (more: object) =>
  ({ line_id: 'l', child_name: 'Bella Rahman', title: 'Camp', total_cents: 25_000, ...more }) as Line;
const bella = lineOf(camp('Spark Camp', 'Bishan', '2026-11-30', '2026-12-02'));
const adam = lineOf({
  line_id: 'm',
  child_name: 'Adam Rahman',
  ...camp('Ignite Camp', 'East Coast', '2026-12-07', '2026-12-11'),
});
const ride = lineOf({ line_id: 'r', child_name: null, title: 'School bus' });
const target = { what: 'Spark Camp', where: 'Bishan', when: 'Mon 14 – Fri 18 Dec 2026' };

it.each([
  [
    'refund',
    bella,
    null,
    'Bella Rahman: Spark Camp, Bishan, 30 Nov – 2 Dec, will be cancelled. S$250 will be refunded.',
  ],
  [
    'refund',
    { ...bella, balance_cents: 5000 },
    null,
    'Bella Rahman: Spark Camp, Bishan, 30 Nov – 2 Dec, will be cancelled. S$50 will be refunded.',
  ],
  [
    'credit',
    bella,
    null,
    'Bella Rahman: Spark Camp, Bishan, 30 Nov – 2 Dec, will become a credit for later.',
  ],
  [
    ...(['move', bella, target] as const),
    'Bella Rahman: Spark Camp, Bishan, Mon 14 – Fri 18 Dec 2026, instead of Spark Camp, Bishan, 30 Nov – 2 Dec.',
  ],
  [
    ...(['move', bella, null] as const),
    'Bella Rahman: please choose a date instead of Spark Camp, Bishan, 30 Nov – 2 Dec.',
  ],
  ['move', ride, null, 'School bus, will move to the same date.'],
] as const)('a late choice “%s” says what happens to each line (case %#)', (kind, line, to, words) =>
  expect(lateOutcome(kind, line, to)).toBe(words),
);

it('the button of a late choice names the children', () => {
  expect(lateConfirm(lateMessages.confirmMove, [bella])).toBe('Book this date: Bella Rahman');
  expect(lateConfirm(lateMessages.confirmRefund, [bella, adam])).toBe(
    'Refund my whole payment: Bella Rahman and Adam Rahman',
  );
});

it('a refund names its line, or the order with its lines', () => {
  const details = { managed: { number: 'OT-VQQ4', lines: [bella, adam] } } as unknown as OrderDetails;
  expect(refundLabels(details, adam)).toMatchObject({
    title: 'Adam Rahman, Ignite Camp, East Coast, Mon 7 – Fri 11 Dec 2026',
    lines: [],
    button: 'Adam Rahman, Ignite Camp, East Coast, 7–11 Dec',
  });
  const whole = refundLabels(details, undefined);
  expect(refundMessages.titleAll(whole.title)).toBe('Refund all of order OT-VQQ4');
  expect(refundMessages.confirm(50_000, false, whole.button)).toBe('Refund S$500: whole order OT-VQQ4');
  expect(whole.lines.map(({ label }) => label)).toEqual([
    'Bella Rahman, Spark Camp, Bishan, Mon 30 Nov – Wed 2 Dec 2026',
    'Adam Rahman, Ignite Camp, East Coast, Mon 7 – Fri 11 Dec 2026',
  ]);
});
