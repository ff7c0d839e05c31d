import { createClient, type SanityClient } from '@sanity/client';
import { readContentEnv, type ContentEnv } from './env.ts';

let client: SanityClient | undefined;

/** The client for published content, or for drafts in a preview. It is used only at build. */
export function sanity(): SanityClient {
  client ??= createContentClient(readContentEnv());
  return client;
}

export function createContentClient(env: ContentEnv): SanityClient {
  return createClient({
    projectId: env.SANITY_PROJECT_ID,
    dataset: env.SANITY_DATASET,
    apiVersion: '2025-02-19',
    // Publishing starts a build at once, and the CDN may not have the new content yet.
    useCdn: false,
    perspective: env.SANITY_PREVIEW ? 'drafts' : 'published',
    ...(env.SANITY_READ_TOKEN ? { token: env.SANITY_READ_TOKEN } : {}),
    // oxlint-disable-next-line typescript/no-deprecated -- the one way to an address that is the same for every project
    ...(env.SANITY_API_HOST ? { apiHost: env.SANITY_API_HOST, useProjectHostname: false } : {}),
  });
}
