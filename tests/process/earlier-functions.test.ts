/** Bundles the functions of an earlier commit, as `npm run rollback` does before it changes anything. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleFunctionsOf } from '#scripts/launch/releases/git-checkout.ts';

let project: string;
const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim();
let version = 0;
/** Commits the script with which this version bundles its functions. The lock file names it, too. */
function commit(script: string): string {
  const own = { version: `0.${++version}.0` };
  writeFileSync(path.join(project, 'package-lock.json'), JSON.stringify({ ...own, packages: { '': own } }));
  writeFileSync(path.join(project, 'scripts/functions.ts'), script);
  git('add', '-A');
  git('commit', '--quiet', '-m', 'Change');
  return git('rev-parse', 'HEAD');
}
const waiting = (file: string) => `
  import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  for (let n = 0; n < 100 && !existsSync(${JSON.stringify(file)}); n++) await setTimeout(50);
  if (!existsSync(${JSON.stringify(file)})) process.exit(1);
  mkdirSync('.local/bundles', { recursive: true });
  writeFileSync('.local/bundles/index.js', 'earlier');
  writeFileSync('.local/bundles/manifest.json',
    '[{"name":"till","verifyJwt":false,"sha256":"0123456789abcdef","file":"index.js"}]');`;

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'project-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@otter.test');
  mkdirSync(path.join(project, 'scripts'));
  mkdirSync(path.join(project, 'node_modules'));
  writeFileSync(path.join(project, '.gitignore'), 'node_modules\n.local\n');
});
afterEach(() => rmSync(project, { recursive: true }));

test('while an earlier version is bundled, the command sees that a service ends its connection', async () => {
  const seen = path.join(project, 'node_modules/seen');
  const earlier = commit(waiting(seen));
  commit('throw new Error("This is the newer version.");');
  // A command that blocks its process would never write this file, and its next call would use a connection that has
  // ended.
  const timer = setTimeout(() => writeFileSync(seen, ''), 20);
  expect(await bundleFunctionsOf(earlier, project)).toEqual([
    {
      name: 'till',
      verifyJwt: false,
      release: '0123456789ab',
      entrypoint: 'index.js',
      files: [{ name: 'index.js', content: 'earlier' }],
    },
  ]);
  clearTimeout(timer);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});

test('an earlier version that cannot be bundled is said', async () => {
  const earlier = commit('process.exit(3);');
  await expect(bundleFunctionsOf(earlier, project)).rejects.toThrow('node scripts/functions.ts failed.');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
});
