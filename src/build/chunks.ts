import type { AstroIntegration } from 'astro';
import type { Plugin, Rolldown } from 'vite';
import { chunkNames, PAIR } from './chunk-names.ts';
import { rewritePages } from './pages.ts';

/** Every file of scripts that was built, with the addresses of those it imports at once. */
type Imports = Map<string, readonly string[]>;

/**
 * Scripts in few files (chunk-names.ts), and each page names all that its own will import: a slow phone fetches them
 * beside each other, where it would otherwise find one in the other, half a second a round.
 */
export function chunksByPage(): AstroIntegration {
  const imports: Imports = new Map();
  return {
    name: 'chunks-by-page',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [chunks(imports)] } });
      },
      'astro:build:done': ({ dir }) => rewritePages(dir, (html) => withPreloads(html, imports)),
    },
  };
}

function chunks(imports: Imports): Plugin {
  let names = new Map<string, string>();
  // Groups in this order: each takes what it needs before the next may.
  const shared = ['page', 'base', 'island'].map((name, at) => ({
    name,
    priority: 9 - at,
    test: (id: string) => names.get(id) === name,
  }));
  const groups = [
    ...shared,
    { name: (id: string) => pairOf(names.get(id)), priority: 2 },
    { name: (id: string) => names.get(id) ?? null, priority: 1 },
  ];
  return {
    name: 'chunks-by-page',
    apply: 'build',
    configEnvironment: (name) =>
      name === 'client'
        ? { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
        : undefined,
    buildEnd() {
      if (this.environment.name === 'client') names = chunkNames(this);
    },
    generateBundle(_, bundle: Rolldown.OutputBundle) {
      if (this.environment.name !== 'client') return;
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          imports.set(
            `/${chunk.fileName}`,
            chunk.imports.map((file) => `/${file}`),
          );
    },
  };
}

const pairOf = (name: string | undefined) => (name?.includes(PAIR) ? name : null);

/**
 * The page with a preload for each file that its scripts import, and that an island which always loads does. One that
 * loads only when asked (ui/asked) has the names on the script that decides.
 */
export function withPreloads(html: string, imports: Imports): string {
  const scripts = Array.from(html.matchAll(/<script type="module" src="([^"]+)"/g), ([, src = '']) => src);
  const started = [...scripts];
  const late: string[] = [];
  for (const [island] of html.matchAll(/<astro-island\b[^>]*>/g)) {
    if (island.includes('&quot;value&quot;:&quot;false&quot;')) continue;
    const urls = Array.from(island.matchAll(/(?:component|renderer)-url="([^"]+)"/g), ([, url = '']) => url);
    (island.includes('&quot;value&quot;:&quot;always&quot;') ? started : late).push(...urls);
  }
  const needed = closure(started, imports);
  const links = [...needed]
    .filter((file) => !scripts.includes(file))
    .map((file) => `<link rel="modulepreload" href="${file}">`);
  const asked = [...closure(late, imports)].filter((file) => !needed.has(file));
  return html
    .replace(/<meta name="viewport"[^>]*>/, (meta) => meta + links.join(''))
    .replace('<script data-keys=', (tag) =>
      asked.length > 0 ? `<script data-files="${asked.join(' ')}" data-keys=` : tag,
    );
}

function closure(files: readonly string[], imports: Imports, seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    closure(imports.get(file) ?? [], imports, seen);
  }
  return seen;
}
