import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bundleFaults, findBundle, styleSources } from '#build/bundle-check.ts';
import { bundles } from '#config/bundles.ts';

const src = path.join(import.meta.dirname, '../../../src');

it('the table matches the features, their paths and the sources of Tailwind', () => {
  expect(bundleFaults(src)).toEqual([]);
});

it('the build stops at a feature without a row and at a row without a feature', () => {
  const { quiz, ...rest } = bundles;
  expect(bundleFaults(src, rest)).toEqual(['The feature “quiz” has no row in src/config/bundles.ts']);
  if (!quiz) throw new Error('The quiz has no row');
  expect(bundleFaults(src, { ...bundles, gone: quiz })).toEqual([
    'src/config/bundles.ts has a row for “gone”, which is no folder of src/features',
  ]);
  expect(() => findBundle('/src/features/gone/a.ts')).toThrow('“gone” has no row');
  expect(findBundle('/src/ui/Button.tsx')).toBeNull();
});

it('the error names different sources of a style sheet and missing paths', () => {
  const project = mkdtempSync(path.join(tmpdir(), 'bundles-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const copy = path.join(project, 'src');
  const contract = 'supabase/functions/_shared/contract';
  cpSync(path.join(src, '..', contract), path.join(project, contract), { recursive: true });
  for (const feature of Object.keys(bundles))
    mkdirSync(path.join(copy, 'features', feature), { recursive: true });
  for (const folder of [
    'ui/failed',
    'ui/family',
    'ui/kit',
    'ui/staff',
    'ui/people',
    'api',
    'browser',
    'domain',
    'styles',
  ])
    cpSync(path.join(src, folder), path.join(copy, folder), { recursive: true });
  for (const folder of ['camps/list', 'chat/assistant', 'staff/shared-roster'])
    mkdirSync(path.join(copy, 'features', folder), { recursive: true });
  cpSync(path.join(src, 'features/camps/card'), path.join(copy, 'features/camps/card'), { recursive: true });
  writeFileSync(path.join(copy, 'features/camps/list/camp-list.ts'), '');
  writeFileSync(path.join(copy, 'features/chat/show-launcher.ts'), '');
  for (const part of ['Checkbox', 'PriceList', 'RefundTable', 'TextArea', 'WithNames'])
    writeFileSync(path.join(copy, `ui/${part}.tsx`), '');
  writeFileSync(path.join(copy, 'styles/app.css'), "@source '../features/checkout';");
  const [gone, sheet, ...more] = bundleFaults(copy);
  expect(gone).toBe('src/config/bundles.ts names src/features/watch/watch.ts, which does not exist');
  expect(sheet).toContain(styleSources()['app.css']?.join('\n'));
  expect(more).toEqual([]);
});
