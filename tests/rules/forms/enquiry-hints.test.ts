import { expect, test } from 'vitest';
import { enquiryHints } from '#features/forms/enquiry-hints.ts';

const parties = {
  skate: { name: 'Skate Party', minAge: 5, maxAge: 12, guests: 10 },
  trail: { name: 'Trail Party', minAge: 7, maxAge: 13, guests: 12 },
};
const hints = (values: Record<string, string>, weekends = true) =>
  enquiryHints(values, { parties, weekends });
const noHints = { birthdayAge: null, childCount: null, wishedDate: null };

test('a usual answer, an empty one, and one that is not a number get no hint', () => {
  expect(hints({ partyKind: 'skate', birthdayAge: '5', childCount: '10', wishedDate: '2026-12-05' })).toEqual(
    noHints,
  );
  expect(
    hints({ partyKind: 'unsure', birthdayAge: '13', childCount: '12', wishedDate: '2026-12-06' }),
  ).toEqual(noHints);
  expect(hints({})).toEqual(noHints);
  expect(hints({ birthdayAge: 'four', childCount: '', wishedDate: 'soon' })).toEqual(noHints);
});

test.each([
  [
    'an age below that of the chosen party',
    { partyKind: 'trail', birthdayAge: '6' },
    'birthdayAge',
    'Trail Party is for ages 7 to 13',
  ],
  ['an age below all', { birthdayAge: '4' }, 'birthdayAge', 'Our parties are for ages 5 to 13'],
  ['an age above all', { birthdayAge: '14' }, 'birthdayAge', 'Our parties are for ages 5 to 13'],
  [
    'more children than the price covers',
    { partyKind: 'skate', childCount: '60' },
    'childCount',
    'planned for 10 children',
  ],
  ['a Tuesday', { wishedDate: '2026-12-08' }, 'wishedDate', 'Saturdays and Sundays'],
])('%s gets a hint', (_, values, key, text) => {
  const { [key]: hint, ...others } = hints(values);
  expect(hint).toContain(text);
  expect(Object.values(others)).toEqual([null, null]);
});

test('no day is unusual if any day is usual, or without parties', () => {
  expect(hints({ wishedDate: '2026-12-08' }, false)).toEqual(noHints);
  expect(enquiryHints({ birthdayAge: '3', childCount: '60' }, { parties: {}, weekends: true })).toEqual(
    noHints,
  );
});
