import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { mapOf, sourcemap } from './source-maps.ts';

/** Every file of scripts that was built, with the addresses of those it imports at once. */
export type Imports = Map<string, readonly string[]>;

const TAG = /<script type="module" src="(\/_astro\/[^"]+)"><\/script>/g;
const ENTRY = '\0page';

/**
 * One script a page: Astro writes one for each component that has any, and a phone asks for each by itself. Remembers
 * which scripts belong together, so that pages with the same ones share their file.
 */
export function pageScripts(folder: string, imports: Imports) {
  const made = new Map<string, Promise<string>>();
  const joined = new Set<string>();
  const kept = new Set<string>();

  async function join(entries: readonly string[]): Promise<string> {
    const files = entries.map((address) => path.join(folder, address));
    const build = await rolldown({ input: ENTRY, plugins: [together(files)] });
    const { output } = await build.generate({
      format: 'esm',
      minify: true,
      entryFileNames: '_astro/page.[hash].js',
      sourcemap: sourcemap(),
    });
    const [{ fileName, code, map, imports: needed }] = output;
    imports.set(
      `/${fileName}`,
      needed.map((file) => `/_astro/${path.basename(file)}`),
    );
    await writeFile(path.join(folder, fileName), code);
    if (map) await writeFile(path.join(folder, `${fileName}.map`), JSON.stringify(map));
    return `/${fileName}`;
  }

  return {
    /** The page with its scripts in one, where its first one stood. */
    joinScripts: async (html: string): Promise<string> => {
      const entries = Array.from(html.matchAll(TAG), ([, address = '']) => address);
      for (const address of entries) (entries.length > 1 ? joined : kept).add(address);
      if (entries.length < 2) return html;
      const key = entries.join();
      const file = made.get(key) ?? join(entries);
      made.set(key, file);
      const [first] = entries;
      const address = await file;
      return html.replace(TAG, (tag, src: string) => (src === first ? tag.replace(src, address) : ''));
    },
    /** Those that no page asks for any more, nor any other script. */
    removeJoined: async (): Promise<void> => {
      const needed = new Set([...imports.values()].flat());
      for (const address of joined)
        if (!kept.has(address) && !needed.has(address)) await rm(path.join(folder, address));
    },
  };
}

/** The scripts one after the other; what they import stays in files of its own. */
const together = (files: readonly string[]) => ({
  name: 'together',
  resolveId: (id: string) =>
    id === ENTRY || files.includes(id) ? id : { id: `./${path.basename(id)}`, external: true },
  load: async (id: string) =>
    id === ENTRY
      ? files.map((file) => `import ${JSON.stringify(file)};`).join('\n')
      : { code: await readFile(id, 'utf8'), map: (await mapOf(id)) ?? null },
});
