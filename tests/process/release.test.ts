/** Releases twice in a small repository, as `npm run release` does. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFrozen } from '#scripts/migrations/frozen-migrations.ts';
import type { Contract } from '#scripts/releases/contract.ts';
import { release, releaseFaults } from '#scripts/releases/release.ts';

let project: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
const write = (file: string, text: string) => writeFileSync(path.join(project, file), text);
const read = (file: string) => readFileSync(path.join(project, file), 'utf8');
const commit = () => git('add', '-A') + git('commit', '--quiet', '-m', 'Change');
const contract: Contract = {
  functions: { hold_order: { roles: ['anon'], arguments: [], returns: 'jsonb' } },
  tables: {},
  edge: {},
  requests: {},
  answers: {},
  unused: [],
};
const today = new Date('2026-11-30T17:00:00Z');
const log = (text: string) => `# Changelog\n\n## Unreleased\n${text}`;

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'release-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@otter.test');
  mkdirSync(path.join(project, 'supabase/migrations'), { recursive: true });
  write('supabase/rows.sql', '');
  write('supabase/migrations/20260101000000_first.sql', 'create table a (id int);\n');
  write('package.json', '{\n  "name": "a",\n  "version": "0.0.0",\n  "x": { "version": "9" }\n}\n');
  write(
    'package-lock.json',
    '{\n  "version": "0.0.0",\n  "packages": {\n    "": {\n      "version": "0.0.0"\n    },\n    "node_modules/b": {\n      "version": "0.0.0"\n    }\n  }\n}\n',
  );
  write('CHANGELOG.md', log('\nThe first.\n'));
  commit();
});
afterEach(() => rmSync(project, { recursive: true }));

test('one command writes version, change log, frozen migrations and contract, commits and tags', () => {
  release({ project, version: '0.1.0', contract, today });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('Release v0.1.0');
  expect(git('cat-file', '-t', 'v0.1.0')).toBe('tag');
  expect(read('package.json')).toContain('"version": "0.1.0",\n  "x": { "version": "9" }');
  expect(read('package-lock.json').match(/"version": "[^"]+"/g)).toEqual([
    '"version": "0.1.0"',
    '"version": "0.1.0"',
    '"version": "0.0.0"',
  ]);
  // At this time it is already the next day in Singapore.
  expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-12-01)\n\nThe first.\n');
  expect(readFrozen(path.join(project, 'supabase'))).toEqual({
    version: '0.1.0',
    migrations: {
      'migrations/20260101000000_first.sql': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  });
});

test('what keeps a version from being released is said, and nothing is changed', () => {
  release({ project, version: '0.1.0', contract, today });
  const faults = (version: string, now = contract) =>
    releaseFaults({ project, version, contract: now }).join('\n');
  expect(faults('0.2')).toContain('three numbers');
  expect(faults('0.1.0')).toMatch(
    /The tag v0\.1\.0 exists\.\n0\.1\.0 is not newer[^]*says nothing under “Unreleased”/,
  );
  write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\nMore.\n'));
  expect(faults('0.2.0')).toBe('There are changes that are not committed.');
  commit();
  expect(faults('0.0.9')).toContain('is not newer than 0.1.0');
  expect(faults('0.2.0')).toBe('');
  expect(faults('0.2.0', { ...contract, functions: {} })).toBe(
    'Pages or functions of v0.1.0 would fail: the function hold_order is missing.',
  );
  write('supabase/migrations/20260101000000_first.sql', 'create table a (id bigint);\n');
  write('supabase/migrations/20260102000000_second.sql', 'drop table a;\n');
  commit();
  const head = git('rev-parse', 'HEAD');
  expect(() => release({ project, version: '0.2.0', contract, today })).toThrow(
    /v0\.2\.0 was not released\.\n[^]*20260101000000_first\.sql was released with v0\.1\.0 and may not change[^]*it drops public\.a/,
  );
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([head, '', 'v0.1.0']);
});

test('a later release freezes the new migrations too', () => {
  release({ project, version: '0.1.0', contract, today });
  write('supabase/migrations/20260102000000_second.sql', 'alter table a add column b int;\n');
  write('CHANGELOG.md', read('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\nMore.\n'));
  commit();
  release({ project, version: '0.10.0', contract, today });
  expect(Object.keys(readFrozen(path.join(project, 'supabase'))?.migrations ?? {})).toHaveLength(2);
  expect(git('tag').split('\n')).toEqual(['v0.1.0', 'v0.10.0']);
  expect(() => release({ project, version: '0.9.0', contract, today })).toThrow('not newer than 0.10.0');
});
