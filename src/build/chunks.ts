import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin, Rolldown } from 'vite';
import { checkBundles } from './bundle-check.ts';
import { chunkNames, PAIR } from './chunk-names.ts';
import { type Imports, pageScripts } from './page-script.ts';
import { replaceOne, rewritePages } from './pages.ts';
import { type EntryFiles, withPreloads } from './preloads.ts';
import { signsInPage } from './signs.ts';
import { sourcemap, takeMaps } from './source-maps.ts';

/** Printed by `npm run dev`, because these steps run only in a build. */
const LEFT_OUT =
  'Left out in development: the content security policy, joined scripts, preloads and signs in the page. ' +
  '`npm start` shows them (docs/debugging.md).';

/** Each group takes its dependencies before the next one, so the order matters (chunk-names.ts). */
const SHARED_GROUPS = [
  'page',
  'sections',
  'base',
  'phone',
  'signIn',
  'customer',
  'island',
  'email',
  'people',
  'form',
  'drawnForm',
  'summary',
  'names',
  'afterOrder',
];

const LOWEST = 2;

/**
 * Pages preload all files that they will import: a slow phone would find them one after another, at half a second per
 * round.
 */
export function chunksByPage(): AstroIntegration {
  const imports: Imports = new Map();
  const entryFiles: EntryFiles = new Map();
  return {
    name: 'chunks-by-page',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        checkBundles(fileURLToPath(new URL('src', config.root)));
        updateConfig({ vite: { plugins: [splitIntoChunks(imports, entryFiles)] } });
      },
      'astro:server:start': ({ logger }) => logger.info(LEFT_OUT),
      'astro:build:done': async ({ dir }) => {
        const scripts = pageScripts(fileURLToPath(dir), imports);
        const withSigns = signsInPage(fileURLToPath(dir));
        const release = hashRelease(imports);
        await rewritePages(dir, async (html) =>
          withRelease(
            await withSigns(withPreloads(await scripts.joinScripts(html), imports, entryFiles)),
            release,
          ),
        );
        await scripts.removeJoined();
        await takeMaps(fileURLToPath(dir), release);
      },
    },
  };
}

function splitIntoChunks(imports: Imports, entryFiles: EntryFiles): Plugin {
  let names = new Map<string, string>();
  const shared = SHARED_GROUPS.map((name, at) => ({
    name,
    priority: LOWEST + SHARED_GROUPS.length - at,
    test: (id: string) => names.get(id) === name,
  }));
  const groups = [
    // Otherwise a page would load all style sheets of a chunk of which it needs one.
    {
      name: (id: string) => /([^/]+)\.css$/.exec(id)?.[1] ?? null,
      priority: LOWEST + SHARED_GROUPS.length + 1,
    },
    ...shared,
    { name: (id: string) => pairName(names.get(id)), priority: LOWEST },
    { name: (id: string) => names.get(id) ?? null, priority: LOWEST - 1 },
  ];
  return {
    name: 'chunks-by-page',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? {
            build: {
              sourcemap: sourcemap(),
              rolldownOptions: {
                // Every page would load all times and addresses of the site for the few that it uses.
                optimization: { inlineConst: { mode: 'all', pass: 2 } },
                output: { codeSplitting: { groups } },
              },
            },
          }
        : undefined,
    buildEnd() {
      if (this.environment.name === 'client') names = chunkNames(this);
    },
    // Runs after the files are written, because chunks that contained only styles are removed by then.
    writeBundle(_, bundle: Rolldown.OutputBundle) {
      if (this.environment.name !== 'client') return;
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') {
          imports.set(
            `/${chunk.fileName}`,
            chunk.imports.map((file) => `/${file}`),
          );
          if (chunk.facadeModuleId) entryFiles.set(chunk.facadeModuleId, `/${chunk.fileName}`);
        }
    },
  };
}

/** The build's id in error reports: it changes only if a script changes, and not if content does. */
const hashRelease = (imports: Imports): string =>
  createHash('sha256')
    .update([...imports.keys()].toSorted().join())
    .digest('hex')
    .slice(0, 8);

/** Writes the id of the build into a page. A fragment (no `<html>`) stays as it is. */
export const withRelease = (html: string, release: string): string =>
  html.includes('<html')
    ? replaceOne(html, /<html /, () => `<html data-release="${release}" `, 'the start of a page')
    : html;

const pairName = (name: string | undefined) => (name?.includes(PAIR) ? name : null);
