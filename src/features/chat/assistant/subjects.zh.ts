import type { KnownTier } from '#contract/assistant.ts';
import { findSubjects as findEnglishSubjects } from './subjects.ts';
import { toEnglish } from './chinese-words.ts';

export * from './subjects.ts';

export const findSubjects = (
  words: string,
  tiers: readonly KnownTier[],
): ReturnType<typeof findEnglishSubjects> => findEnglishSubjects(toEnglish(words), tiers);
