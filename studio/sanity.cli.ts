import path from 'node:path';
import { defineCliConfig } from 'sanity/cli';

export default defineCliConfig({
  api: {
    projectId: process.env['SANITY_STUDIO_PROJECT_ID'] ?? 'local',
    dataset: process.env['SANITY_STUDIO_DATASET'] ?? 'production',
  },
  // Studio must run the version in the lock file, not Sanity's latest.
  deployment: { autoUpdates: false },
  server: { hostname: '127.0.0.1', port: Number(process.env['STUDIO_PORT'] ?? 3333) },
  // Samples of e-mails are rendered in the browser.
  vite: {
    resolve: {
      alias: { 'node:async_hooks': path.join(import.meta.dirname, 'mail-samples/async-storage.ts') },
    },
  },
  typegen: {
    path: '../src/content/**/*.ts',
    schema: 'schema.json',
    generates: '../src/content/types.gen.ts',
    overloadClientMethods: true,
  },
});
