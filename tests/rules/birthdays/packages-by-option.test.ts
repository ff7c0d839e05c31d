import { expect, it } from 'vitest';
import { mapOptionsToPackages, mapOptionsToParties } from '#features/birthdays/packages-by-option.ts';

const packages = [{ _id: 'birthday-skate' }, { _id: 'birthday-camp' }];
const fields = (...values: string[]) => [
  { key: 'partyKind', options: values.map((value) => ({ value })) },
  { key: 'place', options: [{ value: 'camp' }] },
];

it('an option selects the package whose id it is or ends with', () => {
  expect(mapOptionsToPackages(packages, fields('skate', 'birthday-camp', 'unsure'))).toEqual({
    packageOf: { skate: 'birthday-skate', 'birthday-camp': 'birthday-camp' },
    optionOf: { 'birthday-skate': 'skate', 'birthday-camp': 'birthday-camp' },
  });
});

it('a form without the question selects no package', () => {
  expect(mapOptionsToPackages(packages, [])).toEqual({ packageOf: {}, optionOf: {} });
});

it('a party that an option chooses has its ages and size', () => {
  const party = { name: 'Skate Party', minAge: 5, maxAge: 12, guests: 10 };
  const all = [
    { _id: 'birthday-skate', ...party },
    { _id: 'birthday-camp', ...party },
  ];
  expect(mapOptionsToParties(all, { 'birthday-skate': 'skate' })).toEqual({ skate: party });
});
