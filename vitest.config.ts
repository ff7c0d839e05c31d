import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const project = (name: string, extra: object = {}) => ({
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...extra },
});

const filesOf = (name: string) => globSync(`tests/${name}/**/*.test.{ts,tsx}`, { cwd: import.meta.dirname });
const has = (words: RegExp) => (file: string) =>
  words.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'));

const units = filesOf('unit');
/** A document of its own, a clock, a stub, a mock. */
const changesItsWorld = has(/@vitest-environment|\bvi\b|fakeBrowser/);

const locals = filesOf('local');
/** What the site has read of the content it keeps, and a double that is started once, lives as long as the process. */
const needsOwnProcess = has(/src\/content\/|support\/(assistant|payment-targets)/);

export default defineConfig({
  test: {
    projects: [
      // A slow or busy machine takes its time: what is waited for comes, or never does.
      // Files that change nothing around them share a thread, and what they import is read once.
      project('rules', {
        include: units.filter((file) => !changesItsWorld(file)),
        pool: 'threads',
        isolate: false,
        testTimeout: 30_000,
      }),
      // Each of the others in a context of its own: as apart as in a process, and twice as fast.
      project('unit', {
        include: units.filter(changesItsWorld),
        pool: 'vmThreads',
        testTimeout: 30_000,
        setupFiles: 'tests/unit/support/patience.ts',
      }),
      // What asks for a process: its time zone, code that is not JavaScript.
      project('process', { testTimeout: 30_000 }),
      project('apart', { include: locals.filter(needsOwnProcess), testTimeout: 30_000, hookTimeout: 60_000 }),
      // Files of these share a process, one after the other: each has a database of its own, and what a test stubs it
      // gives back.
      project('local', {
        include: locals.filter((file) => !needsOwnProcess(file)),
        isolate: false,
        testTimeout: 30_000,
        hookTimeout: 60_000,
        globalSetup: 'tests/support/global-database.ts',
      }),
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
