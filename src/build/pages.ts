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
    await writeFile(page, await change(await readFile(page, 'utf8')));
  }
}
