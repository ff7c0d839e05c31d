import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { getRedirectLines } from './redirects.ts';

/** After the build, appends the redirects from content to those in `public/_redirects`. */
export function contentRedirects(): AstroIntegration {
  return {
    name: 'content-redirects',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const lines = await getRedirectLines(await pagesIn(folder));
        if (lines.length === 0) return;
        await appendFile(path.join(folder, '_redirects'), `\n${lines.join('\n')}\n`);
        logger.info(`${lines.length} redirects from content`);
      },
    },
  };
}

/** Returns the addresses of the built pages, such as `/camps/epic` for `camps/epic.html`. */
async function pagesIn(folder: string): Promise<Set<string>> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.html'));
  return new Set(
    files.map(
      (file) =>
        `/${file
          .split(path.sep)
          .join('/')
          .replace(/(\/?index)?\.html$/, '')}`,
    ),
  );
}
