import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin, Rolldown } from 'vite';
import { checkBundles } from './bundle-check.ts';
import { chunkNames, PAIR } from './chunk-names.ts';
import { type Imports, pageScripts } from './page-script.ts';
import { replaceOne, rewritePages } from './pages.ts';
import { type EntryFiles, withPreloads } from './preloads.ts';
import type { BundleFacts } from './saved-bundle.ts';
import { signsInPage } from './signs.ts';
import { sourcemap, takeMaps } from './source-maps.ts';

/** A note that `npm run dev` prints, because these steps run only in a build. */
const LEFT_OUT =
  'Left out in development: the content security policy, joined scripts, preloads and signs in the page. ' +
  '`npm start` shows them (docs/debugging.md).';

/**
 * The files in the order in which they take modules. A file takes all dependencies of its modules before the next file
 * does (chunk-names.ts).
 */
const SHARED_GROUPS = [
  'page',
  'sections',
  'base',
  'phone',
  'signIn',
  'island',
  'people',
  'form',
  'summary',
  'choices',
  'afterOrder',
];

const LOWEST = 2;

/**
 * Makes pages preload all files that they will import. Otherwise a slow phone would find them one after another, half
 * a second each.
 */
export function chunksByPage(facts: BundleFacts): AstroIntegration {
  const { imports, entryFiles } = facts;
  return {
    name: 'chunks-by-page',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        checkBundles(fileURLToPath(new URL('src', config.root)));
        updateConfig({ vite: { plugins: [splitIntoChunks(imports, entryFiles)] } });
      },
      'astro:server:start': ({ logger }) => logger.info(LEFT_OUT),
      'astro:build:done': async ({ dir }) => {
        const scripts = pageScripts(fileURLToPath(dir), imports, facts.joined);
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
  const shared = SHARED_GROUPS.map((name, index) => ({
    name,
    priority: LOWEST + SHARED_GROUPS.length - index,
    test: (id: string) => names.get(id) === name,
  }));
  const groups = [
    // Each style sheet is a group. Otherwise a page that needs one style sheet of a chunk would load all of them.
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
                // Constants are inlined. Otherwise every page would load all timings and addresses of the site.
                optimization: { inlineConst: { mode: 'all', pass: 2 } },
                output: { codeSplitting: { groups } },
              },
            },
          }
        : undefined,
    buildEnd() {
      if (this.environment.name === 'client') names = chunkNames(this);
    },
    // This hook runs after the files are written, when chunks that contained only styles have been removed.
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

/**
 * Returns the id of the build, which error reports name. It changes only if a script changes, and not if the content
 * does.
 */
const hashRelease = (imports: Imports): string =>
  createHash('sha256')
    .update([...imports.keys()].toSorted().join())
    .digest('hex')
    .slice(0, 8);

/** Writes the build's id into a page. An HTML fragment that has no `<html>` is returned unchanged. */
export const withRelease = (html: string, release: string): string =>
  html.includes('<html')
    ? replaceOne(html, /<html /, () => `<html data-release="${release}" `, 'the start of a page')
    : html;

const pairName = (name: string | undefined) => (name?.includes(PAIR) ? name : null);
