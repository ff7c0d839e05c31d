import { expect, it } from 'vitest';
import { buildOffers } from '#features/birthdays/offers.ts';

const packages = [{ _id: 'birthday-skate' }, { _id: 'birthday-camp' }];
const fields = (...values: string[]) => [
  { key: 'partyKind', options: values.map((value) => ({ value })) },
  { key: 'place', options: [{ value: 'camp' }] },
];

it('an option means the party whose id it is or ends', () => {
  expect(buildOffers(packages, fields('skate', 'birthday-camp', 'unsure'))).toEqual({
    offerOf: { skate: 'birthday-skate', 'birthday-camp': 'birthday-camp' },
    optionOf: { 'birthday-skate': 'skate', 'birthday-camp': 'birthday-camp' },
  });
});

it('a form that does not ask for the party means none', () => {
  expect(buildOffers(packages, [])).toEqual({ offerOf: {}, optionOf: {} });
});
