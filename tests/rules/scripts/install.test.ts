import { expect, test } from 'vitest';
import { isNewEnough } from '#scripts/install.mjs';

test.each([
  ['24.21.0', '24.21.0', true],
  ['24.21.1', '24.21.0', true],
  ['25.0.0', '24.21.0', true],
  ['24.9.0', '24.21.0', false],
  ['20.20.2', '24.21.0', false],
])('Node %s is new enough for %s: %s', (have, wanted, runs) => {
  expect(isNewEnough(have, wanted)).toBe(runs);
});
