import type { Document } from '../../src/config/text-sources.ts';
import { isOfSentences, keyOfText, translatableTexts } from '../../src/config/translatable.ts';
import {
  isChoiceByNumber,
  sentenceOf,
  wordingProblem,
  type WordingProblem,
} from '../../supabase/functions/_shared/contract/wording.ts';
import { catalogue } from '../wording/catalogue.gen.ts';
import { screenIdOf } from '../wording/ids.ts';

/** An English text and its Chinese translation, as stored in a translation document. */
export interface Pair {
  _key: string;
  was: string;
  text: string;
  /** True for a machine translation that nobody has reviewed. */
  proposed?: boolean;
}

/** A text that can be translated. */
export interface TranslatableText {
  key: string;
  text: string;
  /** The longer sentence that contains this text. */
  within?: string;
}

interface StoredChange {
  _key: string;
  was: string;
  text: string;
}

/**
 * Returns all texts of a document, or all current sentences of a screen. `source` is null if nothing on the screen was
 * changed.
 */
export function wantedTexts(id: string, source: Document | null): TranslatableText[] {
  if (!isOfSentences(id))
    return source ? translatableTexts(source).map((text) => ({ key: keyOfText(text), text })) : [];
  const sentences = catalogue[screenIdOf(id)] ?? [];
  const changed = new Map<string, string>();
  for (const { _key, was, text } of (source?.['changes'] ?? []) as StoredChange[]) {
    const sentence = sentenceOf({ key: _key, was }, sentences);
    if (sentence && wordingProblem(sentence.text, text) === null) changed.set(sentence.key, text);
  }
  const first = new Map<string, TranslatableText>();
  for (const { key, text: original, within } of sentences) {
    const text = changed.get(key) ?? original;
    // A sentence that a screen contains twice is translated once.
    if (!first.has(text)) first.set(text, { key, text, ...(within && { within }) });
  }
  return [...first.values()];
}

/** Returns the translation of exactly this text. If the English text has changed, there is none. */
export const pairOf = (text: string, pairs: readonly Pair[]): Pair | undefined =>
  pairs.find(({ was }) => was.trim() === text.trim());

/** Returns pairs whose English text no longer exists. */
export const findOutdated = (pairs: readonly Pair[], wanted: readonly TranslatableText[]): Pair[] =>
  pairs.filter(({ was }) => !wanted.some(({ text }) => text.trim() === was.trim()));

/** Returns why this translation cannot be published, or null if it can. */
export function translationProblem(id: string, { was, text, proposed }: Pair): string | null {
  if (proposed) return 'A machine proposed this. Read it, correct it if needed, and press “I have read it”.';
  if (text.trim() === '') return 'Write the translation, or remove it.';
  if (isOfSentences(id)) {
    const problem = wordingProblem(was, text, isChoiceByNumber);
    return problem && describe(problem);
  }
  const missing = holesIn(was).find((hole) => !text.includes(hole));
  if (missing !== undefined) return `Keep ${missing}: the site fills it in.`;
  const unknown = holesIn(text).find((hole) => !was.includes(hole));
  return unknown === undefined ? null : `The site can’t fill in ${unknown} here.`;
}

const holesIn = (text: string): string[] => text.match(/\{[^{}]+\}/g) ?? [];

function describe(problem: WordingProblem): string {
  switch (problem.code) {
    case 'empty':
      return 'Write the translation, or remove it.';
    case 'line_break':
      return 'Write it in one line.';
    case 'too_long':
      return `This is too long: use ${problem.limit} characters or fewer.`;
    case 'stray_brace':
      return 'One brace is missing. Braces are only for what the site fills in.';
    case 'unknown_placeholder':
      return `The site can’t fill in {${problem.name}} here.`;
    case 'missing_placeholder':
      return `Keep {${problem.name}}: the site fills it in.`;
  }
}
