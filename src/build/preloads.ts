import type { Imports } from './page-script.ts';
import { replaceOne } from './pages.ts';

/** Script files by the source module that they begin with. */
export type EntryFiles = Map<string, string>;

/**
 * When an island loads (ui/when-needed): only on a request, always, or only if there is no request. An island of the
 * last kind is never preloaded.
 */
type LoadMode = 'whenNeeded' | 'always' | 'never';
const loadModes: Record<string, LoadMode> = {
  true: 'whenNeeded',
  '"always"': 'always',
  '"otherwise"': 'never',
};

/**
 * Preloads scripts with their imports, including the scripts of islands that always load. The script that decides
 * about an island moves into the head, before fonts and pictures. Its file names are in `data-keys`.
 */
export function withPreloads(html: string, imports: Imports, entryFiles: EntryFiles): string {
  if (!html.includes('<html')) return html;
  const { preloaded, lazyFiles } = collectFiles(html, imports);
  const filesFrom = (source: string) => {
    const [, file] = [...entryFiles].find(([module]) => module.endsWith(source)) ?? [];
    if (!file) throw new Error(`No script of the build begins with ${source}`);
    return [...withImports([file], imports)].filter((needed) => !preloaded.has(needed));
  };
  return rewriteHtml(html, [...preloaded], lazyFiles, filesFrom);
}

/** Returns the files that the page always loads, and those that it loads only if its island is needed. */
function collectFiles(html: string, imports: Imports) {
  const always = Array.from(html.matchAll(/<script type="module" src="([^"]+)"/g), ([, src = '']) => src);
  const whenNeeded: string[] = [];
  for (const [island] of html.matchAll(/<astro-island\b[^>]*>/g)) {
    const { files, mode } = readIsland(island);
    if (mode === 'always') always.push(...files);
    else if (mode === 'whenNeeded') whenNeeded.push(...files);
  }
  const preloaded = withImports(always, imports);
  const lazyFiles = [...withImports(whenNeeded, imports)].filter((file) => !preloaded.has(file));
  return { preloaded, lazyFiles };
}

function rewriteHtml(
  html: string,
  preloaded: readonly string[],
  lazyFiles: readonly string[],
  filesFrom: (source: string) => string[],
): string {
  // The links include the page's own script, which would otherwise load after fonts and pictures.
  const links = preloaded.map((file) => `<link rel="modulepreload" href="${file}">`);
  const attribute = (name: string, files: readonly string[]) =>
    files.length > 0 ? ` data-${name}="${files.join(' ')}"` : '';
  let loaderScript = '';
  const body = html
    .replaceAll(
      /<script data-entry="([^"]+)"/g,
      (_, source: string) => `<script data-files="${filesFrom(source).join(' ')}"`,
    )
    .replace(/<script(?: data-first="([^"]+)")?( data-keys=[^<]*<\/script>)/, (_, first, rest: string) => {
      const firstFiles = typeof first === 'string' ? filesFrom(first) : [];
      const more = firstFiles.filter((file) => !lazyFiles.includes(file));
      loaderScript = `<script${attribute('files', lazyFiles)}${attribute('first', more)}${rest}`;
      return '';
    });
  const [unread] = /<script\b[^>]* data-(?:entry|first|keys)=[^>]*>/.exec(body) ?? [];
  if (unread)
    throw new Error(`expected its data attributes first in ${unread}, and one script with data-keys`);
  const withHead = ([meta]: RegExpMatchArray) => meta + links.join('') + loaderScript;
  return replaceOne(body, /<meta name="viewport"[^>]*>/, withHead, 'the viewport');
}

function readIsland(island: string): { files: string[]; mode: LoadMode } {
  const files = Array.from(island.matchAll(/(?:component|renderer)-url="([^"]+)"/g), ([, url = '']) => url);
  const [, value = ''] = / opts="[^"]*&quot;value&quot;:([^,}]+)}"/.exec(island) ?? [];
  const mode = loadModes[value.replaceAll('&quot;', '"')];
  if (files.length !== 2 || !island.includes(' client="when-needed"') || !mode)
    throw new Error(`expected two addresses and the value of client:when-needed in ${island.slice(0, 300)}`);
  return { files, mode };
}

/** Returns these files and all files that they import, directly or indirectly. */
function withImports(files: readonly string[], imports: Imports, found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    withImports(imports.get(file) ?? [], imports, found);
  }
  return found;
}
