// Rules about which folder may import from which (scripts/doors.js). oxlint checks them in TypeScript files, because
// ESLint, which checks them in Astro files, takes ten times as long. The rules are not in .oxlintrc.json because
// editors cannot run this plugin.
import doors from './scripts/doors.js';

const [rooms, ...packages] = doors;

export default {
  plugins: [],
  jsPlugins: ['eslint-plugin-boundaries'],
  categories: { correctness: 'off' },
  settings: rooms?.settings,
  ignorePatterns: ['**/dist', 'studio/.sanity', '**/*.astro'],
  rules: rooms?.rules,
  overrides: packages.map(({ files, ignores = [], rules }) => ({ files, excludeFiles: ignores, rules })),
};
