import { defineConfig } from 'vitest/config';

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...extra },
});

export default defineConfig({
  test: {
    projects: [
      // A slow or busy machine takes its time: what is waited for comes, or never does.
      project('unit', { testTimeout: 30_000, setupFiles: 'tests/unit/support/patience.ts' }),
      project('local', {
        testTimeout: 30_000,
        hookTimeout: 60_000,
        globalSetup: 'tests/support/global-database.ts',
      }),
      project('db', {
        testTimeout: 60_000,
        hookTimeout: 60_000,
        globalSetup: 'tests/support/global-database.ts',
      }),
      project('functions', {
        testTimeout: 30_000,
        hookTimeout: 60_000,
        globalSetup: 'tests/support/global-database.ts',
      }),
    ],
    maxWorkers: 2,
  },
});
