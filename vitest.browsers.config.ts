import { defineConfig } from 'vitest/config';

/** `npm run test:browsers`: one file after the other, because they share the stack and each starts two browsers. */
export default defineConfig({
  test: {
    include: ['tests/browsers/**/*.test.ts'],
    globalSetup: 'tests/e2e/global-setup.ts',
    testTimeout: 180_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
});
