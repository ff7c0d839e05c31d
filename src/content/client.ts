import { createClient, type SanityClient } from '@sanity/client';
import { language } from '#config/language.ts';
import { fixedTypes } from '#config/translatable.ts';
import { readContentEnv, type ContentEnv } from './env.ts';
import { madePagesQuery, translationsQuery } from './queries/translations.ts';
import { readTranslations, translate, type Translations } from './translate.ts';

let client: SanityClient | undefined;

/** Returns the client for published content, or for drafts in a preview. Only the build and the preview use it. */
export function sanity(): SanityClient {
  client ??= inOwnLanguage(createContentClient(readContentEnv()));
  return client;
}

/** In a build of another language, answers are in that language. Texts without a translation stay English. */
function inOwnLanguage(source: SanityClient): SanityClient {
  if (language === 'en') return source;
  const fetchEnglish = source.fetch.bind(source) as (...query: unknown[]) => Promise<unknown>;
  let loaded: Promise<Translations> | undefined;
  const load = async () => {
    const [documents, made, fixed] = await Promise.all([
      source.withConfig({}).fetch(translationsQuery),
      source.withConfig({}).fetch(madePagesQuery),
      source.withConfig({}).fetch<string[]>('*[_type in $fixedTypes]._id', { fixedTypes }),
    ]);
    return readTranslations(documents, made, fixed);
  };
  source.fetch = (async (...query: unknown[]) =>
    translate(await fetchEnglish(...query), await (loaded ??= load()))) as SanityClient['fetch'];
  return source;
}

export function createContentClient(env: ContentEnv): SanityClient {
  return createClient({
    projectId: env.SANITY_PROJECT_ID,
    dataset: env.SANITY_DATASET,
    apiVersion: '2025-02-19',
    // Publishing starts a build at once, and the CDN might not have the new content yet.
    useCdn: false,
    perspective: env.SANITY_PREVIEW ? 'drafts' : 'published',
    ...(env.SANITY_READ_TOKEN ? { token: env.SANITY_READ_TOKEN } : {}),
    // oxlint-disable-next-line typescript/no-deprecated -- the one way to an address that is the same for every project
    ...(env.SANITY_API_HOST ? { apiHost: env.SANITY_API_HOST, useProjectHostname: false } : {}),
  });
}
