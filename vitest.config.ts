import { defineConfig } from 'vitest/config';
import { inlineScripts } from './src/build/inline-scripts.ts';

const project = (name: string, extra: object = {}) => ({
  plugins: [inlineScripts()],
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...extra },
});

export default defineConfig({
  test: {
    projects: [
      // Timeouts are long because the machine may be slow or busy. A test waits for an event, never for a
      // time. Files that change no globals share a thread, so that each import is evaluated once.
      project('rules', { pool: 'threads', isolate: false, testTimeout: 30_000 }),
      // Files that need their own document, clock, stubs or mocks run in a separate context.
      project('unit', {
        pool: 'vmThreads',
        testTimeout: 30_000,
        setupFiles: 'tests/support/unit/slow-machine.ts',
      }),
      // Tests that need a separate process, for its time zone or for native code.
      project('process', { testTimeout: 30_000 }),
      // Contract tests of local simulations that hold state for as long as their process lives.
      project('apart', { testTimeout: 30_000, hookTimeout: 60_000 }),
      // These files run one after the other in a shared process: each has its own database, and tests restore their
      // stubs.
      ...['local', 'db', 'functions'].map((name) =>
        project(name, {
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: 'tests/support/global-database.ts',
        }),
      ),
    ],
    // Four workers keep two cores busy, because many tests wait for a statement's limit, a fixed
    // answer time or a process. With three workers, the cores were idle for a fifth of the time.
    maxWorkers: 4,
    // The functions log a line for each successful call. Tests that need those lines read them directly.
    onConsoleLog: (log) => !log.includes('"level":"info"'),
  },
});
