// Refuses `.only`, skips without a condition, and browser tests that would ignore errors thrown by a page.
import { pathToFileURL } from 'node:url';
import { lineOf, report, type Source, sources, withoutComments } from './sources.ts';

const forbidden: { pattern: RegExp; why: string; where?: string }[] = [
  {
    pattern: /\bvi\s*\.|\bfakeBrowser\b/g,
    why: 'changes what the others share (its place is tests/unit)',
    where: 'tests/rules/',
  },
  { pattern: /\.only\s*[(.]/g, why: 'runs alone and hides the others' },
  {
    pattern: /\b(?:it|test|describe|suite)\.(?:skip|todo|fixme)\s*\(\s*(?:['"`)]|\(\)|async)/g,
    why: 'is skipped without a condition',
  },
  { pattern: /\b(?:xit|xtest|xdescribe)\s*\(/g, why: 'is switched off' },
  { pattern: /\bwaitForTimeout\s*\(/g, why: 'sleeps instead of waiting for something' },
  {
    pattern: /import \{[^}]*\btest(?! as)\b[^}]*\} from '@playwright\/test'/g,
    why: 'does not see what its page throws (tests/e2e/support/test.ts)',
  },
];

export function findIdle({ file, text }: Source): string[] {
  const code = withoutComments(text);
  return forbidden.flatMap(({ pattern, why, where = '' }) =>
    [...(file.startsWith(where) ? code : '').matchAll(pattern)].map(
      (match) => `${file}:${lineOf(code, match.index)}: a test ${why}`,
    ),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  report(
    'tests',
    // The test of this check contains what the check forbids.
    sources(['tests'], /(?<!\/guards\.test)\.(ts|tsx)$/).flatMap(findIdle),
  );
