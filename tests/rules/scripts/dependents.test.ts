import { expect, test } from 'vitest';
import { findDependents } from '#scripts/dependents.ts';
import { differences } from '#scripts/passed-steps.ts';

const folders = { '#domain/*': './src/domain/*', '#scripts/*': './scripts/*' };
const all = [
  { file: 'src/domain/price.ts', text: "import { day } from './day.ts';" },
  { file: 'src/domain/day.ts', text: 'export const day = 1;' },
  { file: 'src/pages/camps.astro', text: "---\nimport { price } from '#domain/price.ts';\n---" },
  { file: 'src/domain/day.css', text: "/* from './price.ts' */" },
  { file: 'scripts/sources.ts', text: "import { readFileSync } from 'node:fs';" },
  { file: 'tests/rules/price.test.ts', text: "import { price } from '#domain/price.ts';" },
  { file: 'tests/rules/day.test.ts', text: "import '../../src/domain/day.ts';" },
  { file: 'tests/rules/brand.test.ts', text: "import { sources } from '#scripts/sources.ts';" },
];
const dependentsOf = (...changed: string[]) => findDependents(changed, all, folders);

test('a change concerns the file and everything that imports it, directly or through others', () => {
  expect([...dependentsOf('src/domain/price.ts').files].sort()).toEqual([
    'src/domain/price.ts',
    'src/pages/camps.astro',
    'tests/rules/price.test.ts',
  ]);
  expect([...dependentsOf('src/domain/day.ts').files].sort()).toEqual([
    'src/domain/day.ts',
    'src/domain/price.ts',
    'src/pages/camps.astro',
    'tests/rules/day.test.ts',
    'tests/rules/price.test.ts',
  ]);
});

test('a test that reads files is always named, because no import tells which files', () => {
  expect([...dependentsOf('src/domain/day.css').readingTests]).toEqual(['tests/rules/brand.test.ts']);
});

test('a deleted file concerns whoever still imports it', () => {
  const left = all.filter(({ file }) => file !== 'src/domain/day.ts');
  const { files } = findDependents(['src/domain/day.ts'], left, folders);
  expect([...files]).toContain('tests/rules/price.test.ts');
});

test('added, changed and removed files are differences', () => {
  expect(differences({ a: '1', b: '1', c: '1' }, { a: '1', b: '2', d: '1' })).toEqual(['b', 'c', 'd']);
});
