import { defineConfig } from 'vitest/config';

/** `npm run test:browsers`: one file, because it starts the whole stack and two browsers. */
export default defineConfig({
  test: {
    include: ['tests/browsers/**/*.test.ts'],
    globalSetup: 'tests/e2e/global-setup.ts',
    testTimeout: 180_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
