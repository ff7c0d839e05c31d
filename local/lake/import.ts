import path from 'node:path';
import { createClient } from '@sanity/client';
import { sanityImport } from '@sanity/import';

/** Content of a fresh installation: the folder imports unchanged into a real project (`sanity dataset import`). */
export const seedFolder = path.join(import.meta.dirname, '../../studio/seed');

export interface ImportTarget {
  projectId: string;
  dataset: string;
  token: string;
}

/** Imports a folder (`data.ndjson`, images beside it) as the Sanity CLI would. Returns the number of documents. */
export async function importSeed(url: string, target: ImportTarget, folder = seedFolder): Promise<number> {
  const client = createClient({
    ...target,
    apiHost: url,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one way to an address that is the same for every project
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
  });
  const { numDocs } = await sanityImport(folder, { client, operation: 'createOrReplace' });
  return numDocs;
}
