import { expect, test } from 'vitest';
import { placeAddress } from '#contract/place-names.ts';

test.each([
  ['Somerset', null, 'Somerset'],
  ['Somerset', '1 Somerset Road', 'Somerset, 1 Somerset Road'],
  ['Orchard Central', 'Orchard Central, 181 Orchard Road', 'Orchard Central, 181 Orchard Road'],
])('the address of %s at %s does not repeat its name', (name, address, expected) => {
  expect(placeAddress(name, address)).toBe(expected);
});
