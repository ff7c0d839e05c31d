/**
 * Our code must call every function that a browser may call. Otherwise the function and its grant must be removed.
 */
import { expect, test } from 'vitest';
import { sources, withoutComments } from '#scripts/sources.ts';
import { specifiedFunctions, visitorFunctions, internalFunctions } from '#support/callable-functions.ts';
import { memberFunctions } from '#support/member-functions.ts';

const textOf = (folders: string[], endings: RegExp) =>
  sources(folders, endings)
    .filter(({ file }) => !file.endsWith('.gen.ts'))
    .map(({ text }) => withoutComments(text))
    .join('\n');
const code = textOf(['src', 'supabase/functions', 'local', 'studio'], /\.(ts|tsx|astro|js|mjs)$/);
const names = Object.keys({ ...visitorFunctions, ...memberFunctions })
  .filter((name) => name.startsWith('public.'))
  .map((name) => name.replace('public.', ''));
const isCalled = (name: string) => new RegExp(`\\b${name}\\b`).test(code);

test('every function that a browser may call has a caller or a stated reason', () => {
  const reasons = { ...specifiedFunctions, ...internalFunctions };
  expect(names.filter((name) => !isCalled(name)).toSorted()).toEqual(Object.keys(reasons).toSorted());
});

test.each(Object.entries(internalFunctions))('%s is called by %s', (name, caller) => {
  const schema = textOf(['supabase/schemas'], /\.sql$/);
  const [, body = ''] = schema.split(
    `create function ${caller.includes('.') ? caller : `public.${caller}`}(`,
  );
  expect(body.split('\n$$;')[0]).toContain(`public.${name}(`);
});
