// ESLint checks Astro files, which oxlint (.oxlintrc.json, oxlint.doors.ts) cannot read.
import js from '@eslint/js';
import parser from '@typescript-eslint/parser';
import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import doors from './scripts/doors.js';

export default defineConfig([
  globalIgnores([
    '**/dist',
    '.astro',
    '.local',
    'studio/.sanity',
    'test-results',
    'playwright-report',
    // All but Astro files and the scripts in them.
    '**/*.{ts,tsx,js,mjs,cjs}',
    '!**/*.astro/*',
  ]),
  { files: ['**/*.astro/*.ts'], languageOptions: { parser } },
  { files: ['**/*.astro'], extends: [js.configs.recommended] },
  ...astro.configs.recommended,
  ...astro.configs['jsx-a11y-strict'],
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  ...doors,
]);
