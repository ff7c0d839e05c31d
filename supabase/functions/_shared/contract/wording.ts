import { hasControls } from './lines.ts';

/** Sentences that can be changed in Studio (docs/decisions "Sentences are content"). `{name}` stands for a value. */
export interface Sentence {
  key: string;
  text: string;
  within?: string;
}

export interface Change {
  key: string;
  /**
   * The original text at the time of the change. It helps to find a sentence that has moved in the
   * code, and shows whether the original has changed since.
   */
  was: string;
  text: string;
}

/** Why a text cannot replace a sentence. */
export type WordingProblem =
  | { code: 'empty' | 'stray_brace' | 'line_break' }
  | { code: 'too_long'; limit: number }
  | { code: 'unknown_placeholder' | 'missing_placeholder'; name: string };

const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);

/**
 * Returns whether a changed text may leave out a placeholder. It may, if the placeholder chooses words by a number. A
 * placeholder of a value must stay (`src/build/wording/text-parts.ts`).
 */
export const isOptional = (placeholder: string): boolean => placeholder.includes('/');

/**
 * Returns whether a placeholder chooses between forms of the same words, such as `credit is/credits are`, which a
 * language without plurals does not need. Any other choice says something, so a translation must keep it.
 */
export function isChoiceByNumber(placeholder: string): boolean {
  const choices = placeholder.replace(/ \d+$/, '').split('/').map(inSingular);
  return choices.length === 2 && choices[0] !== '' && choices[0] === choices[1];
}

const singulars: Readonly<Record<string, string>> = {
  ...{ is: 'be', are: 'be', was: 'was', were: 'was', has: 'have', have: 'have' },
  ...{ it: 'it', they: 'it', them: 'it', this: 'this', these: 'this', that: 'that', those: 'that' },
};
const inSingular = (words: string): string =>
  words
    .toLowerCase()
    .split(' ')
    .map((word) => singulars[word] ?? word.replace(/(?<=s|sh|ch|x|o)es$|(?<!s)s$/, ''))
    .join(' ');

/** The largest length in characters. Buttons and labels have little room, sentences have more. */
export const limitOf = (text: string): number => (text.length <= 30 ? text.length + 15 : text.length * 2);

/** Returns why this text cannot replace the sentence. Null if it can. */
export function wordingProblem(
  sentence: string,
  text: string,
  mayLeaveOut: (placeholder: string) => boolean = isOptional,
): WordingProblem | null {
  if (text.trim() === '') return { code: 'empty' };
  // A line break would break a button or the subject of a mail.
  if (hasControls(text)) return { code: 'line_break' };
  const limit = limitOf(sentence);
  if (text.length > limit) return { code: 'too_long', limit };
  if (/[{}]/.test(text.replaceAll(/\{[^{}]+\}/g, ''))) return { code: 'stray_brace' };
  const [allowed, used] = [placeholdersIn(sentence), placeholdersIn(text)];
  const unknown = used.find((name) => !allowed.includes(name));
  if (unknown !== undefined) return { code: 'unknown_placeholder', name: unknown };
  const missing = allowed.find((name) => !mayLeaveOut(name) && !used.includes(name));
  return missing === undefined ? null : { code: 'missing_placeholder', name: missing };
}

/** Finds a sentence by its key. If the key was renamed, finds it by its text. */
export function sentenceOf(
  { key, was }: Pick<Change, 'key' | 'was'>,
  sentences: readonly Sentence[],
): Sentence | null {
  const atKey = sentences.find((sentence) => sentence.key === key);
  if (atKey?.text === was) return atKey;
  return sentences.find(({ text }) => text === was) ?? atKey ?? null;
}

/** Returns the changes that can be used, by the sentence's key. `ignored` has the other ones, each with the reason. */
export function findUsableChanges(changes: readonly Change[], sentences: readonly Sentence[]) {
  const texts = new Map<string, string>();
  const ignored: { key: string; reason: WordingProblem['code'] | 'not_found' }[] = [];
  for (const change of changes) {
    const sentence = sentenceOf(change, sentences);
    const problem = sentence && wordingProblem(sentence.text, change.text);
    if (sentence && !problem) texts.set(sentence.key, padded(sentence.text, change.text));
    else ignored.push({ key: change.key, reason: problem?.code ?? 'not_found' });
  }
  return { texts, ignored };
}

/**
 * Returns the sentences in another language, by their keys. A translation belongs to an English text as it is shown
 * now (`english` has the changed ones), in all places where that text occurs. A sentence that has no translation stays
 * English.
 */
export function translatedSentences(
  pairs: readonly Change[],
  sentences: readonly Sentence[],
  english: ReadonlyMap<string, string>,
): Map<string, string> {
  const byKey = new Map(pairs.map((pair) => [pair.key, pair]));
  const byText = new Map(pairs.map((pair) => [pair.was.trim(), pair]));
  const texts = new Map<string, string>();
  for (const { key, text: ours } of sentences) {
    const currentText = (english.get(key) ?? ours).trim();
    const translation = byKey.get(key);
    const pair = translation?.was.trim() === currentText ? translation : byText.get(currentText);
    if (pair && !wordingProblem(ours, pair.text)) texts.set(key, padded(ours, pair.text));
  }
  return texts;
}

/**
 * Returns the original sentence and the changed text as mails look them up, e.g. `We hold {} until {}.` and `Until {1}
 * we keep {0}.` The numbers are the positions of the values in the original.
 */
export function toPattern({ was, text }: Pick<Change, 'was' | 'text'>): [ours: string, text: string] {
  const labels = placeholdersIn(was);
  const numbered = padded(was, text).replaceAll(
    /\{([^{}]+)\}/g,
    (_, label: string) => `{${labels.indexOf(label)}}`,
  );
  return [was.replaceAll(/\{[^{}]+\}/g, '{}'), numbered];
}

const padded = (sentence: string, text: string) =>
  (/^\s*/.exec(sentence)?.[0] ?? '') + text.trim() + (/\s*$/.exec(sentence)?.[0] ?? '');
