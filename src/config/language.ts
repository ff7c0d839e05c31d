import type { LanguageId } from './languages.ts';

/** The language of this build. That of another language has the neighbour of its name (`src/build/language.ts`). */
export const language: LanguageId = 'en';
/** For lists of names: "Kai and Mira". */
export const listLocale = 'en-GB';
