import { expect, it } from 'vitest';
import { isEmail } from '../../../supabase/functions/_shared/contract/contact.ts';
import { birthFault, partsOfDate } from '../../../src/domain/person.ts';
import { readPhone } from '../../../src/domain/phone.ts';
import { personWords } from '../../../src/ui/people/words.ts';

it.each([
  ['91234567', '+6591234567'],
  ['9123 4567', '+6591234567'],
  ['+65 9123-4567', '+6591234567'],
  ['6591234567', '+6591234567'],
  ['0065 8123 4567', '+6581234567'],
  // A landline is a number that can be called.
  ['6123 4567', '+6561234567'],
  ['+44 (20) 7946 0000', '+442079460000'],
  ['00442079460000', '+442079460000'],
])('the number %s is %s', (typed, e164) => expect(readPhone(typed)).toEqual({ e164 }));

it.each([
  ['', { kind: 'phone_digits', digits: 0 }],
  ['hello', { kind: 'phone_digits', digits: 0 }],
  ['9123 45', { kind: 'phone_digits', digits: 6 }],
  ['9123 45678', { kind: 'phone_digits', digits: 9 }],
  ['+65 1234', { kind: 'phone_digits', digits: 4 }],
  ['12345678', { kind: 'phone_form' }],
  ['91234567 evenings', { kind: 'phone_form' }],
  ['+44 20', { kind: 'phone_form' }],
])('the number %j is none: %o', (typed, fault) => expect(readPhone(typed)).toEqual(fault));

it('says how many digits there are', () => {
  expect(personWords({ kind: 'phone_digits', digits: 6 })).toBe(
    'A Singapore number has 8 digits. This one has 6.',
  );
});

it.each([
  ['mei@example.com', true],
  [' Mei.Tan+otter@mail.example.sg ', true],
  ['mei', false],
  ['mei@example', false],
  ['@example.com', false],
  ['mei@example.com, other@example.com', false],
])('%j is an address: %s', (typed, is) => expect(isEmail(typed)).toBe(is));

it.each([
  ['2018-05-01', null],
  ['2026-11-22', null],
  ['2026-11-23', 'future_date'],
  ['2008-11-23', null],
  ['2008-11-22', 'not_a_child'],
  ['2018-02-30', 'no_such_date'],
  ['18-05-01', 'no_such_date'],
  ['2018--01', 'missing'],
])('born on %s: %s', (date, kind) =>
  expect(birthFault(partsOfDate(date), '2026-11-22')).toEqual(kind && { kind }),
);
