import type { LanguageId } from './languages.ts';

/**
 * The language of this build. A build in another language replaces this module by its neighbour, such as
 * `language.zh.ts` (`src/build/language.ts`).
 */
export const language: LanguageId = 'en';
/** The locale that joins names, as in "Kai and Mira". */
export const listLocale = 'en-GB';
