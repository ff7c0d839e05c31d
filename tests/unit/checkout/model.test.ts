import { describe, expect, it } from 'vitest';
import { ageWords, faultWords, mayRetry, refusalWords } from '../../../src/features/checkout/messages.ts';
import { ageRemark, causeOf, checkForm, fieldIds, fieldOf } from '../../../src/features/checkout/model.ts';
import { readPhone } from '../../../src/features/checkout/phone.ts';
import { ageOn } from '../../../src/lib/dates.ts';
import { filledForm } from '../support/examples.ts';

const check = (over: Partial<typeof filledForm> = {}) =>
  checkForm({ ...filledForm, ...over }, '2026-11-20', readPhone);

it('a filled form gives the details of the contract', () => {
  expect(check({ email: ' WeiMing@Example.com ', childName: ' Kai Lim ' })).toEqual({
    faults: {},
    details: {
      parent: { name: 'Lim Wei Ming', email: 'weiming@example.com', phone: '+6591234567' },
      children: [{ name: 'Kai Lim', dob: '2018-03-14' }],
      consents: { terms: true, activity: true },
    },
  });
});

it('an empty form misses everything, each in its own words', () => {
  const blank = {
    childName: ' ',
    day: '',
    month: '',
    year: '',
    parentName: '',
    email: '',
    phone: '',
    terms: false,
    activity: false,
  };
  const { faults, details } = check(blank);
  expect(details).toBeNull();
  expect(Object.keys(faults).sort()).toEqual([...fieldIds].sort());
  expect(new Set(Object.values(faults).map((fault) => fault.kind))).toEqual(new Set(['missing']));
});

describe('the birth date', () => {
  it.each([
    [{ day: '31', month: '2' }, 'no_such_date'],
    [{ year: '18' }, 'no_such_date'],
    [{ day: 'x' }, 'no_such_date'],
    [{ day: '' }, 'missing'],
    [{ year: '2027' }, 'future_date'],
    [{ day: '21', month: '11', year: '2026' }, 'future_date'],
    [{ year: '1986' }, 'not_a_child'],
    [{ day: '20', month: '11', year: '2008' }, 'not_a_child'],
  ])('%o is %s', (typed, kind) => expect(check(typed).faults.dob?.kind).toBe(kind));

  it.each([
    { day: '21', month: '11', year: '2008' },
    { day: '1', month: '1', year: '2026' },
  ])('%o is a child’s', (typed) => expect(check(typed).faults.dob).toBeUndefined());
});

describe('the phone', () => {
  it.each(['91234567', '9123 4567', '+65 9123 4567', '6591234567', '8123-4567'])(
    '%s is a Singapore mobile',
    (typed) => {
      const read = readPhone(typed);
      expect('e164' in read && read.e164).toMatch(/^\+65[89]\d{7}$/);
    },
  );

  it.each([
    ['9123 45', { kind: 'phone_digits', digits: 6 }],
    ['9123 45678', { kind: 'phone_digits', digits: 9 }],
    ['hello', { kind: 'phone_digits', digits: 0 }],
    ['6123 4567', { kind: 'phone_not_mobile' }],
    ['+60 12 345 6789', { kind: 'phone_not_mobile' }],
  ])('%s is not', (typed, fault) => expect(readPhone(typed)).toEqual(fault));

  it('says how many digits there are', () => {
    expect(faultWords('phone', { kind: 'phone_digits', digits: 6 })).toBe(
      'A Singapore number has 8 digits. This one has 6.',
    );
  });
});

it.each(['weiming', 'weiming@example', '@example.com'])('%s is no e-mail address', (email) =>
  expect(check({ email }).faults.email).toEqual({ kind: 'email_form' }),
);

it.each([
  ['details.parent.email', 'email'],
  ['parent.phone', 'phone'],
  ['details.children[0].dob', 'dob'],
  ['details.children[0].name', 'childName'],
  ['seen_total_cents', null],
  [undefined, null],
])('the server’s field %s is ours: %s', (field, id) => expect(fieldOf(field)).toBe(id));

it.each([
  ['age_not_allowed', 'lines[0].child', 'dob', 'Nothing was charged.'],
  ['try_out_used', 'lines[0].child', 'childName', 'once for each child'],
  ['child_twice', 'children[1].name', 'childName', 'named twice'],
  ['already_booked', 'lines[0].child', 'childName', 'has a place there already'],
  ['consent_text_changed', 'consents.terms', 'terms', 'what you typed is kept'],
  ['invalid_input', 'details.parent.email', 'email', 'Please look again'],
] as const)('%s of %s is said beside %s', (code, field, id, words) => {
  const cause = causeOf(code, field);
  expect(cause?.[0]).toBe(id);
  expect(cause && faultWords(...cause)).toContain(words);
});

it.each([
  ['consent_text_changed', 'consents.photo'],
  ['invalid_input', 'seen_total_cents'],
  ['code_used_up', 'code'],
] as const)('%s of %s has no field of ours', (code, field) => expect(causeOf(code, field)).toBeNull());

it.each(['code_invalid', 'code_expired', 'code_used_up', 'code_not_applicable', 'code_minimum'] as const)(
  '%s is told in words of its own, and may be tried again',
  (code) => {
    expect(refusalWords(code).title).toContain('code');
    expect(refusalWords(code).text).toContain('Nothing was charged.');
    expect(mayRetry(code)).toBe(true);
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
