import { findSubjects as findEnglishSubjects } from './subjects.ts';
import { toEnglish } from './chinese-words.ts';

export * from './subjects.ts';

export const findSubjects = (words: string): ReturnType<typeof findEnglishSubjects> =>
  findEnglishSubjects(toEnglish(words));
