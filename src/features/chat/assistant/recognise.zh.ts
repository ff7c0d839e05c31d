import type { KnownTier } from '#contract/assistant.ts';
import { recognise as recogniseEnglish, type Recognised } from './recognise.ts';
import type { Subject } from './subjects.ts';
import { toEnglish } from './chinese-words.ts';

export * from './recognise.ts';

/** Recognises a Chinese question by the English words for the things that it names. */
export const recognise = (
  question: string,
  tiers: readonly KnownTier[],
  page: Subject | null = null,
): Recognised => recogniseEnglish(toEnglish(question), tiers, page);
