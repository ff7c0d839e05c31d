import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChangedMigrations } from '../../migrations/frozen-migrations.ts';
import { MANIFEST } from '../../functions.ts';
import { root } from '../../sources.ts';
import type { DeployableFunction } from '../function-files.ts';
import type { Environment } from '../keys.ts';
import type { Version } from './deploy.ts';

const git = (project: string, ...args: string[]) =>
  execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

/** Returns the version that is checked out. Only tagged releases may go to production. */
export function checkedOutVersion(environment: Environment, project = root): Version {
  const faults = findChangedMigrations(path.join(project, 'supabase'));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  if (git(project, 'status', '--porcelain'))
    throw new Error('There are changes that are not committed, so nobody could say later what was deployed.');
  const commit = git(project, 'rev-parse', 'HEAD');
  const tag = git(project, 'tag', '--points-at', 'HEAD', '--list', 'v*.*.*').split('\n')[0] ?? '';
  if (environment === 'production' && !tag)
    throw new Error(
      'Only releases go to production: check out a tag, such as git checkout v0.1.0, or make one by npm run release.',
    );
  return { version: tag || git(project, 'describe', '--tags', '--always'), commit };
}

/**
 * Runs a command and prints its output. It is asynchronous, because otherwise this process would not notice that
 * connections end.
 */
async function run(dir: string, command: string, ...args: string[]): Promise<void> {
  const [code] = (await once(spawn(command, args, { cwd: dir, stdio: 'inherit' }), 'close')) as [
    number | null,
  ];
  if (code !== 0) throw new Error(`${[path.basename(command), ...args].join(' ')} failed.`);
}

/** Returns the lock file without the project's own version, which each release changes. */
function packagesOf(project: string, commit: string): string {
  const text = execFileSync('git', ['show', `${commit}:package-lock.json`], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const lock = JSON.parse(text) as { version?: string; packages?: Record<string, { version?: string }> };
  return JSON.stringify({
    ...lock,
    version: '',
    packages: { ...lock.packages, '': { ...lock.packages?.[''], version: '' } },
  });
}

/** Checks an earlier commit out beside this one, and bundles its functions with its own scripts and packages. */
export async function bundleFunctionsOf(commit: string, project = root): Promise<DeployableFunction[]> {
  const dir = path.join(mkdtempSync(path.join(tmpdir(), 'earlier-')), 'checkout');
  git(project, 'worktree', 'add', '--detach', dir, commit);
  try {
    const hasSamePackages = packagesOf(project, commit) === packagesOf(project, 'HEAD');
    if (hasSamePackages) symlinkSync(path.join(project, 'node_modules'), path.join(dir, 'node_modules'));
    else await run(dir, 'npm', 'ci', '--omit=dev');
    await run(dir, process.execPath, 'scripts/functions.ts');
    return readBundles(path.join(dir, '.local/bundles'));
  } finally {
    git(project, 'worktree', 'remove', '--force', dir);
    rmSync(path.dirname(dir), { recursive: true, force: true });
  }
}

function readBundles(dir: string): DeployableFunction[] {
  const manifest = path.join(dir, MANIFEST);
  if (!existsSync(manifest)) throw new Error('The functions of the earlier version could not be bundled.');
  const list = JSON.parse(readFileSync(manifest, 'utf8')) as {
    name: string;
    verifyJwt: boolean;
    sha256: string;
    file: string;
  }[];
  return list.map(({ name, verifyJwt, sha256, file }) => ({
    name,
    verifyJwt,
    release: sha256.slice(0, 12),
    entrypoint: 'index.js',
    files: [{ name: 'index.js', content: readFileSync(path.join(dir, file), 'utf8') }],
  }));
}
