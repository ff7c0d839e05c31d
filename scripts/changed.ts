// Chooses what `npm test -- --changed` runs: the tests that a change can break, as far as file names show.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root, sources } from './sources.ts';

export interface AffectedTests {
  base: string;
  /** Vitest projects that run completely, because no import leads from the changed files to their tests. */
  projects: string[];
  /** Paths of browser tests. */
  specs: string[];
}

const git = (...args: string[]): string => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
};

/** Returns the commit where this branch left the main branch, or the last commit if there is no main branch. */
const baseOf = (): string =>
  git('merge-base', 'HEAD', 'origin/HEAD').trim() ||
  git('merge-base', 'HEAD', 'origin/main').trim() ||
  'HEAD';

const changedSince = (base: string): string[] =>
  `${git('diff', '--name-only', base)}${git('ls-files', '--others', '--exclude-standard')}`
    .split('\n')
    .filter((file) => file !== '');

/**
 * The names of browser tests begin with their feature's name (`features/staff/roster`: `roster-offline.spec.ts`). A
 * change to shared code affects the tests of all features.
 */
export function findAffectedTests(
  base: string,
  changed: readonly string[],
  specs: readonly string[],
): AffectedTests {
  const hasChanged = (start: RegExp) => changed.some((file) => start.test(file));
  const isDatabase = hasChanged(/^supabase\/(schemas|migrations|rows\.sql)/);
  const isServer = isDatabase || hasChanged(/^supabase\/functions\//);
  const features = new Set(
    changed.flatMap((file) => {
      const [, suite, feature] = /^src\/features\/(?:(staff|family)\/)?([^/]+)\//.exec(file) ?? [];
      return feature === undefined ? [] : suite === 'family' ? [`family-${feature}`] : [feature];
    }),
  );
  const isShared = hasChanged(/^(src\/(?!features\/)|tests\/e2e\/support\/|astro\.config)/);
  const isOfFeature = (spec: string) =>
    changed.includes(spec) ||
    [...features].some((feature) =>
      path
        .basename(spec)
        .replace(/^management-/, '')
        .startsWith(feature),
    );
  return {
    base,
    projects: [...(isDatabase ? ['db', 'local'] : []), ...(isServer ? ['functions'] : [])],
    specs: specs.filter((spec) => isShared || isOfFeature(spec)),
  };
}

export function affectedHere(): AffectedTests {
  const base = baseOf();
  const specs = sources(['tests/e2e'], /\.spec\.ts$/).map(({ file }) => file);
  return findAffectedTests(base, changedSince(base), specs);
}
