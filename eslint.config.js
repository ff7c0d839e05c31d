// ESLint covers what oxlint (.oxlintrc.json) cannot: Astro files, and which folder may import from which.
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
    '**/*.gen.ts',
    'studio/.sanity',
    'test-results',
    'playwright-report',
  ]),
  { files: ['**/*.{ts,tsx}'], languageOptions: { parser } },
  { files: ['**/*.astro'], extends: [js.configs.recommended] },
  ...astro.configs.recommended,
  ...astro.configs['jsx-a11y-strict'],
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  ...doors,
]);
