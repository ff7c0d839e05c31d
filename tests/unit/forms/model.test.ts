import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { faultLine, faultMessage } from '#features/forms/messages.ts';
import {
  checkValues,
  isShown,
  needsParty,
  type Field,
  type FieldType,
  type Guest,
  type Value,
} from '#features/forms/model.ts';

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  key: type,
  path: type,
  type,
  label: type,
  required: true,
  coming: false,
  health: false,
  ...more,
});
const guest = (more: Partial<Guest> = {}): Guest => ({
  name: '',
  age: '',
  kind: 'child',
  allergies: '',
  ...more,
});
const kindsOf = (one: Field, value: Value) =>
  Object.values(checkValues([one], { [one.key]: value })).map(({ kind }) => kind);

it.each<[FieldType, Value, string[]]>([
  ['contactName', ' ', ['missing']],
  ['contactName', 'Mei', []],
  ['contactName', 'M'.repeat(121), ['too_long']],
  ['contactEmail', 'mei@', ['email_form']],
  ['contactEmail', 'mei@example.com', []],
  ['contactPhone', '12345', ['phone_digits']],
  ['contactPhone', '9123 4567', []],
  ['attending', null, ['choose']],
  ['attending', false, []],
  ['number', '3.5', ['not_a_number']],
  ['number', '12', []],
  ['date', 'soon', ['no_such_date']],
  ['choice', null, ['choose']],
  ['multiple', [], ['choose']],
  ['consent', false, ['agree']],
  ['consent', true, []],
  ['paragraph', 'x'.repeat(2001), ['too_long']],
])('the field %s with %o has the errors %o', (type, value, kinds) => {
  expect(kindsOf(field(type), value)).toEqual(kinds);
});

it('an optional field may be empty, and is checked otherwise', () => {
  const optional = field('contactEmail', { required: false });
  expect(kindsOf(optional, '')).toEqual([]);
  expect(kindsOf(optional, 'mei@')).toEqual(['email_form']);
});

it('a number must be within its range', () => {
  const age = field('number', { range: [1, 18] });
  expect(['0', '1', '18', '19'].map((value) => kindsOf(age, value))).toEqual([
    ['out_of_range'],
    [],
    [],
    ['out_of_range'],
  ]);
});

describe('a date with a range', () => {
  const wished = field('date', { daysAhead: [1, 730] });

  // In Singapore it is half past seven in the morning of the 22nd, and in London still the 21st.
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-21T23:30:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['2026-11-21', ['day_over'], 'That day has passed. Please choose tomorrow or a later day.'],
    ['2026-11-22', ['day_too_soon'], 'Please choose tomorrow or a later day.'],
    ['2026-11-23', [], null],
    ['2028-11-21', [], null],
    ['2028-11-22', ['day_too_far'], /within the next two years/],
    ['', ['missing'], 'Please fill this in.'],
    ['soon', ['no_such_date'], 'Please choose a date.'],
  ])('of %s has the errors %o', (day, kinds, words) => {
    const [fault] = Object.entries(checkValues([wished], { date: day }));
    expect(kindsOf(wished, day)).toEqual(kinds);
    if (fault && words) expect(faultMessage(...fault)).toMatch(words);
  });

  it('may be any day if the range is not set', () => {
    expect(kindsOf(field('date'), '2020-01-01')).toEqual([]);
  });
});

it.each([
  ['Your name', 'contact.name', 'missing', 'Your name: Please fill this in.'],
  ['Can you come?', 'attending', 'choose', 'Can you come: Please choose one.'],
  ['Who comes? ', 'guests[0].name', 'missing', 'Who comes: Please fill in a name for each guest.'],
  ['Who comes? ', 'guests[1].age', 'not_a_number', 'Who comes: Please enter the age in years.'],
  ['Taking part:', 'answers.photos', 'agree', 'Taking part: Please tick this to continue.'],
] as const)('the summary separates “%s” from its error', (label, path, kind, line) => {
  expect(faultLine(path, { kind }, { label })).toBe(line);
});

describe('a list of guests', () => {
  const guests = field('guests');

  it('needs at least one name', () => {
    expect(kindsOf(guests, [guest()])).toEqual(['missing']);
    expect(kindsOf(guests, [guest({ name: 'Noah' }), guest()])).toEqual([]);
  });

  it('needs a name in each filled-in row, and a number for an age', () => {
    const rows = [
      guest({ name: 'Noah', age: '8' }),
      guest({ allergies: 'Eggs' }),
      guest({ name: 'Tara', age: 'nine' }),
    ];
    expect(checkValues([guests], { guests: rows })).toEqual({
      'guests[1].name': { kind: 'missing' },
      'guests[2].age': { kind: 'not_a_number' },
    });
  });
});

describe('questions only for families who attend', () => {
  const attending = field('attending');
  const shoes = field('choice', { key: 'shoes', coming: true });
  const fields = [attending, shoes];

  it.each([
    [true, true],
    [false, false],
    [null, false],
  ])('appear after the answer %o: %o', (value, isVisible) => {
    expect(isShown(shoes, fields, { attending: value })).toBe(isVisible);
  });

  it('always appear in a form without the question of attendance', () => {
    expect(isShown(shoes, [shoes], {})).toBe(true);
  });

  it('have no errors while they are hidden', () => {
    expect(checkValues(fields, { attending: false, shoes: null })).toEqual({});
    expect(checkValues(fields, { attending: true, shoes: null })).toEqual({ choice: { kind: 'choose' } });
  });
});

it('a form that asks for attendance needs a party', () => {
  expect(needsParty([field('text'), field('attending')])).toBe(true);
  expect(needsParty([field('contactName'), field('text')])).toBe(false);
});
