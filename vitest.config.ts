import { defineConfig } from 'vitest/config';

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...extra },
});

export default defineConfig({
  test: {
    projects: [
      // A slow or busy machine takes its time: what is waited for comes, or never does.
      // Each file in a context of its own, in a thread: as apart as in a process, and twice as fast.
      project('unit', {
        pool: 'vmThreads',
        testTimeout: 30_000,
        setupFiles: 'tests/unit/support/patience.ts',
      }),
      // What asks for a process: its time zone, code that is not JavaScript.
      project('process', { testTimeout: 30_000 }),
      project('local', {
        testTimeout: 30_000,
        hookTimeout: 60_000,
        globalSetup: 'tests/support/global-database.ts',
      }),
      // Files of these share a process, one after the other: each has a database of its own, and what a test stubs it
      // gives back.
      project('db', {
        isolate: false,
        testTimeout: 60_000,
        hookTimeout: 60_000,
        globalSetup: 'tests/support/global-database.ts',
      }),
      project('functions', {
        isolate: false,
        testTimeout: 30_000,
        hookTimeout: 60_000,
        globalSetup: 'tests/support/global-database.ts',
      }),
    ],
    maxWorkers: 2,
    // A line for each call that went well: read where a test asks for it, and not here.
    onConsoleLog: (log) => !log.includes('"level":"info"'),
  },
});
