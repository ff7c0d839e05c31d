import { createHash } from 'node:crypto';
import { type RolldownPluginOption, rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** Importing a module with this query returns its bundled and minified text. */
const QUERY = '?script';
const PREFIX = '\0inline-script:';

export interface InlineScript {
  text: string;
  /** The module's file and the files that it imports. */
  files: readonly string[];
}

/** Bundles a module into the text of one classic script, which can be part of a page. */
export async function bundleInline(file: string, plugins: RolldownPluginOption = []): Promise<InlineScript> {
  const build = await rolldown({
    input: file,
    platform: 'browser',
    transform: { target: 'es2022' },
    plugins,
  });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  const [{ code, moduleIds }, ...more] = output;
  if (more.length > 0) throw new Error(`${file} is more than one file as an inline script`);
  if (/<\/script|<!--/i.test(code)) throw new Error(`${file} contains text that ends an inline script`);
  return { text: code.trim(), files: moduleIds };
}

/**
 * Bundles each inline script into a virtual module and adds its hash to `hashes`. The pages' policy allows it by that
 * hash (policy.ts). Inline scripts are bundled separately from the site, with their own `plugins`.
 */
export function inlineScripts(hashes = new Set<string>(), plugins: RolldownPluginOption = []): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith(`.inline.ts${QUERY}`)) return null;
      const found = await this.resolve(id.slice(0, -QUERY.length), importer, { skipSelf: true });
      return found ? PREFIX + found.id : null;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const { text, files } = await bundleInline(id.slice(PREFIX.length), plugins);
      for (const file of files) this.addWatchFile(file);
      hashes.add(hashOf(text));
      return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' };
    },
  };
}

export const hashOf = (text: string) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}` as const;
