import type { Dependents } from './dependents.ts';
import type { Step } from './steps.ts';

export interface Check extends Step {
  /**
   * The files that matter to the step. `npm run check` repeats it if one of them has changed since the step last
   * passed, or depends on a file that has. By default, every file matters.
   */
  about?: RegExp;
  /** Returns the files that the step is given when it need not look at all of them. */
  pick?: (dependents: Dependents) => string[];
}

const script = /\.(tsx?|mjs|cjs|js)$/;
const code = /\.(tsx?|mjs|cjs|js|astro|json)$/;

/** Writes Astro's types. This must end before the checks start, because they read the types. */
export const prepare: Check = {
  name: 'types of Astro',
  run: 'node_modules/astro/bin/astro.mjs',
  args: ['sync'],
  about: /^src\/(content|pages|build)\//,
};

/** Go programs that need 2.5 GB anyway are a quarter faster if they collect garbage only near this limit. */
const go = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

const types = (name: string, project: string, about: RegExp): Check => ({
  about,
  name,
  run: 'node_modules/typescript-7/bin/tsc',
  args: ['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', `.local/${name}.tsbuildinfo`],
  env: go,
});

/**
 * The fast checks, longest first. `npm test` runs all of them before everything else, and `npm run check` those that a
 * change concerns.
 */
export const checks: Check[] = [
  {
    name: 'types of the site (.astro)',
    run: 'node_modules/@astrojs/check/bin/astro-check.js',
    // Only pages and what they import are checked here, because the `types` steps check every other file.
    args: ['--minimumFailingSeverity', 'warning', '--tsconfig', 'tsconfig.pages.json'],
    about: /\.astro$/,
  },
  {
    name: 'lint',
    run: 'node_modules/oxlint/bin/oxlint',
    args: ['--max-warnings', '0'],
    env: go,
    about: script,
    // Rules that use types also check files that depend on a changed file.
    pick: ({ files }) => [...files].filter((file) => script.test(file)),
  },
  types('types', 'tsconfig.json', code),
  types('types of Studio', 'studio/tsconfig.json', /^studio\//),
  {
    name: 'lint of pages',
    run: 'node_modules/eslint/bin/eslint.js',
    args: ['src/**/*.astro', '--max-warnings', '0', '--cache', '--cache-location', '.local/eslint.json'],
    about: /\.astro$/,
  },
  {
    name: 'doors between folders',
    run: 'node_modules/oxlint/bin/oxlint',
    args: ['--config', 'oxlint.doors.ts', 'src', 'studio', 'supabase/functions'],
    about: /^(src|studio|supabase\/functions)\/.*\.(tsx?|astro)$/,
  },
  {
    name: 'format',
    run: 'node_modules/oxfmt/bin/oxfmt',
    args: ['--list-different'],
  },
  {
    name: 'unused and circular',
    run: 'node_modules/knip/bin/knip.js',
    args: [
      '--no-progress',
      '--no-config-hints',
      '--include',
      'files,dependencies,unlisted,unresolved,binaries,exports,types,duplicates,cycles',
    ],
    about: code,
  },
  { name: 'tests that cannot run', run: 'scripts/check-tests.ts', about: /^tests\// },
  { name: 'brand', run: 'scripts/check-brand.ts' },
  { name: 'messages', run: 'scripts/check-messages.ts' },
  { name: 'styles', run: 'scripts/check-styles.ts', about: /^(src|studio)\// },
  { name: 'citations', run: 'scripts/check-citations.ts' },
  { name: 'length of files', run: 'scripts/check-length.ts' },
  { name: 'circles of files, types included', run: 'scripts/check-circles.ts', about: code },
  { name: 'migrations', run: 'scripts/check-migrations.ts', about: /^supabase\/(migrations|released|rows)/ },
  { name: 'lock file', run: 'scripts/check-lock.ts', about: /package/ },
];
