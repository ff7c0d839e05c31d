import { describe, expect, it } from 'vitest';
import { rungNote } from '#contract/price-notes.ts';
import { causeOf, fieldOf } from '../../../src/features/checkout/form/faults.ts';
import { ageWords, faultWords, refusalWords } from '../../../src/features/checkout/messages.ts';
import { mayRetry } from '../../../src/features/checkout/purchase/may-retry.ts';
import { ageRemark, childOf, namesOf } from '../../../src/features/checkout/form/model.ts';
import { refundSteps } from '../../../src/features/checkout/order/refunds.ts';
import { ageOn } from '../../../src/domain/dates.ts';
import { refundRows } from '../../../src/domain/refunds.ts';
import { order } from '../support/examples.ts';
import { campOrder, kai, mira, offer } from './examples.ts';

it.each([
  ['details.parent.email', 'parent.email'],
  ['parent.phone', 'parent.phone'],
  ['details.children[0].dob', 'children[0].dob'],
  ['details.children[2].name', 'children[2].name'],
  ['children[1].allergies', 'children[1].allergies'],
  ['children[1].pickup_authorizations[2].phone', 'pickup_authorizations[2].phone'],
  ['children[1].pickup_authorizations[0].name', 'pickup_authorizations[0].name'],
  ['details.transport_address', 'transport_address'],
  ['signature', 'signature'],
  ['consents.photo', 'consents.photo'],
  ['seen_total_cents', null],
  [undefined, null],
])('the server’s field %s is ours: %s', (field, id) => expect(fieldOf(field)).toBe(id));

it.each([
  ['age_not_allowed', 'lines[1].child', 'children[1].dob', 'Nothing was charged.'],
  ['try_out_used', 'lines[0].child', 'children[0].name', 'once for each child'],
  ['child_twice', 'children[1].name', 'children[1].name', 'named twice'],
  ['already_booked', 'lines[2].child', 'children[2].name', 'has a spot there already'],
  ['consent_text_changed', 'consents.terms', 'consents.terms', 'what you typed is kept'],
  ['invalid_input', 'details.parent.email', 'parent.email', 'Please look again'],
] as const)('%s of %s is said beside %s', (code, field, id, words) => {
  const cause = causeOf(code, field);
  expect(cause?.[0]).toBe(id);
  expect(cause && faultWords(...cause)).toContain(words);
});

it.each([
  ['invalid_input', 'seen_total_cents'],
  ['code_used_up', 'code'],
] as const)('%s of %s has no field of the form', (code, field) => expect(causeOf(code, field)).toBeNull());

it.each(['code_invalid', 'code_expired', 'code_used_up', 'code_not_applicable', 'code_minimum'] as const)(
  '%s is told in words of its own, and may be tried again',
  (code) => {
    expect(refusalWords(code).title).toContain('code');
    expect(refusalWords(code).text).toContain('Nothing was charged.');
    expect(mayRetry(code)).toBe(true);
  },
);

it('a code below its minimum names the amount', () => {
  expect(refusalWords('code_minimum', 50_000).text).toBe(
    'It is for orders from S$500. You can add to your booking, or go on without the code. Nothing was charged.',
  );
});

it.each(['camp_full', 'session_full', 'waitlist_offer_over', 'waitlist_entry_not_found'] as const)(
  '%s is final, in words of its own',
  (code) => {
    expect(mayRetry(code)).toBe(false);
    expect(refusalWords(code)).not.toEqual(refusalWords('unexpected'));
  },
);

describe('the age on the day', () => {
  const team = { name: 'Red', minAge: 7, maxAge: 10 };
  const session = '2026-11-28';

  it.each([
    ['seven on the day itself', '2019-11-28', 'fits'],
    ['seven the day after', '2019-11-29', 'outside'],
    ['ten until the day after', '2015-11-29', 'fits'],
    ['eleven on the day itself', '2015-11-28', 'outside'],
    ['two: younger than any team', '2024-03-01', 'outside'],
    ['seventeen', '2008-11-29', 'outside'],
    ['eighteen: no child, which the field says', '2008-11-28', null],
    ['not born yet, which the field says', '2026-11-29', null],
  ] as const)('%s', (_, dob, remark) => {
    expect(ageRemark(ageOn(dob, session), team)).toBe(remark);
  });

  it('of a cart that was kept before it knew ages is nothing to remark on', () => {
    expect(ageRemark(5, {})).toBeNull();
  });

  it('is held against the one bound that a team has', () => {
    expect([6, 7, 17].map((age) => ageRemark(age, { minAge: 7 }))).toEqual(['outside', 'fits', 'fits']);
    expect([3, 10, 11].map((age) => ageRemark(age, { maxAge: 10 }))).toEqual(['fits', 'fits', 'outside']);
  });

  it.each([
    [team, 'Red is for 7 to 10 years'],
    [{ name: 'Red', minAge: 7 }, 'Red is for 7 years and up'],
    [{ name: 'Red', maxAge: 10 }, 'Red is for up to 10 years'],
    [{ name: 'Red', minAge: 7, maxAge: 7 }, 'Red is for 7 years'],
  ])('outside the team is said with both ages, and where to ask', (ages, range) => {
    expect(ageWords.outside(5, ages)).toBe(
      `${range}, and this child is 5 on the day. Another team may fit better: ask us on WhatsApp before you pay.`,
    );
  });
});

