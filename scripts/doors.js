// The rules for eslint.config.js that say which folder may import from which (README "Map").
import boundaries from 'eslint-plugin-boundaries';
import { builtinModules } from 'node:module';
import path from 'node:path';

const shared = 'supabase/functions/_shared';
/** The folders that each folder may import from, besides itself. Features may import only types from `content`. */
const doors = {
  pages: ['layouts', 'content', 'features', 'ui', 'api', 'browser', 'domain', 'config', 'assets', 'styles'],
  layouts: ['content', 'features', 'ui', 'api', 'browser', 'domain', 'config', 'assets', 'styles'],
  features: ['ui', 'api', 'browser', 'domain', 'config', 'contract', 'assets'],
  build: ['config', 'contract'],
  content: ['api', 'domain', 'config', 'contract'],
  ui: ['browser', 'domain', 'config', 'assets'],
  api: ['browser', 'domain', 'config', 'contract'],
  browser: ['domain', 'config', 'contract'],
  domain: ['config', 'contract'],
  config: ['contract'],
  contract: [],
  functions: ['contract', 'server'],
  server: ['contract'],
  studio: ['samples', 'config', 'contract'],
  // Studio renders samples of e-mails as the server does.
  samples: ['studio', 'config', 'contract', 'server'],
  assets: [],
  styles: [],
};

/** Paths of folders that are not `src/<name>`. */
const places = {
  contract: `${shared}/contract`,
  server: `${shared}/server`,
  samples: 'studio/mail-samples',
  studio: 'studio',
  local: 'local',
  tests: 'tests',
  scripts: 'scripts',
};
const elements = [
  // Neither features nor functions may import each other, so each of their folders counts separately.
  { type: 'features', pattern: 'src/features/staff/*', capture: ['name'] },
  { type: 'features', pattern: 'src/features/family/*', capture: ['name'] },
  { type: 'features', pattern: 'src/features/*', capture: ['name'] },
  ...Object.entries(places).map(([type, pattern]) => ({ type, pattern })),
  { type: 'functions', pattern: 'supabase/functions/*', capture: ['name'] },
  ...Object.keys(doors)
    .filter((room) => !(room in places) && room !== 'features' && room !== 'functions')
    .map((room) => ({ type: room, pattern: `src/${room}` })),
];

const to = (types) => ({ to: { element: { types: { anyOf: types } } } });
const policies = [
  ...Object.entries(doors)
    .filter(([, rooms]) => rooms.length > 0)
    .map(([room, rooms]) => ({ from: { element: { type: room } }, allow: to(rooms) })),
  {
    from: { element: { type: 'features' } },
    allow: { ...to(['content']), dependency: { kind: 'type' } },
  },
];

/** Matches all imports but relative ones and this package's. The linter's patterns cannot look ahead. */
const allBut = (name) =>
  [...name].reduce(
    (found, letter, at) => `${found}|^${name.slice(0, at)}($|[^${at ? '' : '.'}${letter}])`,
    `^${name}.`,
  );

const noPackage = (regex, message) => ({
  rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] },
});

/** @type {import('eslint').Linter.Config[]} */
export default [
  {
    files: ['src/**', 'supabase/functions/**', 'studio/**'],
    plugins: { boundaries },
    settings: {
      'boundaries/elements': elements,
      'import/resolver': { [path.join(import.meta.dirname, 'doors-resolver.cjs')]: {} },
      'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export'],
    },
    rules: {
      'boundaries/dependencies': ['error', { default: 'disallow', policies, checkUnknownLocals: true }],
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/build/**', 'src/content/**'],
    ...noPackage(`^(node:|(${builtinModules.join('|')})(/|$))`, 'A browser has no modules of Node.'),
  },
  {
    files: [`${shared}/contract/**`],
    ...noPackage(allBut('valibot'), 'The contract imports its schema library, and nothing else.'),
  },
];
