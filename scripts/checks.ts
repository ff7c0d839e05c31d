import type { Step } from './steps.ts';

/** Writes Astro's types. This must end before the checks start, because they read the types. */
export const prepare: Step = {
  name: 'types of Astro',
  run: 'node_modules/astro/bin/astro.mjs',
  args: ['sync'],
};

/** Go programs that need 2.5 GB anyway are a quarter faster if they collect garbage only near this limit. */
const go = { GOGC: 'off', GOMEMLIMIT: '3GiB' };

const types = (name: string, project: string): Step => ({
  name,
  run: 'node_modules/typescript-7/bin/tsc',
  args: ['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', `.local/${name}.tsbuildinfo`],
  env: go,
});

/** The fast checks, longest first. `npm run check` runs them, and so does `npm test` before everything else. */
export const checks: Step[] = [
  {
    name: 'types of the site (.astro)',
    run: 'node_modules/@astrojs/check/bin/astro-check.js',
    // Only pages and what they import are checked here, because the `types` steps check every other file.
    args: ['--minimumFailingSeverity', 'warning', '--tsconfig', 'tsconfig.pages.json'],
  },
  { name: 'lint', run: 'node_modules/oxlint/bin/oxlint', args: ['--max-warnings', '0'], env: go },
  types('types', 'tsconfig.json'),
  types('types of Studio', 'studio/tsconfig.json'),
  {
    name: 'lint of pages',
    run: 'node_modules/eslint/bin/eslint.js',
    args: ['src/**/*.astro', '--max-warnings', '0', '--cache', '--cache-location', '.local/eslint.json'],
  },
  {
    name: 'doors between folders',
    run: 'node_modules/oxlint/bin/oxlint',
    args: ['--config', 'oxlint.doors.ts', 'src', 'studio', 'supabase/functions'],
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
  },
  { name: 'tests that cannot run', run: 'scripts/check-tests.ts' },
  { name: 'brand', run: 'scripts/check-brand.ts' },
  { name: 'messages', run: 'scripts/check-messages.ts' },
  { name: 'styles', run: 'scripts/check-styles.ts' },
  { name: 'citations', run: 'scripts/check-citations.ts' },
  { name: 'length of files', run: 'scripts/check-length.ts' },
  { name: 'circles of files, types included', run: 'scripts/check-circles.ts' },
  { name: 'lock file', run: 'scripts/check-lock.ts' },
];
