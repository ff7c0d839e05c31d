import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { sanity } from '../client.ts';
import { type BuiltFile, findShown, type SourceDocument } from './shown-documents.ts';
import { withTopics } from './topics.ts';

const everything = `*[!(_id in path("_.**")) && !(_type match "sanity.*") && !(_type match "system.*")]`;

/**
 * Reports which documents the site shows. They are read before the pages are built, so a page may be newer than the
 * revision in the report, but never older.
 */
export function siteDocuments(): AstroIntegration {
  let documents: Promise<SourceDocument[]> | undefined;
  return {
    name: 'site-documents',
    hooks: {
      'astro:build:start': () => {
        documents = process.env['SITE_DOCUMENTS'] ? sanity().fetch<SourceDocument[]>(everything) : undefined;
        // The hook below handles a failure when the build is done.
        documents?.catch(() => undefined);
      },
      'astro:build:done': async ({ dir, logger }) => {
        const file = process.env['SITE_DOCUMENTS'];
        if (!file || !documents) return;
        const read = await documents;
        const report = withTopics(findShown(read, await readFiles(fileURLToPath(dir))), read);
        await writeFile(file, JSON.stringify(report));
        const nowhere = report.documents.filter(([, , pages]) => pages.length === 0);
        logger.info(`${report.documents.length} documents, ${nowhere.length} of them on no page`);
      },
    },
  };
}

/**
 * Returns the built pages, data files and redirects by their paths on the site, such as `/camps/epic` for
 * `camps/epic.html`.
 */
async function readFiles(folder: string): Promise<BuiltFile[]> {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(
    names
      .filter((name) => /\.(?:html|json)$/.test(name) || name === '_redirects')
      .sort()
      .map(async (name) => ({
        path: `/${name
          .split(path.sep)
          .join('/')
          .replace(/(^|\/)index\.html$|\.html$/, '')}`,
        text: await readFile(path.join(folder, name), 'utf8'),
      })),
  );
}
