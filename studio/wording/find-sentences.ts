interface Findable {
  text: string;
}

/**
 * Returns the words of a text, without case, accents and apostrophes. Placeholders are removed unless they choose
 * between words. Chinese has no spaces, so each pair of neighbouring characters counts as a word.
 */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/\{[^{}/]*\}/g, ' ')
    .normalize('NFKD')
    .replaceAll(/[’']|\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu)
    ?.flatMap((word) => (/^\p{Script=Han}{2}/u.test(word) ? twosOf(word) : word)) ?? [];

const twosOf = (word: string): string[] =>
  Array.from(word.slice(1), (letter, index) => `${word[index] ?? ''}${letter}`);

/** Returns whether every word of the search is the beginning of a word of the text. */
export function matchesSearch(search: string, text: string): boolean {
  const words = wordsOf(text.replaceAll(/[{}]/g, ' '));
  return wordsOf(search).every((part) => words.some((word) => word.startsWith(part)));
}

interface Entry<T> {
  item: T;
  words: readonly string[];
  set: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
  /** True if the site fills in a value that the text itself does not contain. */
  isFilled: boolean;
}

/**
 * Creates a function that finds the text which an editor saw on the site. Rare words count more. Numbers and names
 * that are in no text were filled in, so they do not count.
 */
export function createFinder<T extends Findable>(items: readonly T[]): (sentence: string) => T[] {
  const entries = items.map((item): Entry<T> => {
    const words = wordsOf(item.text);
    return {
      item,
      words,
      set: new Set(words),
      pairs: pairsOf(words),
      isFilled: /\{[^{}/]+\}/.test(item.text),
    };
  });
  const counts = new Map<string, number>();
  for (const { set } of entries) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string) =>
    Math.log(1 + entries.length / (counts.get(word) ?? Infinity)) * (isNumber(word) ? NUMBER_WEIGHT : 1);
  const total = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weight(word), 0);

  return (sentence) => {
    const words = wordsOf(sentence).filter((word) => counts.has(word));
    const [set, pairs] = [new Set(words), pairsOf(words)];
    const all = total(set);
    if (all === 0) return [];
    const scored = entries.flatMap((entry) => {
      const common = total([...entry.set].filter((word) => set.has(word)));
      if (common === 0) return [];
      const shared = [...entry.pairs].filter((pair) => pairs.has(pair)).length;
      const countedWeight = common + (all - common) * (entry.isFilled ? FILLED_WEIGHT : 1);
      const likeness = common / Math.sqrt(countedWeight * total(entry.set));
      const order = shared / Math.max(1, Math.sqrt(pairs.size * entry.pairs.size));
      const isSameCase = entry.words.length > 0 && sentence.includes(plainText(entry.item.text));
      return [{ item: entry.item, score: likeness + order + (isSameCase ? SAME_CASE_BONUS : 0) }];
    });
    return scored
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS)
      .map(({ item }) => item);
  };
}

/** The most results, because an editor does not look through more. */
const MAX_RESULTS = 8;
/**
 * The weight of numbers and single letters. They are rare words, but usually they were filled in, so they count less.
 */
const NUMBER_WEIGHT = 0.3;
/** The weight of words that a text does not contain, if the site fills a value into it. */
const FILLED_WEIGHT = 0.3;
/** A bonus that decides between texts with the same words. */
const SAME_CASE_BONUS = 0.1;

const plainText = (text: string) => text.replaceAll(/\{[^{}]*\}/g, '').trim();

const isNumber = (word: string) => /^(?:.|\d+)$/.test(word);

function pairsOf(all: readonly string[]): Set<string> {
  const words = all.filter((word) => !isNumber(word));
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}
