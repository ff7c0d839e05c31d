import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { SECTIONS } from './chunk-names.ts';
import { mapOf, sourcemap } from './source-maps.ts';

export type Imports = Map<string, readonly string[]>;

/** The form in which Astro writes a script today. A module script in any other form is an error. */
const TAG = /<script type="module" src="(\/_astro\/[^"]+)"><\/script>/g;
const MODULE = /<script\b(?=[^>]*\btype="?module)(?=[^>]*\bsrc=)[^>]*>/g;
const ENTRY = '\0page';

interface JoinedScript {
  fileName: string;
  code: string;
  imports: readonly string[];
}

/**
 * Joins the scripts of a page into one. Astro writes one script per component, and a phone would request each of them
 * separately. The joined scripts are saved in the folder `saved`, so that the next publication need not join them.
 */
export function pageScripts(folder: string, imports: Imports, saved?: string) {
  const joinedFiles = new Map<string, Promise<string>>();
  const joinedAddresses = new Set<string>();
  const separate = new Set<string>();

  async function join(entries: readonly string[]): Promise<string> {
    // The addresses contain the hashes of the scripts, so the same addresses are joined into the same script.
    const key = createHash('sha256').update(entries.join()).digest('hex');
    const savedFile = saved && path.join(saved, key);
    const script =
      savedFile && existsSync(savedFile)
        ? (JSON.parse(await readFile(savedFile, 'utf8')) as JoinedScript)
        : await bundle(entries);
    if (savedFile && !existsSync(savedFile)) {
      await writeFile(`${savedFile}.new`, JSON.stringify(script));
      await rename(`${savedFile}.new`, savedFile);
    }
    const { fileName, code } = script;
    imports.set(
      `/${fileName}`,
      script.imports.map((file) => `/_astro/${path.basename(file)}`),
    );
    await writeFile(path.join(folder, fileName), code);
    return `/${fileName}`;
  }

  async function bundle(entries: readonly string[]): Promise<JoinedScript> {
    const files = entries.map((address) => path.join(folder, address));
    const build = await rolldown({ input: ENTRY, plugins: [together(files)] });
    const { output } = await build.generate({
      format: 'esm',
      minify: true,
      entryFileNames: '_astro/page.[hash].js',
      sourcemap: sourcemap(),
    });
    const [{ fileName, code, map, imports: needed }] = output;
    if (map) await writeFile(path.join(folder, `${fileName}.map`), JSON.stringify(map));
    return { fileName, code, imports: needed };
  }

  return {
    joinScripts: async (html: string): Promise<string> => {
      const entries = Array.from(html.matchAll(TAG), ([, address = '']) => address);
      const all = Array.from(html.matchAll(MODULE), ([tag]) => tag);
      if (all.length !== entries.length)
        throw new Error(`expected each page script of Astro as ${String(TAG)}, but found ${all.join(' ')}`);
      for (const address of entries) (entries.length > 1 ? joinedAddresses : separate).add(address);
      if (entries.length < 2) return html;
      const key = entries.join();
      const file = joinedFiles.get(key) ?? join(entries);
      joinedFiles.set(key, file);
      const [first] = entries;
      const address = await file;
      return html.replace(TAG, (tag, src: string) => (src === first ? tag.replace(src, address) : ''));
    },
    /** Deletes joined scripts that no page and no other script uses any longer. */
    removeJoined: async (): Promise<void> => {
      const needed = new Set([...imports.values()].flat());
      for (const address of joinedAddresses)
        if (!separate.has(address) && !needed.has(address)) await rm(path.join(folder, address));
    },
  };
}

/**
 * Joins the scripts with the code that only page scripts share. The other modules that they import stay separate
 * files.
 */
const together = (files: readonly string[]) => ({
  name: 'together',
  resolveId(id: string, importer?: string) {
    if (id === ENTRY || files.includes(id)) return id;
    const file = path.basename(id);
    return importer && file.startsWith(`${SECTIONS}.`)
      ? path.join(path.dirname(importer), file)
      : { id: `./${file}`, external: true };
  },
  load: async (id: string) =>
    id === ENTRY
      ? files.map((file) => `import ${JSON.stringify(file)};`).join('\n')
      : { code: await readFile(id, 'utf8'), map: (await mapOf(id)) ?? null },
});