it.each([
  [[kai], 'Kai Lim'],
  [[kai, mira], 'Kai Lim and Mira Lim'],
  [[kai, mira, { ...kai, name: 'Noa' }], 'Kai Lim, Mira Lim and Noa'],
  [[kai, { ...mira, name: ' ' }], 'My children'],
])('%# children in a sentence: %s', (children, names) =>
  expect(namesOf(children, 'My children')).toBe(names),
);

it('a child of the waitlist fills its fields', () => {
  expect(childOf('Mira Lim', '2016-06-02')).toEqual({
    name: 'Mira Lim',
    day: '02',
    month: '06',
    year: '2016',
  });
  expect(childOf(null, null)).toEqual({ name: '', day: '', month: '', year: '' });
});

it('what comes back of this purchase is said with its last moment, in Singapore; what is over is left out', () => {
  const rules = offer.details.refund_rules;
  expect(refundRows(refundSteps(campOrder(2), rules))).toEqual([
    { when: 'By Mon 23 Nov 2026, 9.00 am', amount: 'S$1,048' },
    { when: 'By Mon 30 Nov 2026, 9.00 am', amount: 'S$524' },
    { when: 'After that', amount: 'S$0' },
  ]);
  const late = campOrder(1, { server_time: '2026-11-24T04:00:00+00:00' });
  expect(refundSteps(late, rules).map(({ refund_cents }) => refund_cents)).toEqual([27_450, 0]);
  expect(refundRows(refundSteps(late, null))).toEqual([]);
});

it('half a cent of each place is the parent’s; of what costs nothing there is no table', () => {
  const rules = [{ hours_before: 1, percent: 50 }];
  const at = (total_cents: number) => {
    const { lines, ...rest } = campOrder(2);
    return { ...rest, lines: lines.map((line) => ({ ...line, total_cents })) };
  };
  expect(refundSteps(at(333), rules)[0]?.refund_cents).toBe(334);
  expect(refundSteps(at(0), rules)).toEqual([]);
});

describe('what counts from the payment', () => {
  const [line] = order().lines;
  if (!line) throw new Error('no line');
  const bought = (server_time: string, more: object = {}) =>
    order({ server_time, lines: [{ ...line, sessions: 18, session: null, ...more }] });
  const within = [{ days_after_purchase: 14, percent: 100 }];

  it.each([
    ['2026-11-21T15:59:59Z', 'Sat 5 Dec 2026'],
    ['2026-11-21T16:00:00Z', 'Sun 6 Dec 2026'],
  ])('is said with its last day in Singapore, were it paid at %s', (at, day) =>
    expect(refundRows(refundSteps(bought(at), within))[0]).toEqual({
      when: `By the end of ${day}`,
      amount: 'S$697, less sessions used',
    }),
  );

  it('is of unused sessions only where there are several', () => {
    const [row] = refundRows(refundSteps(bought('2026-11-21T04:00:00Z', { sessions: 1 }), within));
    expect(row).toEqual({ when: 'By the end of Sat 5 Dec 2026', amount: 'S$697' });
  });

  it('a step that ends before an earlier one, or gives nothing, is not said', () => {
    const camp = campOrder(1, { server_time: '2026-11-21T04:00:00Z' });
    const rules = [
      { hours_before: 336, percent: 100 },
      { days_after_purchase: 1, percent: 90 },
      { days_after_purchase: 7, percent: 70 },
      { days_after_purchase: 10, percent: 0 },
      { hours_before: 150, percent: 50 },
      { hours_before: 24, percent: 10 },
    ];
    // The camp begins on 7 December at 9; 150 hours before are 1 December, 3 am.
    expect(refundRows(refundSteps(camp, rules))).toEqual([
      { when: 'By Mon 23 Nov 2026, 9.00 am', amount: 'S$549' },
      { when: 'By the end of Sat 28 Nov 2026', amount: 'S$384.30' },
      { when: 'By Sun 6 Dec 2026, 9.00 am', amount: 'S$54.90' },
      { when: 'After that', amount: 'S$0' },
    ]);
  });
});

it.each([
  ['second', 'second early bird'],
  ['first', 'first early bird'],
  ['march', 'early bird'],
  ['listed', ''],
  [null, ''],
])('the rung %s reads “%s”', (id, words) => expect(rungNote(id)).toBe(words));
