import * as english from './terms.ts';

/** Chinese has no spaces, so each character is a term. Words of other scripts are handled as in terms.ts. */

/** Characters that occur in most questions. */
const stopCharacters = new Set(
  '的了吗呢吧啊是我你您们他她它这那在有和与就也都要会能可以不没个请问什么怎么样哪里多少几上下到给为对把被让还很',
);

export const splitWords = (text: string): string[] =>
  english
    .splitWords(text)
    .flatMap((word) => word.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu) ?? []);

export const isStopWord = (word: string): boolean => stopCharacters.has(word) || english.isStopWord(word);

export { stem } from './terms.ts';

export const extractTerms = (text: string): string[] =>
  splitWords(text)
    .filter((word) => !isStopWord(word))
    .map(english.stem);
