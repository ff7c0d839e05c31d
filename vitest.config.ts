import { defineConfig } from 'vitest/config';
import { inlineScripts } from './src/build/inline-scripts.ts';

const project = (name: string, extra: object = {}) => ({
  plugins: [inlineScripts()],
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...extra },
});

export default defineConfig({
  test: {
    projects: [
      // A slow or busy machine takes its time: what is waited for comes, or never does.
      // Files that change nothing around them share a thread, and what they import is read once.
      project('rules', { pool: 'threads', isolate: false, testTimeout: 30_000 }),
      // A document of its own, a clock, a stub, a mock: each file in a context of its own.
      project('unit', {
        pool: 'vmThreads',
        testTimeout: 30_000,
        setupFiles: 'tests/support/unit/patience.ts',
      }),
      // What asks for a process: its time zone, code that is not JavaScript.
      project('process', { testTimeout: 30_000 }),
      // Contracts of the local doubles that keep something for as long as their process lives.
      project('apart', { testTimeout: 30_000, hookTimeout: 60_000 }),
      // Files of these share a process, one after the other: each has a database of its own, and what a test stubs it
      // gives back.
      ...['local', 'db', 'functions'].map((name) =>
        project(name, {
          isolate: false,
          testTimeout: name === 'db' ? 60_000 : 30_000,
          hookTimeout: 60_000,
          globalSetup: 'tests/support/global-database.ts',
        }),
      ),
    ],
    maxWorkers: 2,
    // A line for each call that went well: read where a test asks for it, and not here.
    onConsoleLog: (log) => !log.includes('"level":"info"'),
  },
});
