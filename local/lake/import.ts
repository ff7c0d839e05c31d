import path from 'node:path';
import { createClient, type SanityClient } from '@sanity/client';
import { sanityImport } from '@sanity/import';
import type { RunningLake } from './server.ts';
import type { WebhookOptions } from './webhook.ts';

export const seedFolder = path.join(import.meta.dirname, '../../studio/seed');

export interface ImportTarget {
  projectId: string;
  dataset: string;
  token: string;
}

const lakeClient = (url: string, target: ImportTarget) =>
  createClient({
    ...target,
    apiHost: url,
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else gives one address for all projects
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
  });

/** When this document is published, the functions read all offers. */
const published = 'siteSettings';

/** Imports before the webhook starts, so that one publication reports everything instead of one per document. */
export async function seed(
  lake: RunningLake,
  target: ImportTarget,
  webhook: WebhookOptions,
  adapt?: (client: SanityClient) => Promise<void>,
): Promise<void> {
  await importSeed(lake.url, target);
  const client = lakeClient(lake.url, target);
  await adapt?.(client);
  lake.startWebhook(webhook);
  const document = await client.getDocument(published);
  if (!document) throw new Error(`The seed has no document “${published}”.`);
  await client.createOrReplace(document);
}

/** Imports a folder (`data.ndjson` and its images) like the Sanity CLI. Returns the number of documents. */
export async function importSeed(url: string, target: ImportTarget, folder = seedFolder): Promise<number> {
  const client = lakeClient(url, target);
  const { numDocs } = await sanityImport(folder, { client, operation: 'createOrReplace' });
  return numDocs;
}
