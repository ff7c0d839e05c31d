import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export async function rewritePages(
  dir: URL,
  change: (html: string) => string | Promise<string>,
): Promise<void> {
  const folder = fileURLToPath(dir);
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.html')) continue;
    const page = path.join(folder, file);
    const html = await readFile(page, 'utf8');
    try {
      await writeFile(page, await change(html));
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

/**
 * Replaces a pattern. Throws unless it matches exactly once, because a new version of Astro may write the HTML
 * differently.
 */
export function replaceOne(
  html: string,
  pattern: RegExp,
  change: (match: RegExpMatchArray) => string,
  description: string,
): string {
  const [match, ...more] = html.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`));
  if (!match)
    throw new Error(`expected ${description} in Astro’s output, but nothing matches ${String(pattern)}`);
  if (more.length > 0)
    throw new Error(`expected ${description} once, but ${more.length + 1} places match ${String(pattern)}`);
  return html.slice(0, match.index) + change(match) + html.slice(match.index + match[0].length);
}
