import { expect, it } from 'vitest';
import {
  mapOptionsToPackages,
  mapOptionsToParties,
  withOptionOfEachPackage,
} from '#features/birthdays/packages-by-option.ts';

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

it('a package that the question does not name yet gets an option of its own, before “Please advise us”', () => {
  const options = [
    { value: 'skate', label: 'Skate Party' },
    { value: 'unsure', label: 'Please advise us' },
  ];
  const named = [
    { _id: 'birthday-skate', name: 'Skate Party' },
    { _id: '3fa9c104-77aa', name: 'Beach Party' },
  ];
  const [party, place] = withOptionOfEachPackage(named, [
    { key: 'partyKind', options },
    { key: 'place', options },
  ]);
  expect(party?.options.map(({ label }) => label)).toEqual([
    'Skate Party',
    'Beach Party',
    'Please advise us',
  ]);
  expect(place?.options).toBe(options);
  expect(mapOptionsToPackages(named, party ? [party] : []).optionOf['3fa9c104-77aa']).toBe('3fa9c104-77aa');
});
