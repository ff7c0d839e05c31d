// The steps after the pages are rendered. `astro.config.mjs` adds them to a build, and
// `local/site/render-process.ts` runs them when it renders pages without a build.
import type { AstroIntegration } from 'astro';
import { chunksByPage } from '#build/chunks.ts';
import { language, neighbours } from '#build/language.ts';
import { pagePolicy } from '#build/policy.ts';
import type { BundleFacts } from '#build/saved-bundle.ts';
import type { LanguageId } from '#config/languages.ts';
import { pictures } from '#content/pictures/integration.ts';
import { contentRedirects } from '#content/redirects-integration.ts';
import { siteDocuments } from '#content/site-documents/integration.ts';
import { gallery } from '#ui/kit/gallery/integration.ts';

/** Returns the integrations whose hook `astro:build:done` changes or reads the pages, in the order of these hooks. */
export const afterPages = (id: LanguageId, facts: BundleFacts): AstroIntegration[] => [
  chunksByPage(facts),
  pictures(),
  pagePolicy(facts.inlineHashes, id === 'en' ? [] : neighbours(id)),
  ...(id === 'en' ? [contentRedirects(), gallery(), siteDocuments()] : [language(id)]),
];
