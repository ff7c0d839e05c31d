import { describe, expect, it } from 'vitest';
import { checkForm } from '#features/waitlist/check.ts';
import { emptyChild, emptyForm, timeLeft } from '#features/waitlist/model.ts';
import { uuid } from '#support/unit/examples.ts';

const today = '2026-11-22';
const place = { kind: 'session' as const, id: uuid(101) };
const child = { ...emptyChild(), name: ' Zara ', day: '1', month: '5', year: '2017' };
const form = {
  ...emptyForm,
  name: 'Aisha',
  email: 'a@example.com',
  phone: '9876 5432',
  offerId: 'pass-tryout',
  children: [child, { ...emptyChild(true), name: 'Priya' }],
};

it('the request of a family is one entry, and a friend needs only a name', () => {
  expect(checkForm(form, place, today)).toEqual({
    faults: {},
    body: {
      session_id: place.id,
      offer_id: 'pass-tryout',
      parent: { name: 'Aisha', email: 'a@example.com', phone: '+6598765432' },
      children: [
        { name: 'Zara', dob: '2017-05-01', is_friend: false },
        { name: 'Priya', dob: null, is_friend: true },
      ],
    },
  });
});

describe('an error of the waitlist form', () => {
  it('has the name of the field in the database', () => {
    expect(Object.keys(checkForm(emptyForm, place, today).faults).sort()).toEqual([
      ...['children[0].dob', 'children[0].name', 'offer_id'],
      ...['parent.email', 'parent.name', 'parent.phone'],
    ]);
  });
  it.each([
    [{ day: '31', month: '2' }, 'no_such_date'],
    [{ year: '2027' }, 'future_date'],
    [{ year: '1987' }, 'not_a_child'],
    [{ day: '' }, 'missing'],
  ] as const)('for a birth date with %j is %s', (over, kind) => {
    const { faults } = checkForm({ ...form, children: [{ ...child, ...over }] }, place, today);
    expect(faults).toEqual({ 'children[0].dob': { kind } });
  });
});

it.each([
  [43_200_000, '12 h 0 min'],
  [245_000, '4 min 05 s'],
  [400, '0 min 01 s'],
  [0, null],
  [-1, null],
])('the time of %i ms left is shown as %s', (left, words) => expect(timeLeft(left, 0)).toBe(words));
