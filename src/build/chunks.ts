import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin, Rolldown } from 'vite';
import { checkBundles } from './bundle-check.ts';
import { chunkNames, PAIR } from './chunk-names.ts';
import { type Imports, pageScripts } from './page-script.ts';
import { replaceOne, rewritePages } from './pages.ts';
import { signsInPage } from './signs.ts';
import { sourcemap, takeMaps } from './source-maps.ts';

/** What these steps would change in a finished page, said in `npm run dev`. */
const LEFT_OUT =
  'Left out in development: the content security policy, joined scripts, preloads and signs in the page. ' +
  '`npm start` shows them (docs/debugging.md).';

/** Files by the module that they begin with. */
type Parts = Map<string, string>;

/**
 * Builds few script files (chunk-names.ts) and one script per page (page-script.ts), and lets each page preload all
 * files that it will import. Otherwise a slow phone would find them one after another, at half a second per round.
 */
export function chunksByPage(): AstroIntegration {
  const imports: Imports = new Map();
  const parts: Parts = new Map();
  return {
    name: 'chunks-by-page',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        checkBundles(fileURLToPath(config.srcDir));
        updateConfig({ vite: { plugins: [chunks(imports, parts)] } });
      },
      'astro:server:start': ({ logger }) => logger.info(LEFT_OUT),
      'astro:build:done': async ({ dir }) => {
        const scripts = pageScripts(fileURLToPath(dir), imports);
        const withSigns = signsInPage(fileURLToPath(dir));
        const release = releaseOf(imports);
        await rewritePages(dir, async (html) =>
          withRelease(
            await withSigns(withPreloads(await scripts.joinScripts(html), imports, parts)),
            release,
          ),
        );
        await scripts.removeJoined();
        await takeMaps(fileURLToPath(dir), release);
      },
    },
  };
}

function chunks(imports: Imports, parts: Parts): Plugin {
  let names = new Map<string, string>();
  // The order matters: each group takes its dependencies before the next one.
  const shared = [
    'page',
    'base',
    'known',
    'bought',
    'island',
    'people',
    'form',
    'drawnForm',
    'campDay',
    'owned',
  ].map((name, at) => ({
    name,
    priority: 12 - at,
    test: (id: string) => names.get(id) === name,
  }));
  const groups = [
    // Each style sheet is a file of its own; otherwise a page would load all style sheets of a chunk of which it needs
    // one.
    { name: (id: string) => /([^/]+)\.css$/.exec(id)?.[1] ?? null, priority: 13 },
    ...shared,
    { name: (id: string) => pairOf(names.get(id)), priority: 2 },
    { name: (id: string) => names.get(id) ?? null, priority: 1 },
  ];
  return {
    name: 'chunks-by-page',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? { build: { sourcemap: sourcemap(), rolldownOptions: { output: { codeSplitting: { groups } } } } }
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
          if (chunk.facadeModuleId) parts.set(chunk.facadeModuleId, `/${chunk.fileName}`);
        }
    },
  };
}

/** The build's id in error reports: it changes only if a script changes, and not if content does. */
const releaseOf = (imports: Imports): string =>
  createHash('sha256')
    .update([...imports.keys()].toSorted().join())
    .digest('hex')
    .slice(0, 8);

/** A piece of a page (no `<html>`) stays as it is. */
export const withRelease = (html: string, release: string): string =>
  html.includes('<html')
    ? replaceOne(html, /<html /, () => `<html data-release="${release}" `, 'the start of a page')
    : html;

const pairOf = (name: string | undefined) => (name?.includes(PAIR) ? name : null);

/**
 * Adds preloads to the page for its scripts, their imports, and those of islands that always load. An island that
 * loads on demand (ui/asked) has its file names on the script that decides; that script moves to the head, ahead of
 * fonts and pictures. A source that a script names (`data-late`, `data-part`) is replaced by its files.
 */
export function withPreloads(html: string, imports: Imports, parts: Parts): string {
  if (!html.includes('<html')) return html;
  const scripts = Array.from(html.matchAll(/<script type="module" src="([^"]+)"/g), ([, src = '']) => src);
  const started = [...scripts];
  const late: string[] = [];
  for (const [island] of html.matchAll(/<astro-island\b[^>]*>/g)) {
    const { files, when } = islandOf(island);
    if (when === 'always') started.push(...files);
    else if (when === 'asked') late.push(...files);
  }
  const needed = closure(started, imports);
  const filesOf = (source: string) => {
    const [, file] = [...parts].find(([module]) => module.endsWith(source)) ?? [];
    if (!file) throw new Error(`No script of the build begins with ${source}`);
    return [...closure([file], imports)].filter((one) => !needed.has(one));
  };
  // Includes the page's own script, which is at the end and would otherwise load after fonts and pictures.
  const links = [...needed].map((file) => `<link rel="modulepreload" href="${file}">`);
  const asked = [...closure(late, imports)].filter((file) => !needed.has(file));
  let decides = '';
  const named = html
    .replaceAll(
      /<script data-late="([^"]+)"/g,
      (_, source: string) => `<script data-files="${filesOf(source).join(' ')}"`,
    )
    .replace(/<script(?: data-part="([^"]+)")?( data-keys=[^<]*<\/script>)/, (_, part, rest: string) => {
      const more = typeof part === 'string' ? filesOf(part).filter((file) => !asked.includes(file)) : [];
      const attribute = (name: string, files: readonly string[]) =>
        files.length > 0 ? ` data-${name}="${files.join(' ')}"` : '';
      decides = `<script${attribute('files', asked)}${attribute('part', more)}${rest}`;
      return '';
    });
  const [left] = /<script\b[^>]* data-(?:late|part|keys)=[^>]*>/.exec(named) ?? [];
  if (left) throw new Error(`expected its data attributes first in ${left}, and one script with data-keys`);
  const withHead = ([meta]: RegExpMatchArray) => meta + links.join('') + decides;
  return replaceOne(named, /<meta name="viewport"[^>]*>/, withHead, 'the viewport');
}

type When = 'asked' | 'always' | 'never asked';
const WHEN: Record<string, When> = { true: 'asked', '"always"': 'always', '"false"': 'never asked' };

/** An island as Astro writes it: the addresses of its files, and when it loads (ui/asked). */
function islandOf(island: string): { files: string[]; when: When } {
  const files = Array.from(island.matchAll(/(?:component|renderer)-url="([^"]+)"/g), ([, url = '']) => url);
  const [, value = ''] = / opts="[^"]*&quot;value&quot;:([^,}]+)}"/.exec(island) ?? [];
  const when = WHEN[value.replaceAll('&quot;', '"')];
  if (files.length !== 2 || !island.includes(' client="asked"') || !when)
    throw new Error(`expected two addresses and the value of client:asked in ${island.slice(0, 300)}`);
  return { files, when };
}

function closure(files: readonly string[], imports: Imports, seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    closure(imports.get(file) ?? [], imports, seen);
  }
  return seen;
}
