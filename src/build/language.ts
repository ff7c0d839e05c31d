import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import type { LanguageId } from '../config/languages.ts';
import { languages, otherLanguages } from '../config/languages.ts';
import { markEnglish } from './english-parts.ts';
import { rewritePages } from './pages.ts';

/** The address of each page that also exists in other languages, and its file in `src/pages` (`addresses.zh.ts`). */
export const routes: Readonly<Record<string, string>> = {
  '': 'index.astro',
  '/about': 'about.astro',
  '/birthdays': 'birthdays.astro',
  '/camp-booking-success': 'camp-booking-success.astro',
  '/camps': 'camps.astro',
  '/camps/book': 'camps/book.astro',
  '/camps/epic': 'camps/epic.astro',
  '/camps-new': 'camps-new.astro',
  '/checkout': 'checkout/index.astro',
  '/checkout/[type]': 'checkout/[type].astro',
  '/embed/camps': 'embed/camps.astro',
  '/embed/timetable': 'embed/timetable.astro',
  '/fragments/assistant.json': 'fragments/assistant.json.ts',
  '/fragments/popups': 'fragments/popups.astro',
  '/manage-booking': 'manage-booking.astro',
  '/passes': 'passes.astro',
  '/payment-success': 'payment-success.astro',
  '/team-passes': 'team-passes.astro',
  '/try-out-[audience]': 'try-out-[audience].astro',
  '/try-out-checkout': 'try-out-checkout.astro',
  '/waitlist': 'waitlist.astro',
  '/[legal]': '[legal].astro',
  '/[...address]': '[...address].astro',
};

/** Returns the language that `SITE_LANGUAGE` names. If it names none, returns English. */
export function languageOfBuild(name: string | undefined): LanguageId {
  if (!name || name === 'en') return 'en';
  const found = otherLanguages.find((language) => language === name);
  if (!found) throw new Error(`SITE_LANGUAGE is “${name}”, which is no language of the site.`);
  return found;
}

/**
 * Returns the folders of a build. A build of another language has only the pages that `language` adds. It has no
 * public files, because the English build has them.
 */
export const foldersOf = (id: LanguageId) =>
  id === 'en'
    ? {}
    : {
        srcDir: './src/no-pages',
        publicDir: './src/no-files',
        cacheDir: `./node_modules/.astro/${id}`,
      };

/**
 * Makes this a build of another language. It has only the translated pages, at their own addresses. It replaces each
 * module by its neighbour in the language (`src/domain/dates.zh.ts`). An English build is not affected (decisions
 * "Languages").
 */
export function language(id: LanguageId): AstroIntegration {
  return {
    name: 'language',
    hooks: {
      'astro:config:setup': ({ injectRoute, updateConfig }) => {
        updateConfig({ vite: { plugins: [neighbours(id)] } });
        for (const [pattern, file] of Object.entries(routes))
          injectRoute({
            pattern: languages[id].prefix + pattern,
            entrypoint: fileURLToPath(new URL(`../pages/${file}`, import.meta.url)),
          });
      },
      'astro:build:done': ({ dir }) => rewritePages(dir, markEnglish),
    },
  };
}

/**
 * Gives importers of a module its neighbour in the language instead, if there is one. The neighbour itself gets the
 * original.
 */
export function neighbours(id: LanguageId): Plugin {
  const ending = `.${id}.ts`;
  return {
    name: 'language-neighbours',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      filter: { id: /\.ts$/ },
      async handler(source, importer, options) {
        if (importer === undefined || source.endsWith(ending)) return null;
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        if (!found || found.external || !/\/(?:src|contract)\/[^?]*\.ts$/.test(found.id)) return null;
        const neighbour = found.id.replace(/\.ts$/, ending);
        const isAsked = path.normalize(importer) === path.normalize(neighbour);
        return isAsked || !existsSync(neighbour) ? found : { ...found, id: neighbour };
      },
    },
  };
}
