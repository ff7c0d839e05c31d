import { describe, expect, it } from 'vitest';
import { rungNote } from '#contract/price-notes.ts';
import { causeOf, fieldOf } from '#features/checkout/form/faults.ts';
import { ageMessages, faultMessage, errorText } from '#features/checkout/messages.ts';
import { canRetry } from '#features/checkout/purchase/can-retry.ts';
import { ageRemark, childOf, namesOf } from '#features/checkout/form/model.ts';
import { ageOn } from '#domain/dates.ts';
import { kai, mira } from '../../unit/checkout/examples.ts';

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
  ['expected_total_cents', null],
  [undefined, null],
])('the server’s field %s is the form’s field %s', (field, id) => expect(fieldOf(field)).toBe(id));

it.each([
  ['age_not_allowed', 'lines[1].child', 'children[1].dob', 'Nothing was charged.'],
  ['try_out_used', 'lines[0].child', 'children[0].name', 'one per child'],
  ['child_twice', 'children[1].name', 'children[1].name', 'entered this child twice'],
  ['already_booked', 'lines[2].child', 'children[2].name', 'already has a spot there'],
  ['consent_text_changed', 'consents.terms', 'consents.terms', 'Everything you typed is still here'],
  ['invalid_input', 'details.parent.email', 'parent.email', 'Please check it again'],
] as const)('the refusal %s of %s is shown at %s', (code, field, id, words) => {
  const cause = causeOf(code, field);
  expect(cause?.[0]).toBe(id);
  expect(cause && faultMessage(...cause)).toContain(words);
});

it.each([
  ['invalid_input', 'expected_total_cents'],
  ['code_used_up', 'code'],
] as const)('the refusal %s of %s has no field in the form', (code, field) =>
  expect(causeOf(code, field)).toBeNull(),
);

it.each(['code_invalid', 'code_expired', 'code_used_up', 'code_not_applicable', 'code_minimum'] as const)(
  '%s has its own message, and can be retried',
  (code) => {
    expect(errorText(code).title).toContain('code');
    expect(errorText(code).text).toContain('Nothing was charged.');
    expect(canRetry(code)).toBe(true);
  },
);

it('the refusal of a discount code below its minimum shows the amount', () => {
  expect(errorText('code_minimum', 50_000).text).toBe(
    'It is for orders from S$500. You can add to your booking, or continue without the code. Nothing was charged.',
  );
});

it.each(['camp_full', 'session_full', 'waitlist_offer_over', 'waitlist_entry_not_found'] as const)(
  '%s has its own message, and cannot be retried',
  (code) => {
    expect(canRetry(code)).toBe(false);
    expect(errorText(code)).not.toEqual(errorText('unexpected'));
  },
);

describe('the child’s age on the day', () => {
  const team = { name: 'Red', minAge: 7, maxAge: 10 };
  const session = '2026-11-28';

  it.each([
    ['seven on the day itself', '2019-11-28', 'fits'],
    ['seven the day after', '2019-11-29', 'outside'],
    ['ten until the day after', '2015-11-29', 'fits'],
    ['eleven on the day itself', '2015-11-28', 'outside'],
    ['two: younger than any team', '2024-03-01', 'outside'],
    ['seventeen', '2008-11-29', 'outside'],
    ['eighteen, and so not a child', '2008-11-28', null],
    ['not born yet, which the field says', '2026-11-29', null],
  ] as const)('for a child who is %s', (_, dob, remark) => {
    expect(ageRemark(ageOn(dob, session), team)).toBe(remark);
  });

  it('has no remark if the cart has no ages', () => {
    expect(ageRemark(5, {})).toBeNull();
  });

  it('is compared with the only bound that a team has', () => {
    expect([6, 7, 17].map((age) => ageRemark(age, { minAge: 7 }))).toEqual(['outside', 'fits', 'fits']);
    expect([3, 10, 11].map((age) => ageRemark(age, { maxAge: 10 }))).toEqual(['fits', 'fits', 'outside']);
  });

  it.each([
    [team, 'Red is for ages 7 to 10'],
    [{ name: 'Red', minAge: 7 }, 'Red is for ages 7 and up'],
    [{ name: 'Red', maxAge: 10 }, 'Red is for ages up to 10'],
    [{ name: 'Red', minAge: 7, maxAge: 7 }, 'Red is for age 7'],
  ])('outside the team’s ages shows both ages and where to ask', (ages, range) => {
    expect(ageMessages.outside(5, ages)).toBe(
      `${range}, and this child will be 5 on the day. Please check the date of birth, or ask us on WhatsApp about a team that fits better.`,
    );
  });
});

it.each([
  [[kai], 'Kai Lim'],
  [[kai, mira], 'Kai Lim and Mira Lim'],
  [[kai, mira, { ...kai, name: 'Noa' }], 'Kai Lim, Mira Lim and Noa'],
  [[kai, { ...mira, name: ' ' }], 'My children'],
])('case %# of children’s names in a sentence: %s', (children, names) =>
  expect(namesOf(children, 'My children')).toBe(names),
);

it('the names of a child from the waitlist fill the fields', () => {
  expect(childOf('Mira Lim', '2016-06-02')).toEqual({
    name: 'Mira Lim',
    day: '02',
    month: '06',
    year: '2016',
  });
  expect(childOf(null, null)).toEqual({
    name: '',
    day: '',
    month: '',
    year: '',
  });
});

it.each([
  ['second', 'second early bird'],
  ['first', 'first early bird'],
  ['march', 'early bird'],
  ['listed', ''],
  [null, ''],
])('the rung %s reads “%s”', (id, words) => expect(rungNote(id)).toBe(words));
