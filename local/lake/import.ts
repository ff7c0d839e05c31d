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

/** Sanity's own client, for the lake at this address. */
export const lakeClient = (url: string, target: ImportTarget) =>
  createClient({
    ...target,
    apiHost: url,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the one way to an address that is the same for every project
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
  });

/** Imports a folder (`data.ndjson`, images beside it) as the Sanity CLI would. Returns the number of documents. */
export async function importSeed(url: string, target: ImportTarget, folder = seedFolder): Promise<number> {
  const client = lakeClient(url, target);
  const { numDocs } = await sanityImport(folder, { client, operation: 'createOrReplace' });
  return numDocs;
}
