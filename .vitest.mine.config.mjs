import { defineConfig } from 'vitest/config';
export default defineConfig({
  root: '/work/main',
  test: {
    name: 'local',
    include: ['tests/local/{payments,mail}*.test.ts'],
    testTimeout: 30000,
    hookTimeout: 60000,
    maxWorkers: 2,
  },
});
