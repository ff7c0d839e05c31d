import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin, Rolldown } from 'vite';
import { chunkNames, PAIR } from './chunk-names.ts';
import { type Imports, pageScripts } from './page-script.ts';
import { rewritePages } from './pages.ts';
import { signsInPage } from './signs.ts';
import { sourcemap, takeMaps } from './source-maps.ts';

/** Files by the module that they begin with. */
type Parts = Map<string, string>;

/**
 * Scripts in few files (chunk-names.ts), one of the page's own (page-script.ts), and each page names all that it will
 * import: a slow phone fetches them beside each other, where it would otherwise find one in the other, half a second a
 * round.
 */
export function chunksByPage(): AstroIntegration {
  const imports: Imports = new Map();
  const parts: Parts = new Map();
  return {
    name: 'chunks-by-page',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [chunks(imports, parts)] } });
      },
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
  // Groups in this order: each takes what it needs before the next may.
  const shared = ['page', 'base', 'known', 'bought', 'island', 'people', 'owned'].map((name, at) => ({
    name,
    priority: 9 - at,
    test: (id: string) => names.get(id) === name,
  }));
  const groups = [
    // Each style sheet by itself: a page would carry all those of a chunk that it needs one of.
    { name: (id: string) => /([^/]+)\.css$/.exec(id)?.[1] ?? null, priority: 10 },
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
    // Once the files are written: one that held nothing but styles is gone by then.
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

/** The build as error reports name it: the same as long as no script changes, however often content does. */
const releaseOf = (imports: Imports): string =>
  createHash('sha256')
    .update([...imports.keys()].toSorted().join())
    .digest('hex')
    .slice(0, 8);

export const withRelease = (html: string, release: string): string =>
  html.replace('<html ', `<html data-release="${release}" `);

const pairOf = (name: string | undefined) => (name?.includes(PAIR) ? name : null);

/**
 * The page with a preload for its scripts, for each file that they import, and that an island which always loads does.
 * One that loads only when asked (ui/asked) has the names on the script that decides, which goes to the head with them:
 * ahead of fonts and pictures. A part that a script names by its source (`data-late`, `data-part`) has its files there.
 */
export function withPreloads(html: string, imports: Imports, parts: Parts): string {
  const scripts = Array.from(html.matchAll(/<script type="module" src="([^"]+)"/g), ([, src = '']) => src);
  const started = [...scripts];
  const late: string[] = [];
  for (const [island] of html.matchAll(/<astro-island\b[^>]*>/g)) {
    if (island.includes('&quot;value&quot;:&quot;false&quot;')) continue;
    const urls = Array.from(island.matchAll(/(?:component|renderer)-url="([^"]+)"/g), ([, url = '']) => url);
    (island.includes('&quot;value&quot;:&quot;always&quot;') ? started : late).push(...urls);
  }
  const needed = closure(started, imports);
  const filesOf = (source: string) => {
    const [, file] = [...parts].find(([module]) => module.endsWith(source)) ?? [];
    if (!file) throw new Error(`No script of the build begins with ${source}`);
    return [...closure([file], imports)].filter((one) => !needed.has(one));
  };
  // The page's own script as well: it stands at the end, and would queue behind fonts and pictures.
  const links = [...needed].map((file) => `<link rel="modulepreload" href="${file}">`);
  const asked = [...closure(late, imports)].filter((file) => !needed.has(file));
  let decides = '';
  return html
    .replace(
      /<script data-late="([^"]+)"/,
      (_, source: string) => `<script data-files="${filesOf(source).join(' ')}"`,
    )
    .replace(/<script(?: data-part="([^"]+)")?( data-keys=[^<]*<\/script>)/, (_, part, rest: string) => {
      const more = typeof part === 'string' ? filesOf(part).filter((file) => !asked.includes(file)) : [];
      const named = (name: string, files: readonly string[]) =>
        files.length > 0 ? ` data-${name}="${files.join(' ')}"` : '';
      decides = `<script${named('files', asked)}${named('part', more)}${rest}`;
      return '';
    })
    .replace(/<meta name="viewport"[^>]*>/, (meta) => meta + links.join('') + decides);
}

function closure(files: readonly string[], imports: Imports, seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    closure(imports.get(file) ?? [], imports, seen);
  }
  return seen;
}
