import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isAllowed, readLicences } from '#scripts/licences.ts';

const lock = (license: string | undefined) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/a': { license }, 'node_modules/b': { link: true } } });

test.each(['package-lock.json', 'studio/package-lock.json'])('every licence in %s is allowed', (file) => {
  const licences = readLicences(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
  expect(licences.size).toBeGreaterThan(5);
  expect([...licences].filter(([licence]) => !isAllowed(licence))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR CC0-1.0)', true],
  ['AGPL-3.0-only', false],
  ['(MIT OR GPL-2.0-only)', false],
  [undefined, false],
])('%s is allowed: %s', (licence, expected) => {
  const [name] = readLicences(lock(licence)).keys();
  expect(isAllowed(name ?? '')).toBe(expected);
});
